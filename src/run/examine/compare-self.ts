import { decodeConfig } from '../../model/config-text.ts'
import type { Event } from '../../model/event.ts'
import { UserError } from '../../model/failure.ts'
import type { Checkout, Host } from '../../model/host.ts'
import { implementationOf, type RevisionName, revisionNames } from '../../model/implementation.ts'
import { lastWords } from '../../model/last-words.ts'
import { presets } from '../../protocol/preset.ts'
import type { Launcher } from '../launcher.ts'
import type { Setting } from '../prepare.ts'
import type { Program, Programs } from '../program.ts'
import { runStages } from '../stages.ts'
import { examinationSource } from './source.ts'

/** How a machine is to be measured. */
export interface SelfComparisonPlan {
  /** Empty, and for this alone. */
  readonly directory: string
  /** Where pairgate.hpp is. */
  readonly headers: string
  readonly compiler: string
  /** Null where the machine cannot make it. */
  readonly launcher: Launcher | null
  /** Comparisons without a difference, of each workload. */
  readonly repetitions: number
  /** Comparisons with a slowdown of so many per cent. */
  readonly planted: { readonly repetitions: number; readonly pct: number }
}

const ARM = 'examination'

/** Looking at the machine takes no time: what is found is the machine as it is. */
const CONFIG = `version: 1
arms:
  ${ARM}:
    build: {driver: command, run: [[examination]], output: examination}
    harness: pairgate
    lto: unverified
timeouts: {idle: 0s, run: 1h}
`

const LIMITS = { timeoutMs: 300_000, maxOutputBytes: 1024 * 1024 }

/**
 * Compares a small program with itself, and in one benchmark with a slower one, by the stages and the protocol of the
 * gate, as the events that a run makes. Throws a UserError where it does not compile.
 */
export async function* compareWithItself(plan: SelfComparisonPlan, host: Host): AsyncGenerator<Event> {
  const setting = settingFor(plan)
  yield* runStages(setting, compile(plan, setting, host), host.clock.monotonicMs(), host)
}

function settingFor({ directory, launcher }: SelfComparisonPlan): Setting {
  const decoded = decodeConfig(CONFIG, 'examination')
  if (decoded.kind === 'mistakes') throw new Error(JSON.stringify(decoded.mistakes))
  const checkout = (revision: RevisionName): Checkout => ({
    revision,
    ref: revision,
    version: revision,
    directory: `${directory}/${revision.slice(0, 4)}`,
    buildRoot: `${directory}/${revision.slice(0, 4)}`,
  })
  const protocol = presets['regression-gate']
  return {
    request: {
      repository: directory,
      baseline: 'baseline',
      candidate: 'candidate',
      config: 'examination',
      arms: [],
      filter: [],
      protocol: protocol.name,
      seed: '1',
      measureIdentical: true,
    },
    checkouts: {
      baseline: checkout('baseline'),
      candidate: checkout('candidate'),
      changedPaths: [],
      lfsPaths: [],
      trackedPaths: [],
      [Symbol.asyncDispose]: async () => {},
    },
    config: decoded.config,
    baselineConfig: decoded.config,
    isIntroduced: false,
    configChanges: [],
    arms: [ARM],
    protocol,
    launcher,
  }
}

/** One source, compiled twice to paths of one length: the candidate's planted benchmark turns more often. */
async function* compile(
  { headers, compiler, repetitions, planted }: SelfComparisonPlan,
  { checkouts }: Setting,
  host: Host,
): AsyncGenerator<Event, Programs> {
  const env = host.childEnvironment([])
  const source = examinationSource(repetitions, planted.repetitions)
  const programs = new Map<ReturnType<typeof implementationOf>, Program>()
  for (const revision of revisionNames) {
    const { directory } = checkouts[revision]
    await host.files.makeDirectory(directory)
    await host.files.writeText(`${directory}/examination.cpp`, source)
    const path = `${directory}/examination`
    const plant = 100 + (revision === 'candidate' ? planted.pct : 0)
    const args = ['-std=c++17', '-O2', `-DPLANT=${plant}`, `-I${headers}`, 'examination.cpp', '-o', path]
    const startedMs = host.clock.monotonicMs()
    const outcome = await host.processes.run({ program: compiler, args, cwd: directory, env }, LIMITS)
    if (outcome.kind !== 'exited' || outcome.code !== 0) {
      const said = 'stderr' in outcome ? lastWords(outcome.stderr) : outcome.kind
      throw new UserError(`${compiler} does not compile a benchmark: ${said}`)
    }
    const sha256 = await host.files.sha256(path)
    yield {
      type: 'build',
      arm: ARM,
      revision,
      status: 'built',
      reason: null,
      commands: [[compiler, ...args]],
      toolchain: {},
      flags: {},
      build_ms: host.clock.monotonicMs() - startedMs,
      size_bytes: await host.files.size(path),
      sha256,
      lto: null,
    }
    programs.set(implementationOf(ARM, revision), {
      path,
      checkout: directory,
      cwd: directory,
      scratch: `${directory}/scratch`,
      sha256,
      sharedObjects: new Map(),
    })
  }
  return programs
}
