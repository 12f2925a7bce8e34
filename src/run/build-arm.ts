import { dirname } from 'node:path'
import { abiOf } from '../build/abi.ts'
import { maskPaths } from '../build/compiler.ts'
import { type Build, buildOf } from '../build/drivers.ts'
import { isObjectName, isSharedObjectName } from '../build/survey.ts'
import type { BuildSite, Lto, StepResult } from '../model/build.ts'
import type { ArmSettings, Config } from '../model/config.ts'
import type { EventOf } from '../model/event.ts'
import { Interrupted, UserError } from '../model/failure.ts'
import type { Checkout, Checkouts, Files, Host } from '../model/host.ts'
import { implementationOf } from '../model/implementation.ts'
import type { RunRequest } from '../model/request.ts'
import { flagsOf, perform } from './build-steps.ts'
import { sharedObjectsAt } from './identity.ts'
import { armSettings } from './prepare.ts'
import type { Program } from './program.ts'
import { toolchainOf } from './toolchain.ts'

/** What is built: the arms that take part, at both revisions; the candidate's configuration governs. */
export interface BuildRequest {
  readonly request: Pick<RunRequest, 'measureIdentical'>
  readonly config: Config
  readonly baselineConfig: Config | null
  /** Whether the baseline has no configuration file at all: the candidate brings the first one. */
  readonly isIntroduced: boolean
  readonly arms: readonly string[]
  readonly checkouts: Checkouts
}

/** An arm at a revision, after the attempt to build it. */
export interface BuiltArm {
  readonly event: EventOf<'build'>
  /** Null where there is nothing to measure. */
  readonly product: Product | null
}

/** A program and what is known of how it came about. */
export interface Product {
  readonly program: Program
  readonly site: BuildSite
  readonly compileFlags: Readonly<Record<string, string>>
}

/** Builds one arm at one revision, verifies it and records how; what the user can mend becomes the event's reason. */
export async function buildArm(
  host: Host,
  request: BuildRequest,
  arm: string,
  checkout: Checkout,
): Promise<BuiltArm> {
  const settings = armSettings(request, arm)
  const build = buildOf(settings.build)
  const blank: EventOf<'build'> = {
    type: 'build',
    arm,
    revision: checkout.revision,
    status: 'absent',
    reason: `the ${checkout.revision} does not have this arm`,
    commands: [],
    toolchain: {},
    flags: {},
    build_ms: 0,
    size_bytes: null,
    sha256: null,
    lto: null,
  }
  if (!(await isPresent(host, request, arm, checkout, build))) return { event: blank, product: null }
  const site = await openSite(host, request, arm, checkout)
  const started = host.clock.monotonicMs()
  const name = implementationOf(arm, checkout.revision)
  const attempt = await mendable(() => perform(host, build, site, request.config.timeouts.build, name))
  const results = attempt.kind === 'done' ? attempt.value.results : []
  const record = {
    ...blank,
    commands: results.map(({ step: { command } }) =>
      [command.program, ...command.args].map((text) => maskPaths(text, site)),
    ),
    toolchain: await toolchainOf(settings.build, site, host),
    flags: flagsOf(results, site),
    build_ms: Math.round(host.clock.monotonicMs() - started),
  }
  const failed = (reason: string): BuiltArm => {
    host.log(`${arm} did not build at the ${checkout.revision}: ${reason}`)
    // What came before the first configuration was never meant to be built by it.
    if (checkout.revision === 'baseline' && request.isIntroduced) {
      const status = `the baseline has no configuration, and does not build by the candidate's: ${reason}`
      return { event: { ...record, status: 'absent', reason: status }, product: null }
    }
    return { event: { ...record, status: 'failed', reason }, product: null }
  }
  if (attempt.kind === 'failed') return failed(attempt.reason)
  if (attempt.value.failure !== null) return failed(attempt.value.failure)
  const inspection = await mendable(() => inspect(host, build, site, results, settings))
  if (inspection.kind === 'failed') return failed(inspection.reason)
  const { lto, program, size_bytes, abi, compileFlags } = inspection.value
  const { sha256 } = program
  const event: EventOf<'build'> = {
    ...record,
    status: 'built',
    reason: null,
    size_bytes,
    sha256,
    lto,
    abi,
    compile_flags: compileFlags,
  }
  return { event, product: { program, site, compileFlags } }
}

