import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRevisions } from '../../src/host/revisions.ts'
import { Interrupted, UserError } from '../../src/model/failure.ts'
import { fingerprint, gitIn, type RealRepository, realRepository } from './real-repository.ts'

function open(
  repository: RealRepository,
  baseline: string,
  candidate: string,
  directory = repository.directory,
  signal = new AbortController().signal,
) {
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: repository.temporary,
    TMPDIR: repository.temporary,
  }
  return openRevisions({ repository: directory, baseline, candidate }, { environment, signal })
}

const ODD = 'odd dir/a "quoted"\nünïcode \\ file.txt'

test('each revision has its own checkout at a path of equal length, with an empty build root', async () => {
  using repository = realRepository()
  const first = repository.commit({ 'a.txt': 'one', 'same.txt': 'same' })
  const second = repository.commit({ 'a.txt': 'two' })
  await using checkouts = await open(repository, 'HEAD~1', 'main')
  const { baseline, candidate } = checkouts
  expect(baseline).toMatchObject({ revision: 'baseline', ref: 'HEAD~1', version: first })
  expect(candidate).toMatchObject({ revision: 'candidate', ref: 'main', version: second })
  expect(readFileSync(join(baseline.directory, 'a.txt'), 'utf8')).toBe('one')
  expect(readFileSync(join(candidate.directory, 'a.txt'), 'utf8')).toBe('two')
  expect(baseline.directory).not.toBe(candidate.directory)
  expect(baseline.directory.length).toBe(candidate.directory.length)
  expect(baseline.buildRoot.length).toBe(candidate.buildRoot.length)
  expect([...readdirSync(baseline.buildRoot), ...readdirSync(candidate.buildRoot)]).toEqual([])
  expect(checkouts.changedPaths).toEqual(['a.txt'])
  expect(checkouts.trackedPaths).toEqual(['a.txt', 'same.txt'])
})

test("nothing under the user's git directory changes", async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'one' })
  repository.commit({ 'a.txt': 'two' })
  repository.write({ 'a.txt': 'three', 'new.txt': 'new' })
  const before = fingerprint(repository.directory)
  {
    await using _checkouts = await open(repository, 'HEAD~1', 'worktree')
    expect(fingerprint(repository.directory)).toEqual(before)
  }
  expect(fingerprint(repository.directory)).toEqual(before)
})

test('the working tree is taken with untracked and deleted files, modes and links, without ignored ones', async () => {
  using repository = realRepository()
  repository.commit({
    '.gitignore': '*.o\n',
    'gone.txt': 'x',
    'tool.sh': 'x',
    'staged.txt': 'x',
    'kept.txt': 'x',
  })
  repository.write({ '.git/info/exclude': 'private.txt\n' })
  repository.write({ 'staged.txt': 'staged' })
  repository.git('add', 'staged.txt')
  repository.git('rm', '--quiet', '--cached', 'gone.txt')
  repository.git('rm', '--quiet', '--force', 'kept.txt')
  repository.write({ 'new.txt': 'new', 'built.o': 'ignored', 'private.txt': 'ignored', 'deep/er/a.txt': 'a' })
  gitIn(repository.directory, 'clean', '--quiet', '--force', 'gone.txt')
  chmodSync(join(repository.directory, 'tool.sh'), 0o755)
  symlinkSync('new.txt', join(repository.directory, 'link'))
  await using checkouts = await open(repository, 'HEAD', 'worktree')
  const { directory, version } = checkouts.candidate
  expect(version).toMatch(/^worktree:[0-9a-f]{40}$/)
  expect(version).toBe(`worktree:${gitIn(directory, 'rev-parse', 'HEAD^{tree}')}`)
  expect(checkouts.trackedPaths).toEqual(
    ['.gitignore', 'deep/er/a.txt', 'link', 'new.txt', 'staged.txt', 'tool.sh'].sort(),
  )
  expect(checkouts.changedPaths).toEqual(
    ['deep/er/a.txt', 'gone.txt', 'kept.txt', 'link', 'new.txt', 'staged.txt', 'tool.sh'].sort(),
  )
  expect(statSync(join(directory, 'tool.sh')).mode & 0o111).toBe(0o111)
  expect(statSync(join(checkouts.baseline.directory, 'tool.sh')).mode & 0o111).toBe(0)
  expect(readFileSync(join(directory, 'link'), 'utf8')).toBe('new')
  expect(existsSync(join(directory, 'built.o'))).toBe(false)
})

