import { UserError } from '../model/failure.ts'
import { GitError, tryGit } from './git.ts'
import { type GitContext, gitFor, type Source } from './repository.ts'

/** The remote does not have a commit: it may have been pushed over. */
export class MissingCommit extends UserError {
  override readonly name = 'MissingCommit'
}

/** Where what a clone lacks is fetched from. */
export interface Remote {
  /** The address for a clone without the remote `origin`. */
  readonly url: string
  /** The only server that the token is shown to, such as `https://github.com`. */
  readonly server: string
  /** Empty for none. */
  readonly token: string
}

/** A repository of our own that what the user's clone lacks is fetched into. */
export interface Place {
  readonly directory: string
  readonly source: Source
  readonly url: string
  readonly remote: Remote
  readonly context: GitContext
}

/** Fetches commits into the place. Throws a UserError that says what to give instead. */
export async function fetchFrom(
  place: Place,
  wanted: readonly string[],
  options: readonly string[],
): Promise<void> {
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
  if (/not our ref|find remote ref/i.test(error.stderr)) {
    return new MissingCommit(
      `${wanted.join(' and ')} could not be fetched from ${withoutUser(url)}, which does not have it: give fetch-depth: 0 to actions/checkout, or a baseline that the clone has`,
      { cause: cleaned(error, url) },
    )
  }
  return new UserError(
    `the clone lacks history, and ${wanted.join(' and ')} could not be fetched from ${withoutUser(url)}: give fetch-depth: 0 to actions/checkout, or a baseline that the clone has`,
    { cause: cleaned(error, url) },
  )
}

/** What git said, without the address, which may hold a password. */
function cleaned({ stderr }: GitError, url: string): Error {
  return new Error(stderr.replaceAll(url, withoutUser(url)))
}

/** The commit that a name has at the remote, as a branch first and then as a tag. */
export async function remoteCommit(place: Place, name: string): Promise<string | null> {
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

/** The commit of a full name, such as `refs/heads/main`, at the remote now; null where there is none. */
export async function remoteRef(place: Place, ref: string): Promise<string | null> {
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

const SSH = /^(ssh:|git\+ssh:|[^/:]+@[^/]+:)/

/** The address to fetch from: that of the clone's own remote, where a job can reach it. */
export async function addressOf(source: Source, remote: Remote, context: GitContext): Promise<string> {
  const asked = await tryGit(source.directory, ['config', '--get', 'remote.origin.url'], {
    source: context.environment,
  })
  const url = asked.stdout.trim()
  const isUsable = asked.code === 0 && url !== '' && !url.startsWith('-')
  // A job has a token and seldom a key.
  return isUsable && (remote.token === '' || !SSH.test(url)) ? url : remote.url
}

/** An address as it may be shown: without a name and a password. */
export function withoutUser(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/, '$1')
}
