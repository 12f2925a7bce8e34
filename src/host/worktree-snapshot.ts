import { copyFile, open, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '../model/failure.ts'
import { GitError, type GitOptions, tryGit } from './git.ts'
import { artifactNames } from './journal.ts'
import { type GitContext, gitFor, isThere, type Source } from './repository.ts'

/** The uncommitted state of a working tree, as objects of a private repository. */
export interface Snapshot {
  readonly tree: string
  /** A commit of that tree: HEAD itself where nothing is uncommitted. */
  readonly commit: string
}

/** An identity and a date of their own, so that one tree always gives one commit. */
const IDENTITY = {
  GIT_AUTHOR_NAME: 'pairgate',
  GIT_AUTHOR_EMAIL: 'pairgate@invalid',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'pairgate',
  GIT_COMMITTER_EMAIL: 'pairgate@invalid',
  GIT_COMMITTER_DATE: '@0 +0000',
}

/**
 * Takes the working tree of `source` as it is, with untracked files that are not ignored, into the repository at
 * `directory`. Index and objects are private: nothing under the user's git directory is written.
 */
export async function takeSnapshot(
  source: Source,
  directory: string,
  context: GitContext,
): Promise<Snapshot> {
  if (source.workTree === null) {
    throw new UserError('a bare repository has no uncommitted state: give a commit as the candidate')
  }
  const { workTree } = source
  const index = join(directory, '.git/snapshot-index')
  await copyIndex(join(source.gitDirectory, 'index'), index)
  const env = { GIT_INDEX_FILE: index, GIT_OBJECT_DIRECTORY: join(directory, '.git/objects') }
  const run = (args: readonly string[]) => gitFor(context, workTree, args, { env })
  await addAll(workTree, env, run, context)
  await refuseDirtySubmodules(run)
  const tree = (await run(['write-tree'])).trim()
  const [head = '', headTree = ''] = (await run(['rev-parse', 'HEAD', 'HEAD^{tree}'])).split('\n')
  if (tree === headTree) return { tree, commit: head }
  const commit = await gitFor(
    context,
    directory,
    ['commit-tree', '--no-gpg-sign', '-p', head, '-m', 'Uncommitted state', tree],
    { env: IDENTITY },
  )
  return { tree, commit: commit.trim() }
}

/** Copies the index with its time: git trusts an entry only where it is older than the index. */
async function copyIndex(from: string, to: string): Promise<void> {
  if (!(await isThere(from))) return
  await copyFile(from, to)
  const { atime, mtimeMs } = await stat(from)
  await utimes(to, atime, Math.floor(mtimeMs) / 1000)
}

type Run = (args: readonly string[]) => Promise<string>

async function addAll(workTree: string, env: NonNullable<GitOptions['env']>, run: Run, context: GitContext) {
  const ignore = await tryGit(workTree, ['config', '--type=path', '--get', 'core.excludesFile'], {
    source: context.environment,
    userConfiguration: true,
  })
  const excludes = ignore.stdout.replace(/\n$/, '')
  const settings = excludes === '' ? [] : ['-c', `core.excludesFile=${excludes}`]
  const own = await ownArtifacts(workTree, settings, run)
  const left = own.map((path) => `:(top,literal,exclude)${path}`)
  try {
    await gitFor(context, workTree, [...settings, 'add', '--all', '--', ':/', ...left], { env })
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    throw new UserError(`the working tree could not be taken as it is: ${error.stderr}`, { cause: error })
  }
}

/** Untracked artifacts of this run and of earlier ones: they are no part of what is compared. */
async function ownArtifacts(
  workTree: string,
  settings: readonly string[],
  run: Run,
): Promise<readonly string[]> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z', '--', ':(top,glob)**/events.jsonl']
  const logs = (await run([...settings, ...args])).split('\0').filter((path) => path !== '')
  const own: string[] = []
  for (const log of logs) {
    if (!(await isJournal(join(workTree, log)))) continue
    own.push(...artifactNames.map((name) => join(dirname(log), name)))
  }
  return own
}

/** Whether a file is the journal of a run: it begins with a run's first event, or that is yet to come. */
async function isJournal(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64) })
  return bytesRead === 0 || buffer.toString('utf8', 0, bytesRead).startsWith('{"type":"run"')
}

/** Uncommitted work inside a submodule is no part of the tree: it must not be left out unseen. */
async function refuseDirtySubmodules(run: Run): Promise<void> {
  const args = [
    '--no-optional-locks',
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=no',
    '--no-renames',
  ]
  for (const entry of (await run([...args, '--ignore-submodules=untracked'])).split('\0')) {
    const path = /^1 \S+ S.M. (?:\S+ ){5}(.*)$/s.exec(entry)?.[1]
    if (path === undefined) continue
    throw new UserError(
      `the submodule ${path} has uncommitted changes, which are not compared: commit them there`,
    )
  }
}
