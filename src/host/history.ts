import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCommit } from '../model/commit.ts'
import { UserError } from '../model/failure.ts'
import { GitError, tryGit } from './git.ts'
import {
  addressOf,
  fetchFrom,
  type Place,
  type Remote,
  remoteCommit,
  remoteRef,
  withoutUser,
} from './remote.ts'
import { borrowObjects, findRepository, type GitContext, gitFor, isThere } from './repository.ts'
import { resolveRef } from './resolve-ref.ts'
import { makeTemporaryDirectory } from './temporary.ts'

/** How many commits are asked for, step by step, where a clone is too shallow; then all of them. */
const DEPTHS = [64, 512, 4096]

/** The commits of a repository, with those that a shallow clone lacks fetched when they are asked for. */
export interface History extends AsyncDisposable {
  /** A bare repository that borrows the user's objects and keeps what was fetched. */
  readonly directory: string
  /** The commit that `ref` names, in the clone or at the remote. */
  commitOf(ref: string): Promise<string>
  /** The tip of a branch at the remote, now. */
  tipOf(branch: string): Promise<string>
  /** The parents that a commit records, also those that a shallow clone cuts off. */
  parentsOf(commit: string): Promise<readonly string[]>
  /** Null where the two have no history in common. */
  mergeBaseOf(one: string, other: string): Promise<string | null>
}

/**
 * Opens the history of the repository that `repository` is in. What it lacks is fetched into a temporary repository,
 * never into the user's; disposing removes that.
 */
export async function openHistory(repository: string, remote: Remote, context: GitContext): Promise<History> {
  const source = await findRepository(repository, context)
  const temporary = await makeTemporaryDirectory(context.environment)
  const directory = join(temporary.path, 'h.git')
  try {
    await borrowObjects(source, directory, context)
    const url = await addressOf(source, remote, context)
    return {
      ...historyIn({ directory, source, url, remote, context }),
      [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
    }
  } catch (error) {
    await temporary[Symbol.asyncDispose]()
    throw error
  }
}

function historyIn(place: Place): Omit<History, typeof Symbol.asyncDispose> {
  const { directory, source, context } = place
  const here = (...args: string[]) => gitFor(context, directory, args)

  async function ensure(commit: string): Promise<void> {
    if (await has(place, commit)) return
    await fetchFrom(place, [commit], await depthOf(place))
  }

  return {
    directory,
    async commitOf(ref) {
      if (isCommit(ref)) {
        await ensure(ref)
        return ref
      }
      try {
        return await resolveRef(ref, source, context)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        const found = await remoteCommit(place, ref)
        if (found === null) throw error
        await ensure(found)
        return found
      }
    },
    async tipOf(branch) {
      const tip = await remoteRef(place, `refs/heads/${branch}`)
      if (tip === null) {
        throw new UserError(
          `there is no branch ${branch} at ${withoutUser(place.url)}: give the input \`baseline\``,
        )
      }
      await ensure(tip)
      return tip
    },
    async parentsOf(commit) {
      await ensure(commit)
      const [header = ''] = (await here('cat-file', 'commit', commit)).split('\n\n')
      return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? '')
    },
    async mergeBaseOf(one, other) {
      await ensure(one)
      await ensure(other)
      for (const depth of DEPTHS) {
        const found = await certainMergeBase(place, one, other)
        if (found !== 'unknown') return found
        await fetchFrom(place, [one, other], [`--depth=${depth}`])
      }
      const found = await certainMergeBase(place, one, other)
      if (found !== 'unknown') return found
      await fetchFrom(place, [one, other], ['--unshallow'])
      return mergeBase(place, one, other)
    },
  }
}

async function has({ directory, context }: Place, commit: string): Promise<boolean> {
  const found = await tryGit(directory, ['cat-file', '-e', `${commit}^{commit}`], {
    source: context.environment,
  })
  return found.code === 0
}

async function mergeBase({ directory, context }: Place, one: string, other: string): Promise<string | null> {
  const found = await tryGit(directory, ['merge-base', one, other], { source: context.environment })
  if (found.code > 1) throw new GitError(['merge-base', one, other], found)
  return found.code === 0 ? found.stdout.trim() : null
}

/**
 * The merge base, or `unknown` where commits that the clone lacks could hold a nearer one. They can do so only behind
 * a boundary of the shallow clone that is no ancestor of the merge base found.
 */
async function certainMergeBase(
  place: Place,
  one: string,
  other: string,
): Promise<string | null | 'unknown'> {
  const { directory, context } = place
  const boundary = await boundaryOf(place)
  const found = await mergeBase(place, one, other)
  if (boundary.size === 0) return found
  const except = found === null ? [] : [`^${found}`]
  const beside = await gitFor(context, directory, ['rev-list', one, other, ...except])
  return beside.split('\n').some((commit) => boundary.has(commit)) ? 'unknown' : found
}

async function boundaryOf({ directory }: Place): Promise<ReadonlySet<string>> {
  const file = join(directory, 'shallow')
  if (!(await isThere(file))) return new Set()
  return new Set((await readFile(file, 'utf8')).split('\n').filter((line) => line !== ''))
}

/** A whole clone stays whole: a fetch with a depth would cut its history. */
async function depthOf(place: Place): Promise<readonly string[]> {
  return (await boundaryOf(place)).size === 0 ? [] : ['--depth=1']
}
