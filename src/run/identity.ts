import { comparePrograms, dataFiles } from '../build/identity.ts'
import { isSharedObjectName } from '../build/survey.ts'
import type { BuildSite } from '../model/build.ts'
import type { Files } from '../model/host.ts'
import type { Program } from './program.ts'

type Both<T> = { readonly baseline: T; readonly candidate: T }

/**
 * Whether an arm's two programs cannot differ: equal where it counts, the shared objects built with them too, and no
 * data file of the arm changed.
 */
export async function identityOf(
  programs: Both<Program>,
  sites: Both<BuildSite>,
  changedPaths: readonly string[],
  directory: string,
  files: Files,
): Promise<{ identical: boolean; reason: string }> {
  const data = dataFiles(await files.readBytes(programs.candidate.path), changedPaths, directory)
  if (data.length > 0) return { identical: false, reason: `data changed: ${data.slice(0, 5).join(', ')}` }
  const program = await compare(programs.baseline.path, programs.candidate.path, sites, files)
  if (!program.identical) return program
  for (const place of ['buildDirectory', 'checkout'] as const) {
    const [before, after] = [sites.baseline[place], sites.candidate[place]]
    const names = await sharedObjects(before, files)
    if (names.join('\n') !== (await sharedObjects(after, files)).join('\n'))
      return { identical: false, reason: 'other shared objects were built' }
    for (const name of names) {
      const shared = await compare(`${before}/${name}`, `${after}/${name}`, sites, files)
      if (!shared.identical) return { identical: false, reason: `${name}: ${shared.reason}` }
    }
  }
  return program
}

async function compare(baseline: string, candidate: string, sites: Both<BuildSite>, files: Files) {
  const side = async (path: string, site: BuildSite) => ({
    bytes: await files.readBytes(path),
    paths: [site.checkout, site.buildDirectory],
  })
  return comparePrograms(await side(baseline, sites.baseline), await side(candidate, sites.candidate))
}

/** Shared objects below a directory, relative to it. */
async function sharedObjects(directory: string, files: Files): Promise<readonly string[]> {
  const paths = await files.listRecursively(directory)
  return paths.filter(isSharedObjectName).map((path) => path.slice(directory.length + 1))
}
