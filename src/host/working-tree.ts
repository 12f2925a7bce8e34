import { join } from 'node:path'
import { UserError } from '../model/failure.ts'
import { createFiles } from './files.ts'
import { findRepository, type GitContext, gitFor } from './repository.ts'

/** A user's working tree: what git tracks there, as it is on the disk. */
export interface WorkingTree {
  readonly root: string
  /** Tracked regular files, relative to the root; submodules and symbolic links are none. */
  readonly paths: readonly string[]
  /** The text of a file; empty where it is not there. */
  read(path: string): Promise<string>
}

/** The working tree that `directory` is in. Throws a UserError where there is none. */
export async function openWorkingTree(directory: string, context: GitContext): Promise<WorkingTree> {
  const { workTree } = await findRepository(directory, context)
  if (workTree === null) {
    throw new UserError(
      `${directory} is in a bare repository, which has no files: give a clone with a working tree`,
    )
  }
  const files = createFiles()
  const listed = await gitFor(context, workTree, ['ls-files', '--stage', '-z'])
  return {
    root: workTree,
    paths: regularFiles(listed),
    async read(path) {
      const absolute = join(workTree, path)
      return (await files.exists(absolute)) ? files.readText(absolute) : ''
    },
  }
}

/** A path in conflict is listed once for each of its versions. */
function regularFiles(listed: string): readonly string[] {
  const paths = listed.split('\0').flatMap((entry) => /^100\d{3} [^\t]*\t(.*)$/s.exec(entry)?.[1] ?? [])
  return [...new Set(paths)]
}
