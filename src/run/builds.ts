import { type Build, buildOf } from '../build/drivers.ts'
import { projectChanges } from '../build/project-changes.ts'
import type { BuildSite, Lto, StepResult } from '../model/build.ts'
import type { ArmSettings, Config } from '../model/config.ts'
import type { Event, EventOf } from '../model/event.ts'
import { Interrupted, UserError } from '../model/failure.ts'
import type { Checkout, Checkouts, Host } from '../model/host.ts'
import { type Implementation, implementationOf, partsOf, revisionNames } from '../model/implementation.ts'
import { flagsOf, masked, perform } from './build-steps.ts'
import { identityOf } from './identity.ts'
import { toolchainOf } from './toolchain.ts'

/** A built benchmark program. */
export interface Program {
  readonly path: string
  /** Where it is run: the root of its revision's checkout. */
  readonly cwd: string
  readonly sha256: string
}

/** The programs that were built, baselines first, in the order of the arms. */
export type Programs = ReadonlyMap<Implementation, Program>

/** What is built: the arms that take part, at both revisions; the candidate's configuration governs. */
export interface BuildRequest {
  readonly config: Config
  readonly baselineConfig: Config | null
  readonly arms: readonly string[]
  readonly checkouts: Checkouts
}

/** Builds every arm at both revisions, and tells whether the two programs of an arm are identical. */
export async function* buildArms(host: Host, request: BuildRequest): AsyncGenerator<Event, Programs> {
  const built = new Map<Implementation, Program>()
  for (const arm of request.arms) {
    for (const revision of revisionNames) {
      const { event, program } = await buildArm(host, request, arm, request.checkouts[revision])
      if (program !== null) built.set(implementationOf(arm, revision), program)
      yield event
    }
    yield* compareBuilds(host, request, arm, built)
  }
  const ordered = revisionNames.flatMap((revision) =>
    request.arms.map((arm) => implementationOf(arm, revision)),
  )
  return new Map(
    ordered.flatMap((implementation) => {
      const program = built.get(implementation)
      return program === undefined ? [] : [[implementation, program] as const]
    }),
  )
}

/** Hashes every program again: one that changed during the run makes it invalid. */
export async function* rehash(host: Host, programs: Programs): AsyncGenerator<Event, void> {
  for (const [implementation, { path, sha256 }] of programs) {
    const now = (await host.files.exists(path)) ? await host.files.sha256(path) : 'gone'
    if (now === sha256) continue
    const { arm } = partsOf(implementation)
    yield {
      type: 'trouble',
      arm,
      reason: `the program of ${implementation} changed during the run: SHA-256 was ${sha256}, is ${now}`,
    }
  }
}

interface Built {
  readonly event: EventOf<'build'>
  readonly program: Program | null
}

