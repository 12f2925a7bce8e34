import { join } from 'node:path'
import { type GitContext, gitFor, isThere } from './repository.ts'

/** What a checkout tracks, its submodules' files included: mode and object by path. */
export type Tracked = ReadonlyMap<string, string>

/** Lists what the checkout at `directory` tracks. */
export async function trackedIn(directory: string, context: GitContext): Promise<Tracked> {
  const tracked = new Map<string, string>()
  const listed = await gitFor(context, directory, ['ls-tree', '-r', '-z', 'HEAD'])
  for (const line of listed.split('\0')) {
    const [, entry, path] = /^(.*?)\t(.*)$/s.exec(line) ?? []
    if (entry === undefined || path === undefined) continue
    tracked.set(path, entry)
    const submodule = join(directory, path)
    if (!entry.startsWith('160000') || !(await isThere(join(submodule, '.git')))) continue
    for (const [inner, its] of await trackedIn(submodule, context)) tracked.set(join(path, inner), its)
  }
  return tracked
}

/** The tracked files that Git LFS is to fetch: no filter of the user's is run, so that only their pointers are there. */
export async function lfsPathsIn(directory: string, context: GitContext): Promise<readonly string[]> {
  const listed = await gitFor(context, directory, ['ls-files', '-z', '--', ':(attr:filter=lfs)'])
  return listed.split('\0').filter((path) => path !== '')
}

/** The paths whose mode or object differs between two checkouts. */
export function differing(before: Tracked, after: Tracked): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort()
}
