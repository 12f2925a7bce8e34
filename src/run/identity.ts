import { comparePrograms, dataFiles } from '../build/identity.ts'
import type { BuildSite } from '../model/build.ts'
import type { Files } from '../model/host.ts'
import type { Program } from './builds.ts'

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
  const data = dataFiles(changedPaths, directory)
  if (data.length > 0) return { identical: false, reason: `data changed: ${data.slice(0, 5).join(', ')}` }
  const program = await compare(programs.baseline.path, programs.candidate.path, sites, files)
  if (!program.identical) return program
  const [before, after] = [
    await sharedObjects(sites.baseline, files),
    await sharedObjects(sites.candidate, files),
  ]
  if (before.join('\n') !== after.join('\n'))
    return { identical: false, reason: 'other shared objects were built' }
  for (const path of before) {
    const pair = [
      `${sites.baseline.buildDirectory}/${path}`,
      `${sites.candidate.buildDirectory}/${path}`,
    ] as const
    const shared = await compare(...pair, sites, files)
    if (!shared.identical) return { identical: false, reason: `${path}: ${shared.reason}` }
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

/** Shared objects below the build directory, relative to it. */
async function sharedObjects(site: BuildSite, files: Files): Promise<readonly string[]> {
  const paths = await files.listRecursively(site.buildDirectory)
  return paths
    .filter((path) => /\.so(\.\d+)*$/.test(path) && !/\/(deps|build)\//.test(path))
    .map((path) => path.slice(site.buildDirectory.length + 1))
}