async function buildArm(host: Host, request: BuildRequest, arm: string, checkout: Checkout): Promise<Built> {
  const settings = settingsOf(request.config, arm)
  const build = buildOf(settings.build)
  const site = siteOf(host, request, arm, checkout)
  const base: Omit<EventOf<'build'>, 'status'> = {
    type: 'build',
    arm,
    revision: checkout.revision,
    reason: null,
    commands: [],
    toolchain: {},
    flags: {},
    build_ms: 0,
    size_bytes: null,
    sha256: null,
    lto: null,
  }
  if (checkout.revision === 'baseline' && !(await isPresent(host, request, arm, build, checkout))) {
    return {
      event: { ...base, status: 'absent', reason: 'the baseline does not have this arm' },
      program: null,
    }
  }
  const started = host.clock.monotonicMs()
  try {
    await host.files.makeDirectory(site.buildDirectory)
    const results = await perform(
      host,
      build,
      site,
      request.config.timeouts.build,
      `${arm}@${checkout.revision}`,
    )
    const recorded = {
      commands: results.map(({ step: { command } }) =>
        [command.program, ...command.args].map((text) => masked(text, site)),
      ),
      toolchain: await toolchainOf(settings.build.driver, site, host),
      flags: flagsOf(results, site),
      build_ms: Math.round(host.clock.monotonicMs() - started),
    }
    const path = await host.files.realPath(await build.program(site, results, host.files))
    if (!path.startsWith(`${checkout.directory}/`) && !path.startsWith(`${site.buildDirectory}/`)) {
      const reason = `the program ${path} lies outside the revision's own checkout and build directory: a shared target directory mixes the revisions`
      return { event: { ...base, ...recorded, status: 'failed', reason }, program: null }
    }
    const lto = await provedLto(settings, build, site, results, host)
    const [size_bytes, sha256] = [await host.files.size(path), await host.files.sha256(path)]
    const event = { ...base, ...recorded, status: 'built', size_bytes, sha256, lto } as const
    return { event, program: { path, cwd: checkout.directory, sha256 } }
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof Interrupted) throw error
    host.log(`${arm} did not build at the ${checkout.revision}: ${error.message.split('\n')[0]}`)
    const build_ms = Math.round(host.clock.monotonicMs() - started)
    return { event: { ...base, status: 'failed', reason: error.message, build_ms }, program: null }
  }
}

async function isPresent(
  host: Host,
  request: BuildRequest,
  arm: string,
  build: Build,
  checkout: Checkout,
): Promise<boolean> {
  if (request.baselineConfig !== null) return arm in request.baselineConfig.arms
  return host.files.exists(`${checkout.directory}/${build.root}`)
}

async function provedLto(
  settings: ArmSettings,
  build: Build,
  site: BuildSite,
  results: readonly StepResult[],
  host: Host,
): Promise<Lto> {
  if (settings.lto === 'unverified')
    return { kind: 'unverified', reason: 'the configuration says `lto: unverified`' }
  const verification = await build.verifyLto(site, results, host.files)
  if (verification.kind === 'verified') {
    return { kind: 'verified', evidence: verification.evidence, without: [...verification.without] }
  }
  throw new UserError(
    `link-time optimisation is missing: ${verification.problems.join('; ')}. To mend it: ${verification.advice}`,
  )
}

async function* compareBuilds(
  host: Host,
  request: BuildRequest,
  arm: string,
  built: Programs,
): AsyncGenerator<Event, void> {
  const [baseline, candidate] = revisionNames.map((revision) => built.get(implementationOf(arm, revision)))
  if (baseline === undefined || candidate === undefined) return
  if (baseline.path === candidate.path) {
    yield {
      type: 'trouble',
      arm,
      reason: `both revisions made one file, ${baseline.path}: a shared target directory`,
    }
    return
  }
  const { checkouts, config } = request
  const sites = {
    baseline: siteOf(host, request, arm, checkouts.baseline),
    candidate: siteOf(host, request, arm, checkouts.candidate),
  }
  const directory = buildOf(settingsOf(config, arm).build).directory
  const identity = await identityOf(
    { baseline, candidate },
    sites,
    checkouts.changedPaths,
    directory,
    host.files,
  )
  const project_changes = await projectChanges(
    settingsOf(config, arm).build,
    sites,
    checkouts.changedPaths,
    host.files,
  )
  yield { type: 'identity', arm, ...identity, project_changes: [...project_changes] }
}

function settingsOf(config: Config, arm: string): ArmSettings {
  const settings = config.arms[arm]
  if (settings === undefined) throw new Error(`no arm ${arm}`)
  return settings
}

function siteOf(host: Host, request: BuildRequest, arm: string, checkout: Checkout): BuildSite {
  return {
    checkout: checkout.directory,
    buildDirectory: `${checkout.buildRoot}/${arm}`,
    mappedCheckout: '/src',
    mappedBuildDirectory: '/build',
    trackedPaths: new Set(request.checkouts.trackedPaths),
    env: host.childEnvironment(request.config.environment.pass),
  }
}
