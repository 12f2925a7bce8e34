import { posix } from 'node:path'
import { buildOf } from '../build/drivers.ts'
import { projectChanges } from '../build/project-changes.ts'
import type { Event } from '../model/event.ts'
import type { HarnessSettings } from '../model/harness-settings.ts'
import type { Host } from '../model/host.ts'
import { type Implementation, implementationOf, partsOf, revisionNames } from '../model/implementation.ts'
import { type BuildRequest, type BuiltArm, buildArm } from './build-arm.ts'
import { identityOf } from './identity.ts'
import type { Launcher } from './launcher.ts'
import { armSettings } from './prepare.ts'
import type { Program, Programs } from './program.ts'

/** Builds every arm at both revisions, and tells whether the two programs of an arm are identical. */
export async function* buildArms(host: Host, request: BuildRequest): AsyncGenerator<Event, Programs> {
  const { arms, checkouts } = request
  const built = new Map<Implementation, Program>()
  for (const arm of arms) {
    const baseline = await buildArm(host, request, arm, checkouts.baseline)
    yield baseline.event
    const candidate = await buildArm(host, request, arm, checkouts.candidate)
    yield candidate.event
    for (const { event, product } of [baseline, candidate]) {
      if (product !== null) built.set(implementationOf(arm, event.revision), product.program)
    }
    yield* compareBuilds(host, request, arm, baseline, candidate)
  }
  const ordered = revisionNames.flatMap((revision) => arms.map((arm) => implementationOf(arm, revision)))
  return new Map(
    ordered.flatMap((implementation) => {
      const program = built.get(implementation)
      return program === undefined ? [] : [[implementation, program] as const]
    }),
  )
}

/** Hashes every program and shared object again, and what started them: one that changed during the run makes it invalid. */
export async function* rehash(
  host: Host,
  programs: Programs,
  launcher: Launcher | null,
): AsyncGenerator<Event, void> {
  if (launcher !== null) yield* changed('the launcher', null, launcher.path, launcher.sha256, host)
  for (const [implementation, { path, sha256, sharedObjects }] of programs) {
    const { arm } = partsOf(implementation)
    const built = [
      [`the program of ${implementation}`, path, sha256],
      ...[...sharedObjects].map(([object, was]) => [`${object} of ${implementation}`, object, was]),
    ] as const
    for (const [name, file = '', was] of built) yield* changed(name, arm, file, was, host)
  }
}

async function* changed(
  name: string,
  arm: string | null,
  file: string,
  was: string,
  host: Host,
): AsyncGenerator<Event, void> {
  const now = (await host.files.exists(file)) ? await host.files.sha256(file) : 'gone'
  if (now === was) return
  yield { type: 'trouble', arm, reason: `${name} changed during the run: SHA-256 was ${was}, is ${now}` }
}

async function* compareBuilds(
  host: Host,
  request: BuildRequest,
  arm: string,
  baseline: BuiltArm,
  candidate: BuiltArm,
): AsyncGenerator<Event, void> {
  const [before, after] = [baseline.product, candidate.product]
  if (before === null || after === null) return
  const settings = armSettings(request, arm)
  const { checkouts } = request
  const trouble = troubleOf(before.program, after.program, baseline.event.flags, candidate.event.flags)
  if (trouble !== null) {
    yield { type: 'trouble', arm, reason: trouble }
    return
  }
  const identity = await identityOf(
    { baseline: before.program, candidate: after.program },
    { baseline: before.site, candidate: after.site },
    checkouts.changedPaths,
    buildOf(settings.build).directory,
    inputsOf(settings.harness),
    host.files,
  )
  const project_changes = projectChanges(
    settings.build.driver,
    { baseline: before.compileFlags, candidate: after.compileFlags },
    { baseline: baseline.event.toolchain, candidate: candidate.event.toolchain },
    checkouts.changedPaths,
  )
  yield {
    type: 'identity',
    arm,
    ...identity,
    ...(request.request.measureIdentical && identity.identical ? { measured: true } : {}),
    project_changes: [...project_changes],
  }
}

/** What the configuration says that whole programs read or run before them. */
function inputsOf(harness: HarnessSettings): readonly string[] {
  if (harness.name !== 'command') return []
  return Object.values(harness.benchmarks).flatMap(({ directory, stdin, prepare }) => [
    ...(directory === '.' ? [] : [directory]),
    ...(stdin === undefined ? [] : [stdin]),
    ...prepare.flat().map((argument) => posix.join(directory, argument)),
  ])
}

type Flags = Readonly<Record<string, string>>

/** Why two programs may not be compared at all. */
function troubleOf(baseline: Program, candidate: Program, before: Flags, after: Flags): string | null {
  if (baseline.path === candidate.path)
    return `both revisions made one file, ${baseline.path}: a shared target directory`
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  )
  return differing.length === 0
    ? null
    : `pairgate passed other flags to the two revisions, in ${differing.join(', ')}`
}