test('a change made in the moment of staging is seen, though size and time are the same', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': '1111' })
  repository.git('config', 'core.trustctime', 'false')
  const moment = new Date('2020-01-01T00:00:00Z')
  const at = (path: string) => utimesSync(join(repository.directory, path), moment, moment)
  repository.write({ 'a.txt': '2222' })
  at('a.txt')
  repository.git('add', 'a.txt')
  repository.write({ 'a.txt': '3333' })
  at('a.txt')
  at('.git/index')
  await using checkouts = await open(repository, 'HEAD', 'worktree')
  expect(readFileSync(join(checkouts.candidate.directory, 'a.txt'), 'utf8')).toBe('3333')
})

test('a clean working tree is the commit that it stands on', async () => {
  using repository = realRepository()
  const commit = repository.commit({ 'a.txt': 'one' })
  await using checkouts = await open(repository, 'HEAD', 'worktree')
  expect(gitIn(checkouts.candidate.directory, 'rev-parse', 'HEAD')).toBe(commit)
  expect(checkouts.changedPaths).toEqual([])
})

test('artifacts of earlier runs are no part of the working tree; files beside them are', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'one' })
  repository.write({
    'pairgate-results/events.jsonl': '{"type":"run","schema_version":1}\n',
    'pairgate-results/results.json': '{}',
    'begun/events.jsonl': '',
    'begun/mine.txt': 'mine',
    'other/events.jsonl': '{"event":"of another tool"}\n',
  })
  await using checkouts = await open(repository, 'HEAD', 'worktree')
  expect(checkouts.changedPaths).toEqual(['begun/mine.txt', 'other/events.jsonl'])
})

test("the user's own list of ignored files counts", async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'one' })
  repository.write({ 'a.swp': 'ignored', '../temporary/ignored': '*.swp\n' })
  repository.write({ '../temporary/.gitconfig': '[core]\nexcludesFile = ~/ignored\n' })
  await using checkouts = await open(repository, 'HEAD', 'worktree')
  expect(checkouts.changedPaths).toEqual([])
})

test('file names may hold spaces, quotes, newlines and any letters', async () => {
  using repository = realRepository('user "dir"\nwith ünïcode')
  repository.commit({ 'a.txt': 'one' })
  repository.commit({ [ODD]: 'odd' })
  await using checkouts = await open(repository, 'HEAD~1', 'HEAD')
  expect(checkouts.changedPaths).toEqual([ODD])
  expect(checkouts.trackedPaths).toEqual(['a.txt', ODD])
  expect(readFileSync(join(checkouts.candidate.directory, ODD), 'utf8')).toBe('odd')
})

test('a subdirectory, a linked working tree and a detached one are inside the repository', async () => {
  using repository = realRepository()
  repository.commit({ 'sub/a.txt': 'one' })
  repository.commit({ 'sub/a.txt': 'two' })
  const linked = join(repository.directory, '../linked')
  repository.git('worktree', 'add', '--quiet', '--detach', linked)
  repository.write({ '../linked/sub/a.txt': 'three', '../linked/top.txt': 'top' })
  await using checkouts = await open(repository, 'HEAD~1', 'worktree', join(linked, 'sub'))
  expect(checkouts.changedPaths).toEqual(['sub/a.txt', 'top.txt'])
  expect(readFileSync(join(checkouts.candidate.directory, 'sub/a.txt'), 'utf8')).toBe('three')
})

test('no configuration of the user reaches the checkouts: no token, no remote, no hook', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'one' })
  repository.git('config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic c2VjcmV0')
  repository.git('remote', 'add', 'origin', 'https://user:secret@example.invalid/x')
  repository.write({ '.git/hooks/post-checkout': '#!/bin/sh\necho ran > hook-ran\n' })
  chmodSync(join(repository.directory, '.git/hooks/post-checkout'), 0o755)
  await using checkouts = await open(repository, 'HEAD', 'HEAD')
  for (const { directory } of [checkouts.baseline, checkouts.candidate]) {
    expect(gitIn(directory, 'config', '--local', '--list')).not.toMatch(/extraheader|remote|secret/i)
    expect(existsSync(join(directory, 'hook-ran'))).toBe(false)
  }
})

