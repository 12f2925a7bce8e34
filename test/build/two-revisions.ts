import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { createHost } from '../../src/host/host.ts'
import type { Config } from '../../src/model/config.ts'
import { decodeConfig } from '../../src/model/config-text.ts'
import type { Event, EventOf } from '../../src/model/event.ts'
import type { Checkout, Host } from '../../src/model/host.ts'
import type { RevisionName } from '../../src/model/implementation.ts'
import { buildArms } from '../../src/run/builds.ts'
import type { Programs } from '../../src/run/program.ts'

/** The files of a revision, by path. */
export type Tree = Readonly<Record<string, string>>

/** What is built: one tree, or two that differ. */
export interface Scenario {
  /** The lines below `build:`, in YAML's flow form. */
  readonly build: string
  /** More lines of the arm, such as `lto: unverified`. */
  readonly arm?: string
  readonly baseline: Tree
  readonly candidate?: Tree
  /** Environment variables of the user, which the configuration passes. */
  readonly environment?: Readonly<Record<string, string>>
  /** The baseline's configuration; left out, it is the candidate's. */
  readonly baselineConfig?: Config | null
  /** Whether the baseline has no configuration file at all; left out, it is so where it has no configuration. */
  readonly measureIdentical?: boolean
  readonly isIntroduced?: boolean
  /** The host that builds, made from the real one. */
  readonly through?: (host: Host) => Host
}

/** What came of it. */
export interface Built {
  readonly events: readonly Event[]
  readonly baseline: EventOf<'build'>
  readonly candidate: EventOf<'build'>
  readonly identity: EventOf<'identity'> | undefined
  readonly troubles: readonly string[]
  readonly programs: Programs
  /** The log. */
  readonly lines: readonly string[]
  readonly host: Host
  readonly directory: string
}

const made: string[] = []

/** Removes what the scenarios left. */
export function removeAll(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
}

/** Builds the arm `arm` at two revisions that stand at paths of equal length, with the real host. */
export async function buildBoth(scenario: Scenario): Promise<Built> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'pairgate-build-')))
  made.push(directory)
  const before = scenario.baseline
  const after = scenario.candidate ?? before
  const checkouts = {
    baseline: checkout(directory, 'baseline', before),
    candidate: checkout(directory, 'candidate', after),
    changedPaths: [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (path) => before[path] !== after[path],
    ),
    lfsPaths: [],
    trackedPaths: Object.keys(after),
    [Symbol.asyncDispose]: async () => {},
  }
  const lines: string[] = []
  const environment = { ...process.env, ...scenario.environment }
  const host = createHost({
    environment,
    signal: new AbortController().signal,
    log: (line) => lines.push(line),
    echo: (line) => lines.push(line),
  })
  const config = configOf(scenario)
  const { baselineConfig = config, isIntroduced = baselineConfig === null } = scenario
  const { through = (real: Host) => real } = scenario
  const stage = buildArms(through(host), {
    request: { measureIdentical: scenario.measureIdentical ?? false },
    config,
    baselineConfig,
    isIntroduced,
    arms: ['arm'],
    checkouts,
  })
  const events: Event[] = []
  let next = await stage.next()
  while (next.done !== true) {
    events.push(next.value)
    next = await stage.next()
  }
  const build = (revision: RevisionName) => {
    const found = events.find((event) => event.type === 'build' && event.revision === revision)
    if (found?.type !== 'build') throw new Error(`no build event of the ${revision}`)
    return found
  }
  return {
    events,
    baseline: build('baseline'),
    candidate: build('candidate'),
    identity: events.find((event) => event.type === 'identity'),
    troubles: events.flatMap((event) => (event.type === 'trouble' ? [event.reason] : [])),
    programs: next.value,
    lines,
    host,
    directory,
  }
}

/** Builds the arm at the candidate alone: the baseline does not have it. */
export function buildCandidate({
  tree,
  ...scenario
}: Omit<Scenario, 'baseline' | 'candidate'> & { readonly tree: Tree }) {
  return buildBoth({ ...scenario, baseline: {}, candidate: tree, baselineConfig: null })
}

/** A configuration of the one arm `arm`. */
export function configOf({
  build,
  arm = '',
  environment = {},
}: Pick<Scenario, 'build' | 'arm' | 'environment'>): Config {
  const pass = Object.keys(environment).join(', ')
  const text = `version: 1\narms:\n  arm:\n    build: {${build}}\n    harness: pairgate\n${arm && `    ${arm}\n`}environment: {pass: [${pass}]}\n`
  const decoded = decodeConfig(text, 'pairgate.yml')
  if (decoded.kind === 'mistakes') throw new Error(JSON.stringify(decoded.mistakes))
  return decoded.config
}

function checkout(root: string, revision: RevisionName, tree: Tree): Checkout {
  // Names of equal length, as the host's own checkouts have.
  const directory = join(root, revision.slice(0, 4), 'src')
  const buildRoot = join(root, revision.slice(0, 4), 'out')
  mkdirSync(buildRoot, { recursive: true })
  for (const [path, text] of Object.entries(tree)) {
    const file = join(directory, ...path.split('/'))
    if (!file.startsWith(`${directory}${sep}`)) throw new Error(`${path} lies outside of the checkout`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return { revision, ref: revision, version: `${revision}-commit`, directory, buildRoot }
}
