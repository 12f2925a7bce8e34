import { join } from 'node:path'
import { UserError } from '../model/failure.ts'
import { GitError, tryGit } from './git.ts'
import {
  borrowRepository,
  type GitContext,
  gitFor,
  initRepository,
  isThere,
  type Source,
} from './repository.ts'
import { resolveSubmoduleUrl, withoutCredentials } from './submodule-url.ts'

interface Submodule {
  readonly name: string
  readonly path: string
  readonly url: string
  readonly commit: string
}

/** Where a checkout's submodules may be found: the user's repository of the same project, if there is one. */
interface Origin {
  readonly source: Source | null
  /** The address that relative addresses of submodules are relative to. */
  readonly url: string
}

/** Checks out, recursively, the submodules that the checkout at `directory` records. */
export async function checkOutSubmodules(
  directory: string,
  source: Source,
  context: GitContext,
): Promise<void> {
  await populate(directory, { source, url: await remoteUrl(source, context) }, context)
}

async function populate(directory: string, origin: Origin, context: GitContext): Promise<void> {
  for (const submodule of await listSubmodules(directory, context)) {
    const at = join(directory, submodule.path)
    const inside = await fill(submodule, at, origin, context)
    await populate(at, inside, context)
  }
}

async function fill(submodule: Submodule, at: string, origin: Origin, context: GitContext): Promise<Origin> {
  const url = resolveSubmoduleUrl(submodule.url, origin.url)
  try {
    const local = await findLocal(submodule, origin.source, context)
    if (local === null) await fetchCommit(url, submodule.commit, at, context)
    else await borrowRepository(local, at, context)
    await gitFor(context, at, ['checkout', '--quiet', '--detach', '--force', submodule.commit])
    return { source: local, url }
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    throw new UserError(
      `the submodule ${submodule.name} (${submodule.path}) could not be had at ${submodule.commit}: run git submodule update --init --recursive first (submodules: recursive and fetch-depth: 0 of actions/checkout)`,
      { cause: error },
    )
  }
}

/** The submodules of a checkout that its `.gitmodules` describes. */
async function listSubmodules(directory: string, context: GitContext): Promise<readonly Submodule[]> {
  const entries = (await gitFor(context, directory, ['ls-tree', '-r', '-z', 'HEAD'])).split('\0')
  const commits = entries.flatMap((entry) => {
    const [, commit, path] = /^160000 commit (\S+)\t(.*)$/s.exec(entry) ?? []
    return commit === undefined || path === undefined ? [] : [{ commit, path }]
  })
  if (commits.length === 0) return []
  const settings = await readSettings(directory, context)
  return commits.flatMap(({ commit, path }) => {
    const name = [...settings]
      .find(([key, value]) => key.endsWith('.path') && value === path)?.[0]
      .slice(0, -5)
    const url = name === undefined ? undefined : settings.get(`${name}.url`)
    return name === undefined || url === undefined ? [] : [{ name: checkedName(name), path, url, commit }]
  })
}

/** The settings of `.gitmodules`, such as `NAME.path`. */
async function readSettings(directory: string, context: GitContext): Promise<ReadonlyMap<string, string>> {
  const args = ['config', '-z', '--blob', 'HEAD:.gitmodules', '--get-regexp', '^submodule\\..*\\.(path|url)$']
  const output = await tryGit(directory, args, { source: context.environment })
  if (output.code !== 0) return new Map()
  return new Map(
    output.stdout.split('\0').flatMap((entry) => {
      const [, key, value] = /^submodule\.(.*?\.(?:path|url))\n(.*)$/s.exec(entry) ?? []
      return key === undefined || value === undefined ? [] : [[key, value] as const]
    }),
  )
}

/** A name becomes part of a path, so it must not lead out of it. */
function checkedName(name: string): string {
  if (name.split('/').includes('..')) throw new UserError(`the submodule name ${name} is not allowed`)
  return name
}

/** The user's own repository of a submodule, if it has the commit. */
async function findLocal(
  submodule: Submodule,
  source: Source | null,
  context: GitContext,
): Promise<Source | null> {
  if (source === null) return null
  const places = [
    join(source.gitDirectory, 'modules', submodule.name),
    join(source.commonDirectory, 'modules', submodule.name),
    ...(source.workTree === null ? [] : [join(source.workTree, submodule.path, '.git')]),
  ]
  for (const place of places) {
    if (!(await isThere(join(place, 'objects')))) continue
    // It may name a working tree that is gone, with another commit checked out; then git would not start in it.
    const env = { GIT_DIR: place, GIT_WORK_TREE: place }
    const args = ['cat-file', '-e', `${submodule.commit}^{commit}`]
    const has = await tryGit(place, args, { source: context.environment, env })
    if (has.code === 0)
      return { directory: place, gitDirectory: place, commonDirectory: place, workTree: null }
  }
  return null
}

/** Fetches one commit, or where the server gives none by its hash, everything. Addresses of files are refused. */
async function fetchCommit(url: string, commit: string, at: string, context: GitContext): Promise<void> {
  const env = { GIT_ALLOW_PROTOCOL: 'https:http:ssh:git' }
  await initRepository(at, commit.length === 64 ? 'sha256' : 'sha1', context)
  try {
    await gitFor(context, at, ['fetch', '--quiet', '--depth=1', '--end-of-options', url, commit], { env })
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    const everything = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']
    await gitFor(context, at, ['fetch', '--quiet', '--end-of-options', url, ...everything], { env })
  }
}

async function remoteUrl(source: Source, context: GitContext): Promise<string> {
  const found = await tryGit(source.directory, ['config', '--get', 'remote.origin.url'], {
    source: context.environment,
  })
  return found.code === 0
    ? withoutCredentials(found.stdout.trim())
    : (source.workTree ?? source.commonDirectory)
}