test.each([
  ['-x', /-x is not a revision/],
  ['', /empty revision/],
  ['nowhere', /no commit is named nowhere: give a branch/],
  ['maim', /did you mean main\?/],
  ['v1.1', /did you mean v1\.0\?/],
  ['feature', /did you mean origin\/feature\?/],
  ['both', /ambiguous: give one of refs\/heads\/both, refs\/tags\/both/],
  ['main..other', /no commit is named main\.\.other/],
  ['HEAD:a.txt', /no commit is named HEAD:a\.txt/],
])('the revision %j gets an error that says what to do', async (ref, message) => {
  using repository = realRepository()
  const commit = repository.commit({ 'a.txt': 'one' })
  repository.git('tag', 'v1.0')
  repository.git('update-ref', 'refs/remotes/origin/feature', commit)
  repository.git('tag', 'both')
  repository.commit({ 'a.txt': 'two' })
  repository.git('branch', 'both')
  await expect(open(repository, ref, 'HEAD')).rejects.toThrow(message)
  await expect(open(repository, 'HEAD', ref)).rejects.toThrow(UserError)
  expect(readdirSync(repository.temporary)).toEqual([])
})

test('a directory outside any repository, or that is not there, is told apart from a wrong revision', async () => {
  using repository = realRepository()
  await expect(open(repository, 'HEAD', 'HEAD', repository.temporary)).rejects.toThrow(
    /not in a git repository/,
  )
  await expect(open(repository, 'HEAD', 'HEAD', '/nowhere/at/all')).rejects.toThrow(UserError)
})

test('a shallow clone works, and says so where its history does not reach', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'one' })
  repository.commit({ 'a.txt': 'two' })
  repository.commit({ 'a.txt': 'three' })
  const shallow = join(repository.directory, '../shallow')
  gitIn(repository.directory, 'clone', '--quiet', '--depth=2', `file://${repository.directory}`, shallow)
  {
    await using checkouts = await open(repository, 'HEAD~1', 'HEAD', shallow)
    expect(readFileSync(join(checkouts.baseline.directory, 'a.txt'), 'utf8')).toBe('two')
    expect(gitIn(checkouts.candidate.directory, 'log', '--format=%s')).toBe('A commit\nA commit')
  }
  await expect(open(repository, 'HEAD~2', 'HEAD', shallow)).rejects.toThrow(/shallow.*fetch-depth: 0/)
})

test('disposing removes everything, twice as well as once, also directories that may not be written', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'one' })
  const checkouts = await open(repository, 'HEAD', 'HEAD')
  const locked = join(checkouts.candidate.buildRoot, 'locked/inside')
  mkdirSync(locked, { recursive: true })
  symlinkSync(repository.directory, join(locked, 'link'))
  chmodSync(locked, 0o500)
  chmodSync(join(locked, '..'), 0o000)
  await checkouts[Symbol.asyncDispose]()
  await checkouts[Symbol.asyncDispose]()
  expect(readdirSync(repository.temporary)).toEqual([])
  expect(existsSync(join(repository.directory, 'a.txt'))).toBe(true)
})

test('a failure half way removes what was there', async () => {
  using repository = realRepository()
  const commit = repository.commit({ 'a.txt': 'one' })
  const blob = repository.git('rev-parse', `${commit}:a.txt`)
  rmSync(join(repository.directory, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  await expect(open(repository, 'HEAD', 'HEAD')).rejects.toThrow(/HEAD could not be checked out/)
  expect(readdirSync(repository.temporary)).toEqual([])
})

test('an interrupted run stops between two calls of git and leaves nothing', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'one' })
  const controller = new AbortController()
  const opening = open(repository, 'HEAD', 'HEAD', repository.directory, controller.signal)
  controller.abort(new Interrupted('SIGINT'))
  await expect(opening).rejects.toThrow(Interrupted)
  expect(readdirSync(repository.temporary)).toEqual([])
})

test('an interruption in the middle of a checkout removes what was there', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'one' })
  const controller = new AbortController()
  const opening = open(repository, 'HEAD', 'worktree', repository.directory, controller.signal)
  const stopped = expect(opening).rejects.toThrow(/interrupted by SIGTERM/)
  while (readdirSync(repository.temporary).length === 0) await new Promise(setImmediate)
  controller.abort(new Interrupted('SIGTERM'))
  await stopped
  expect(readdirSync(repository.temporary)).toEqual([])
})

test('files that Git LFS would have to fetch are known by their attribute', async () => {
  using repository = realRepository()
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n'
  repository.commit({ 'a.txt': 'one', '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n' })
  repository.commit({ 'data/a.bin': pointer, 'b.txt': 'two' })
  await using checkouts = await open(repository, 'HEAD~1', 'main')
  expect(checkouts.lfsPaths).toEqual(['data/a.bin'])
  expect(readFileSync(join(checkouts.candidate.directory, 'data/a.bin'), 'utf8')).toBe(pointer)
})
