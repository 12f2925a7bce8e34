import type { BuildSettings } from '../model/config.ts'

/** Files by which a project decides how it is built, beside its sources, by driver. */
const BUILD_FILES = {
  cargo: /(^|\/)(rust-toolchain(\.toml)?|\.cargo\/config(\.toml)?|Cargo\.lock)$/,
  cmake: /(^|\/)(CMakePresets\.json|CMakeUserPresets\.json|[^/]*toolchain[^/]*\.cmake)$/,
} as const

type Flags = Readonly<Record<string, string>>

/** What the project itself changed in how it is built: it is measured, and named in the report. */
export function projectChanges(
  driver: BuildSettings['driver'],
  flags: { readonly baseline: Flags; readonly candidate: Flags },
  toolchain: { readonly baseline: Flags; readonly candidate: Flags },
  changedPaths: readonly string[],
): readonly string[] {
  return [
    ...changedPaths.filter((path) => decidesBuild(path, driver)).map((path) => `${path} changed`),
    ...differences(toolchain).map(([tool, before, after]) => `${tool} was ${before} and is ${after}`),
    ...differences(flags).map(([owner, before, after]) => `the flags of ${owner} ${change(before, after)}`),
  ]
}

function decidesBuild(path: string, driver: BuildSettings['driver']): boolean {
  switch (driver) {
    case 'cargo':
    case 'cmake':
      return BUILD_FILES[driver].test(path)
    case 'command':
      return BUILD_FILES.cargo.test(path) || BUILD_FILES.cmake.test(path)
  }
}

/** What both sides have and have otherwise: a target or crate that came or went is no change of flags. */
function differences({ baseline, candidate }: { baseline: Flags; candidate: Flags }) {
  return Object.entries(candidate).flatMap(([name, after]) => {
    const before = baseline[name]
    return before === undefined || before === after ? [] : [[name, before, after] as const]
  })
}

/** The words that went and came, or the two whole lines where only their order changed. */
function change(before: string, after: string): string {
  const [old, now] = [before.split(' '), after.split(' ')]
  const [gone, come] = [old.filter((word) => !now.includes(word)), now.filter((word) => !old.includes(word))]
  if (gone.length === 0 && come.length === 0) return `were ${before} and are ${after}`
  return [
    ...(gone.length > 0 ? [`lost ${gone.join(' ')}`] : []),
    ...(come.length > 0 ? [`gained ${come.join(' ')}`] : []),
  ].join(' and ')
}
