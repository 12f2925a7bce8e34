import type { BuildSite } from '../model/build.ts'
import type { BuildSettings } from '../model/config.ts'
import type { Files } from '../model/host.ts'
import { flagsOf, readTarget } from './cmake-reply.ts'

/** Files by which a project decides how it is built, beside its sources. */
const BUILD_FILES =
  /(^|\/)(rust-toolchain(\.toml)?|\.cargo\/config(\.toml)?|CMakePresets\.json|CMakeUserPresets\.json|Cargo\.lock|[^/]*toolchain[^/]*\.cmake)$/

/** What the project itself changed in how it is built: it is measured, and named in the report. */
export async function projectChanges(
  settings: BuildSettings,
  sites: { readonly baseline: BuildSite; readonly candidate: BuildSite },
  changedPaths: readonly string[],
  files: Files,
): Promise<readonly string[]> {
  const changed = changedPaths.filter((path) => BUILD_FILES.test(path)).map((path) => `${path} changed`)
  if (settings.driver !== 'cmake') return changed
  const [before, after] = await Promise.all(
    [sites.baseline, sites.candidate].map(async (site) =>
      flagsOf(await readTarget(settings.target, site, files), site),
    ),
  )
  const languages = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const flags = languages
    .filter((language) => before?.[language] !== after?.[language])
    .map(
      (language) =>
        `the target’s own ${language} flags were ${before?.[language] ?? 'none'} and are ${after?.[language] ?? 'none'}`,
    )
  return [...changed, ...flags]
}
