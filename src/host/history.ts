import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../model/failure.ts'
import { GitError, tryGit } from './git.ts'
import { borrowObjects, findRepository, type GitContext, gitFor, isThere, type Source } from './repository.ts'
import { resolveRef } from './resolve-ref.ts'
import { makeTemporaryDirectory } from './temporary.ts'

/** How many commits are asked for, step by step, where a clone is too shallow; then all of them. */
const DEPTHS = [64, 512, 4096]

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/

/** Where what a clone lacks is fetched from. */
export interface Remote {
  /** The address for a clone without the remote `origin`. */
  readonly url: string
  /** The only server that the token is shown to, such as `https://github.com`. */
  readonly server: string
  /** Empty for none. */
  readonly token: string
}

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

interface Place {
  readonly directory: string
  readonly source: Source
  readonly url: string
  readonly remote: Remote
  readonly context: GitContext
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
      if (COMMIT.test(ref)) {
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

async function fetchFrom(place: Place, wanted: readonly string[], options: readonly string[]): Promise<void> {
  const { directory, url, context } = place
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    ...options,
  ]
  try {
    await gitFor(context, directory, [...PATIENCE, ...args, '--end-of-options', url, ...wanted], {
      env: credentials(place),
    })
  } catch (error) {
    throw unreachable(place, wanted, error)
  }
}

/** A server that says nothing for a minute says nothing more. */
const PATIENCE = ['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=60']

function unreachable({ url }: Place, wanted: readonly string[], error: unknown): unknown {
  if (!(error instanceof GitError)) return error
  return new UserError(
    `the clone lacks history, and ${wanted.join(' and ')} could not be fetched from ${withoutUser(url)}: give fetch-depth: 0 to actions/checkout, or a baseline that the clone has`,
    { cause: error },
  )
}

/** The commit that a name has at the remote, as a branch first and then as a tag. */
async function remoteCommit(place: Place, name: string): Promise<string | null> {
  if (name.startsWith('-') || !/^[\w./@+-]+$/.test(name)) return null
  const plain = name.replace(/^(refs\/remotes\/)?origin\//, '')
  const names =
    name.startsWith('refs/') && plain === name ? [name] : [`refs/heads/${plain}`, `refs/tags/${plain}`]
  for (const ref of names) {
    const found = await remoteRef(place, ref)
    if (found !== null) return found
  }
  return null
}

async function remoteRef(place: Place, ref: string): Promise<string | null> {
  const { directory, url, context } = place
  const args = [...PATIENCE, 'ls-remote', '--quiet', '--end-of-options', url, ref, `${ref}^{}`]
  try {
    const lines = (await gitFor(context, directory, args, { env: credentials(place) })).split('\n')
    const commits = new Map(lines.map((line) => [line.split('\t')[1], line.split('\t')[0]]))
    return commits.get(`${ref}^{}`) ?? commits.get(ref) ?? null
  } catch (error) {
    throw unreachable(place, [ref], error)
  }
}

/** The token goes to its own server alone, by the environment of the one git that fetches. */
function credentials({ remote: { server, token } }: Place): Readonly<Record<string, string>> {
  if (token === '') return {}
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${server.replace(/\/+$/, '')}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  }
}

async function addressOf(source: Source, remote: Remote, context: GitContext): Promise<string> {
  const asked = await tryGit(source.directory, ['config', '--get', 'remote.origin.url'], {
    source: context.environment,
  })
  const url = asked.stdout.trim()
  return asked.code === 0 && url !== '' && !url.startsWith('-') ? url : remote.url
}

function withoutUser(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/, '$1')
}
