import type { Tree } from '../../src/init/tree.ts'

/** A repository that holds these texts by path. */
export function treeOf(files: Readonly<Record<string, string>>): Tree {
  return { paths: Object.keys(files), read: async (path) => files[path] ?? '' }
}
