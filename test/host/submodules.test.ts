import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openRevisions } from '../../src/host/revisions.ts'
import { resolveSubmoduleUrl } from '../../src/host/submodule-url.ts'
import { serveRepositories } from './git-server.ts'
import { fingerprint, gitIn, type RealRepository, realRepository } from './real-repository.ts'

function open(repository: RealRepository, baseline: string, candidate: string) {
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: repository.temporary,
    TMPDIR: repository.temporary,
  }
  const request = { repository: repository.directory, baseline, candidate }
  return openRevisions(request, { environment, signal: new AbortController().signal })
}

/** `user` has the submodule `libs/outer`, which has the submodule `inner`; two commits of each, both recorded. */
function nested(): Disposable & { user: RealRepository; outer: RealRepository; inner: RealRepository } {
  const [inner, outer, user] = [realRepository('inner'), realRepository('outer'), realRepository()]
  inner.commit({ 'inner.txt': 'inner 1' })
  outer.git('submodule', '--quiet', 'add', inner.directory, 'inner')
  outer.commit({ 'outer.txt': 'outer 1' })
  user.git('submodule', '--quiet', 'add', '--name', 'odd name', outer.directory, 'libs/outer')
  user.git('submodule', '--quiet', 'update', '--init', '--recursive')
  user.commit({ 'user.txt': 'user 1' })
  const at = join(user.directory, 'libs/outer')
  inner.commit({ 'inner.txt': 'inner 2' })
  gitIn(join(at, 'inner'), 'pull', '--quiet', 'origin', 'main')
  gitIn(at, 'commit', '--quiet', '--all', '--message', 'Newer inner')
  user.commit({ 'user.txt': 'user 2' })
  return {
    user,
    outer,
    inner,
    [Symbol.dispose]: () => {
      for (const one of [user, outer, inner]) one[Symbol.dispose]()
    },
  }
}

test("submodules come from the user's own repositories, each at its recorded commit, without their remotes", async () => {
  using world = nested()
  rmSync(world.outer.directory, { recursive: true })
  rmSync(world.inner.directory, { recursive: true })
  const before = fingerprint(world.user.directory)
  await using checkouts = await open(world.user, 'HEAD~1', 'HEAD')
  const read = (directory: string) => readFileSync(join(directory, 'libs/outer/inner/inner.txt'), 'utf8')
  expect(read(checkouts.baseline.directory)).toBe('inner 1')
  expect(read(checkouts.candidate.directory)).toBe('inner 2')
  expect(readFileSync(join(checkouts.baseline.directory, 'libs/outer/outer.txt'), 'utf8')).toBe('outer 1')
  expect(checkouts.changedPaths).toEqual([
    'libs/outer',
    'libs/outer/inner',
    'libs/outer/inner/inner.txt',
    'user.txt',
  ])
  expect(fingerprint(world.user.directory)).toEqual(before)
})

test('a submodule that is not here and whose address is a file is refused by name, and nothing is left', async () => {
  using world = nested()
  rmSync(join(world.user.directory, '.git/modules'), { recursive: true })
  await expect(open(world.user, 'HEAD~1', 'HEAD~1')).rejects.toThrow(
    /the submodule odd name \(libs\/outer\).*git submodule update --init --recursive/,
  )
  expect(readdirSync(world.user.temporary)).toEqual([])
})

test('a submodule that is not here is fetched from its address, relative to that of the project', async () => {
  using world = nested()
  await using server = await serveRepositories(dirname(dirname(world.outer.directory)))
  const served = `${server.url}/${basename(dirname(world.inner.directory))}`
  const modules = readFileSync(join(world.outer.directory, '.gitmodules'), 'utf8')
  world.outer.commit({ '.gitmodules': modules.replace(/url = .*/, `url = ${served}/inner`) })
  world.user.git('remote', 'add', 'origin', `${server.url}/project`)
  world.user.git(
    'config',
    '--file',
    '.gitmodules',
    'submodule.odd name.url',
    relativeTo(world.outer.directory),
  )
  gitIn(join(world.user.directory, 'libs/outer'), 'fetch', '--quiet')
  gitIn(join(world.user.directory, 'libs/outer'), 'checkout', '--quiet', 'origin/main')
  world.user.commit({})
  rmSync(join(world.user.directory, '.git/modules'), { recursive: true })
  await using checkouts = await open(world.user, 'HEAD', 'HEAD')
  const { directory } = checkouts.candidate
  expect(readFileSync(join(directory, 'libs/outer/inner/inner.txt'), 'utf8')).toBe('inner 1')
})

/** Such as `../revisions-test-x/outer`. */
function relativeTo(directory: string): string {
  return `../${basename(dirname(directory))}/${basename(directory)}`
}

test('the working tree records the commit that a submodule stands on', async () => {
  using world = nested()
  const at = join(world.user.directory, 'libs/outer')
  world.user.write({ 'libs/outer/outer.txt': 'outer 2', 'libs/outer/untracked.txt': 'x' })
  gitIn(at, 'commit', '--quiet', '--all', '--message', 'Newer outer')
  await using checkouts = await open(world.user, 'HEAD', 'worktree')
  const directory = join(checkouts.candidate.directory, 'libs/outer')
  expect(readFileSync(join(directory, 'outer.txt'), 'utf8')).toBe('outer 2')
  expect(existsSync(join(directory, 'untracked.txt'))).toBe(false)
})

test('uncommitted changes inside a submodule are refused by name', async () => {
  using world = nested()
  world.user.write({ 'libs/outer/outer.txt': 'changed' })
  await expect(open(world.user, 'HEAD', 'worktree')).rejects.toThrow(/libs\/outer has uncommitted changes/)
})

test('a submodule name that leads out of the modules is refused', async () => {
  using world = nested()
  const text = readFileSync(join(world.user.directory, '.gitmodules'), 'utf8')
  world.user.commit({ '.gitmodules': text.replaceAll('odd name', '../../x') })
  await expect(open(world.user, 'HEAD', 'HEAD')).rejects.toThrow(/name ..\/..\/x is not allowed/)
})

test.each([
  ['https://example.org/x.git', 'https://host/group/project.git', 'https://example.org/x.git'],
  ['../other.git', 'https://host/group/project.git', 'https://host/group/other.git'],
  ['../../other.git', 'https://host/group/project.git/', 'https://host/other.git'],
  ['./sub', 'https://host/group/project', 'https://host/group/project/sub'],
  ['../other', 'git@host:group/project', 'git@host:group/other'],
  ['../../other', 'git@host:group/project', 'git@host:other'],
  ['../other', '/srv/project', '/srv/other'],
])('the address %s of a submodule of %s is %s', (url, project, resolved) => {
  expect(resolveSubmoduleUrl(url, project)).toBe(resolved)
})

test("a submodule's index is not refreshed in passing", async () => {
  using world = nested()
  const file = join(world.user.directory, 'libs/outer/outer.txt')
  utimesSync(file, new Date(0), new Date(0))
  const before = fingerprint(world.user.directory)
  await using _checkouts = await open(world.user, 'HEAD', 'worktree')
  expect(fingerprint(world.user.directory)).toEqual(before)
})
