/** The files of a repository that detection may look at; paths are relative to its root. */
export interface Tree {
  readonly paths: readonly string[]
  /** The text of a file; empty where it is not there. */
  read(path: string): Promise<string>
}

/** Directories that hold the code of others: their benchmarks are not this repository's. */
export const foreignDirectories = [
  'third_party',
  'third-party',
  'thirdparty',
  '3rdparty',
  'vendor',
  'vendored',
  'extern',
  'external',
  'deps',
  '_deps',
  'node_modules',
] as const

const FOREIGN = new Set<string>(foreignDirectories)

/** What build tools leave in the directories that they build in. */
const BUILD_MARKS = /(^|\/)(CMakeCache\.txt|CACHEDIR\.TAG|CMakeFiles\/.*)$/

/** The tree without the code of others and without what was built. */
export function ownTree(tree: Tree): Tree {
  const built = new Set(
    tree.paths.filter((path) => BUILD_MARKS.test(path)).map((path) => path.replace(BUILD_MARKS, '')),
  )
  const isOwn = (path: string) =>
    !directoriesOf(path).some(
      ({ path, name }) =>
        FOREIGN.has(name.toLowerCase()) || name.startsWith('cmake-build-') || built.has(path),
    )
  return { paths: tree.paths.filter(isOwn), read: (path) => tree.read(path) }
}

function directoriesOf(path: string): readonly { path: string; name: string }[] {
  const names = path.split('/').slice(0, -1)
  return names.map((name, index) => ({ path: names.slice(0, index + 1).join('/'), name }))
}

/** The directory of a path; `.` for the root. */
export function directoryOf(path: string): string {
  const end = path.lastIndexOf('/')
  return end === -1 ? '.' : path.slice(0, end)
}

/** A file of a directory, where `.` is the root. */
export function fileIn(directory: string, name: string): string {
  return directory === '.' ? name : `${directory}/${name}`
}
