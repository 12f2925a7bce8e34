import { access, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Interrupted, UserError } from '../model/failure.ts'
import { type GitOptions, git, tryGit } from './git.ts'

/** What the steps of opening revisions share. */
export interface GitContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/** A repository that objects are borrowed from; nothing in it is ever written. */
export interface Source {
  /** Where git is run for it. */
  readonly directory: string
  /** The git directory of this working tree. */
  readonly gitDirectory: string
  /** The git directory that all working trees of the repository share. */
  readonly commonDirectory: string
  /** Null for a bare repository. */
  readonly workTree: string | null
}

/** Runs git for `context`, unless the run was interrupted. */
export async function gitFor(
  context: GitContext,
  directory: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  stopIfInterrupted(context.signal)
  try {
    return await git(directory, args, { source: context.environment, ...options })
  } catch (error) {
    // A signal from the terminal ends git too: then that is what went wrong.
    stopIfInterrupted(context.signal)
    throw error
  }
}

/** Throws the interruption that `signal` tells of. */
export function stopIfInterrupted(signal: AbortSignal): void {
  if (!signal.aborted) return
  throw signal.reason instanceof Interrupted ? signal.reason : new Interrupted()
}

/** The user's repository that `directory` is in. */
export async function findRepository(directory: string, context: GitContext): Promise<Source> {
  stopIfInterrupted(context.signal)
  const ask = (question: string) =>
    tryGit(directory, ['rev-parse', question], { source: context.environment })
  const found = await ask('--absolute-git-dir')
  if (found.stderr.includes('dubious ownership')) {
    throw new UserError(
      `${directory} belongs to another user, and this git refuses it: use git 2.38 or newer, or run as the user it belongs to`,
    )
  }
  if (found.code !== 0) {
    throw new UserError(
      `${directory} is not in a git repository: run pairgate inside one (${found.stderr.trim()})`,
    )
  }
  const common = await ask('--git-common-dir')
  const top = await ask('--show-toplevel')
  return {
    directory,
    gitDirectory: withoutNewline(found.stdout),
    commonDirectory: resolve(directory, withoutNewline(common.stdout)),
    workTree: top.code === 0 ? withoutNewline(top.stdout) : null,
  }
}

function withoutNewline(output: string): string {
  return output.replace(/\n$/, '')
}

/** Makes a repository at `directory` that reads the objects of `source`, and has none of its configuration. */
export async function borrowRepository(
  source: Source,
  directory: string,
  context: GitContext,
): Promise<void> {
  await initRepository(directory, await formatOf(source, context), context)
  await borrow(source, join(directory, '.git'))
}

/** As `borrowRepository`, for a bare repository. */
export async function borrowObjects(source: Source, directory: string, context: GitContext): Promise<void> {
  await initRepository(directory, await formatOf(source, context), context, ['--bare'])
  await borrow(source, directory)
}

async function formatOf(source: Source, context: GitContext): Promise<string> {
  // The git directory of a submodule may name a working tree that is gone.
  const env = { GIT_DIR: source.gitDirectory, GIT_WORK_TREE: source.directory }
  return (await gitFor(context, source.directory, ['rev-parse', '--show-object-format'], { env })).trim()
}

async function borrow(source: Source, gitDirectory: string): Promise<void> {
  await mkdir(join(gitDirectory, 'objects/info'), { recursive: true })
  const objects = join(source.commonDirectory, 'objects')
  await writeFile(join(gitDirectory, 'objects/info/alternates'), `${quoted(objects)}\n`)
  const shallow = join(source.commonDirectory, 'shallow')
  if (await isThere(shallow)) await copyFile(shallow, join(gitDirectory, 'shallow'))
}

/** Makes an empty repository at `directory`. */
export async function initRepository(
  directory: string,
  format: string,
  context: GitContext,
  options: readonly string[] = [],
): Promise<void> {
  await mkdir(directory, { recursive: true })
  await gitFor(context, directory, [
    'init',
    '--quiet',
    '--template=',
    `--object-format=${format}`,
    ...options,
  ])
}

/** Whether there is anything at `path`. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** A path as git's list of alternates wants it, whatever characters it has. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
