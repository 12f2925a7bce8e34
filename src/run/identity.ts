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
  inputs: readonly string[],
  files: Files,
): Promise<{ identical: boolean; reason: string }> {
  const data = dataFiles(await files.readBytes(programs.candidate.path), changedPaths, directory, inputs)
  if (data.length > 0) return { identical: false, reason: `data changed: ${data.slice(0, 5).join(', ')}` }
  const program = await compare(programs.baseline.path, programs.candidate.path, sites, files)
  if (!program.identical) return program
  const [before, after] = [
    sharedObjectsIn(programs.baseline, sites.baseline),
    sharedObjectsIn(programs.candidate, sites.candidate),
  ]
  if ([...before.keys()].join('\n') !== [...after.keys()].join('\n'))
    return { identical: false, reason: 'other shared objects were built' }
  for (const [name, path] of before) {
    const shared = await compare(path, after.get(name) ?? '', sites, files)
    if (!shared.identical) return { identical: false, reason: `${name}: ${shared.reason}` }
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

/** Shared objects in a revision's build directory and checkout, after the build. */
export async function sharedObjectsAt(site: BuildSite, files: Files): Promise<readonly string[]> {
  const places = [site.buildDirectory, site.checkout]
  const paths = await Promise.all(places.map((place) => files.listRecursively(place)))
  return paths.flat().filter(isSharedObjectName)
}

/** A program's shared objects by their place in either directory, which both revisions have in common. */
function sharedObjectsIn({ sharedObjects }: Program, site: BuildSite): ReadonlyMap<string, string> {
  const place = (path: string) =>
    path.startsWith(`${site.buildDirectory}/`)
      ? path.slice(site.buildDirectory.length + 1)
      : path.slice(site.checkout.length + 1)
  return new Map([...sharedObjects.keys()].map((path) => [place(path), path]))
}