/** What a build made. Throws a UserError where that is not what may be measured. */
async function inspect(
  host: Host,
  build: Build,
  site: BuildSite,
  results: readonly StepResult[],
  settings: ArmSettings,
) {
  const { files } = host
  const { path: named, directory } = await build.program(site, results, files)
  if (!(await files.exists(named))) throw new UserError(`the build made no ${maskPaths(named, site)}`)
  const path = await files.realPath(named)
  if (![site.checkout, site.buildDirectory].some((place) => path.startsWith(`${place}/`))) {
    throw new UserError(
      `the program ${path} lies outside the revision's own checkout and build directory: a shared target directory mixes the revisions`,
    )
  }
  if (!(await files.listRecursively(dirname(path))).includes(path)) {
    throw new UserError(
      `the build made ${maskPaths(named, site)}, but that is a directory: name the program in it`,
    )
  }
  const lto: Lto =
    settings.lto === 'unverified'
      ? { kind: 'unverified', reason: 'the configuration says `lto: unverified`' }
      : await provedLto(host, build, site, results)
  const [size_bytes, sha256] = [await files.size(path), await files.sha256(path)]
  const abi = abiOf(await files.readBytes(path))
  const compileFlags = await build.compileFlags(site, results, files)
  const sharedObjects = await hashesOf(await sharedObjectsAt(site, files), files)
  // No arm is called so: names begin with a letter.
  const beside = dirname(site.buildDirectory)
  const program = {
    path,
    checkout: site.checkout,
    cwd: directory,
    scratch: `${beside}/.scratch`,
    sha256,
    sharedObjects,
  }
  return { lto, program, size_bytes, abi, compileFlags }
}

async function hashesOf(paths: readonly string[], files: Files): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  for (const path of paths) hashes.set(path, await files.sha256(path))
  return hashes
}

async function provedLto(
  host: Host,
  build: Build,
  site: BuildSite,
  results: readonly StepResult[],
): Promise<Lto> {
  const verification = await build.verifyLto(site, results, host.files)
  if (verification.kind === 'verified') return { ...verification, without: [...verification.without] }
  throw new UserError(
    `link-time optimisation is missing: ${verification.problems.join('; ')}. To mend it: ${verification.advice}`,
  )
}

/** A revision has the arms of its configuration; a baseline without one, those whose sources it has. */
async function isPresent(
  host: Host,
  { config, baselineConfig }: BuildRequest,
  arm: string,
  { revision, directory }: Checkout,
  build: Build,
): Promise<boolean> {
  const own = revision === 'candidate' ? config : baselineConfig
  return own === null ? host.files.exists(`${directory}/${build.root}`) : Object.hasOwn(own.arms, arm)
}

async function openSite(
  host: Host,
  request: BuildRequest,
  arm: string,
  checkout: Checkout,
): Promise<BuildSite> {
  const { directory } = checkout
  const buildDirectory = `${checkout.buildRoot}/${arm}`
  await host.files.makeDirectory(buildDirectory)
  // Another arm's build may have left objects in the checkout: its own verification looked at them.
  const present = (await host.files.listRecursively(directory)).filter(
    (path) => isObjectName(path) || isSharedObjectName(path),
  )
  const { trackedPaths, changedPaths } = request.checkouts
  return {
    checkout: directory,
    buildDirectory,
    mappedCheckout: '/src',
    mappedBuildDirectory: '/build',
    trackedPaths: new Set([
      ...trackedPaths,
      ...changedPaths,
      ...present.map((path) => path.slice(directory.length + 1)),
    ]),
    jobs: host.processors,
    env: host.childEnvironment(request.config.environment.pass),
  }
}

type Mendable<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly reason: string }

/** What the user can mend, as a reason; anything else is thrown on. */
async function mendable<T>(act: () => Promise<T>): Promise<Mendable<T>> {
  try {
    return { kind: 'done', value: await act() }
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof Interrupted) throw error
    return { kind: 'failed', reason: error.message }
  }
}
