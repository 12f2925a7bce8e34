import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRevisions } from '../../src/host/revisions.ts'
import { makeTemporaryDirectory } from '../../src/host/temporary.ts'
import { describeError } from '../../src/model/failure.ts'
import { fingerprint, gitIn, type RealRepository, realRepository } from './real-repository.ts'

/** A repository whose submodule `vendor/lib` is checked out, and the project that it came from. */
function withSubmodule() {
  const library = realRepository('library')
  library.commit({ 'lib.txt': 'one' })
  const user = realRepository()
  user.git('submodule', 'add', '--quiet', library.directory, 'vendor/lib')
  user.commit({ 'own.txt': 'own' })
  return {
    library,
    user,
    [Symbol.dispose]() {
      library[Symbol.dispose]()
      user[Symbol.dispose]()
    },
  }
}

function open(user: RealRepository, baseline: string, candidate: string) {
  return openRevisions(
    { repository: user.directory, baseline, candidate },
    { environment: { ...process.env, TMPDIR: user.temporary }, signal: new AbortController().signal },
  )
}

test("looking for edits in a submodule leaves the submodule's index as it was", async () => {
  using repositories = withSubmodule()
  const { user } = repositories
  // Unchanged but for its time: git would like to note that in the index.
  utimesSync(join(user.directory, 'vendor/lib/lib.txt'), 1000, 1000)
  const before = fingerprint(join(user.directory, '.git'))
  await using checkouts = await open(user, 'HEAD', 'worktree')
  expect(fingerprint(join(user.directory, '.git'))).toEqual(before)
  expect(checkouts.changedPaths).toEqual([])
})

test('a submodule that only the baseline has is taken from what the user has kept of it', async () => {
  using repositories = withSubmodule()
  const { library, user } = repositories
  user.git('rm', '--quiet', '-f', 'vendor/lib')
  rmSync(join(user.directory, 'vendor'), { recursive: true, force: true })
  user.commit({})
  rmSync(library.directory, { recursive: true })
  await using checkouts = await open(user, 'HEAD~1', 'HEAD')
  expect(readFileSync(join(checkouts.baseline.directory, 'vendor/lib/lib.txt'), 'utf8')).toBe('one')
})

test("a submodule beside the project is asked for without the token in the project's address", async () => {
  using repositories = withSubmodule()
  const { user } = repositories
  user.git('config', '--file', '.gitmodules', 'submodule.vendor/lib.url', '../library')
  user.git('remote', 'add', 'origin', 'https://x-access-token:not-for-others@127.0.0.1:1/owner/user')
  user.commit({})
  rmSync(join(user.directory, '.git/modules'), { recursive: true })
  const error: unknown = await open(user, 'HEAD', 'HEAD').catch((thrown: unknown) => thrown)
  expect(describeError(error)).toContain('127.0.0.1:1/owner/library')
  expect(describeError(error)).not.toContain('not-for-others')
})

test('what changed inside a submodule is among the changed paths, and its files are tracked', async () => {
  using repositories = withSubmodule()
  const { library, user } = repositories
  library.commit({ 'lib.txt': 'two', 'same.txt': 'new' })
  gitIn(join(user.directory, 'vendor/lib'), 'pull', '--quiet')
  user.commit({})
  await using checkouts = await open(user, 'HEAD~1', 'HEAD')
  expect(checkouts.changedPaths).toEqual(['vendor/lib', 'vendor/lib/lib.txt', 'vendor/lib/same.txt'])
  expect(checkouts.trackedPaths).toContain('vendor/lib/same.txt')
})

test('a process that leaves without unwinding removes its directory, and a disposed one is left alone', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'exit-test-'))
  const before = process.listeners('exit')
  const directory = await makeTemporaryDirectory({ TMPDIR: parent })
  writeFileSync(join(directory.path, 'file'), '')
  for (const listener of process.listeners('exit').filter((one) => !before.includes(one))) listener(2)
  expect(readdirSync(parent)).toEqual([])
  await directory[Symbol.asyncDispose]()
  expect(process.listeners('exit')).toEqual(before)
  rmSync(parent, { recursive: true })
})
