import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type History, openHistory } from '../../src/host/history.ts'
import { openRevisions } from '../../src/host/revisions.ts'
import { type RealRepository, realRepository } from './real-repository.ts'

/** A repository to fetch from, with its history; `clone` makes a clone of it as a job would. */
interface Origin extends RealRepository {
  clone(...options: string[]): string
}

function origin(): Origin {
  const repository = realRepository()
  repository.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  let clones = 0
  return {
    ...repository,
    clone(...options) {
      const directory = join(repository.temporary, '..', `clone-${clones++}`)
      const url = `file://${repository.directory}`
      execFileSync('git', ['clone', '--quiet', ...options, url, directory])
      return directory
    },
  }
}

function open(directory: string, temporary: string): Promise<History> {
  const remote = { url: 'file:///nowhere', server: 'https://github.invalid', token: 'secret' }
  const environment = { ...process.env, TMPDIR: temporary }
  return openHistory(directory, remote, { environment, signal: new AbortController().signal })
}

/** Everything that git keeps for a clone, as a text. */
function stateOf(clone: string): string {
  const files = readdirSync(join(clone, '.git'), { recursive: true, encoding: 'utf8' }).sort()
  const shallow = join(clone, '.git/shallow')
  return `${files.join('\n')}\n${existsSync(shallow) ? readFileSync(shallow, 'utf8') : ''}`
}

/** Commits `count` times on the branch that is checked out; returns the last commit. */
function grow(repository: RealRepository, count: number, name = 'file'): string {
  let last = ''
  for (let index = 0; index < count; index++) last = repository.commit({ [name]: `${index}` })
  return last
}

test('a clone of depth 1 gets the parents of its commit, by what the commit records', async () => {
  using repository = origin()
  const parent = grow(repository, 3)
  const head = grow(repository, 1, 'other')
  const clone = repository.clone('--depth=1')
  const before = stateOf(clone)
  await using history = await open(clone, repository.temporary)
  expect(await history.parentsOf(head)).toEqual([parent])
  expect(await history.commitOf(parent)).toBe(parent)
  expect(stateOf(clone)).toBe(before)
})

test('what was fetched is there for the checkouts, and gone from the machine after them', async () => {
  using repository = origin()
  const parent = repository.commit({ file: 'old' })
  const head = repository.commit({ file: 'new' })
  const clone = repository.clone('--depth=1')
  const context = {
    environment: { ...process.env, TMPDIR: repository.temporary },
    signal: new AbortController().signal,
  }
  {
    await using history = await open(clone, repository.temporary)
    await history.commitOf(parent)
    const request = { repository: clone, history: history.directory, baseline: parent, candidate: head }
    await using checkouts = await openRevisions(request, context)
    expect(readFileSync(join(checkouts.baseline.directory, 'file'), 'utf8')).toBe('old')
    expect(readFileSync(join(checkouts.candidate.directory, 'file'), 'utf8')).toBe('new')
  }
  expect(readdirSync(repository.temporary)).toEqual([])
})

test('the merge base of a shallow clone is that of the whole history', async () => {
  using repository = origin()
  grow(repository, 5)
  const base = grow(repository, 1)
  repository.git('checkout', '--quiet', '-b', 'topic')
  const topic = grow(repository, 70, 'topic')
  repository.git('checkout', '--quiet', 'main')
  const main = grow(repository, 70, 'main')
  const clone = repository.clone('--depth=1', '--branch=topic')
  const before = stateOf(clone)
  await using history = await open(clone, repository.temporary)
  expect(await history.tipOf('main')).toBe(main)
  expect(await history.mergeBaseOf(main, topic)).toBe(base)
  expect(stateOf(clone)).toBe(before)
})

test('a merge base that a boundary could hide a nearer one behind is not believed', async () => {
  using repository = origin()
  // Both branches merge the nearer base late, and the farther one early: a clone cut in between sees the farther alone.
  const far = repository.commit({ file: 'far' })
  repository.git('checkout', '--quiet', '-b', 'long')
  const near = grow(repository, 30, 'long')
  const side = (name: string) => {
    repository.git('checkout', '--quiet', '-b', name, near)
    grow(repository, 20, name)
    repository.git('checkout', '--quiet', '-b', `${name}-top`, far)
    repository.commit({ [`${name}-top`]: '' })
    repository.git('merge', '--quiet', '--no-edit', name)
    return repository.git('rev-parse', 'HEAD')
  }
  const [one, other] = [side('one'), side('other')]
  repository.git('checkout', '--quiet', 'main')
  const clone = repository.clone('--depth=5', '--no-single-branch')
  await using history = await open(clone, repository.temporary)
  expect(await history.mergeBaseOf(one, other)).toBe(near)
})

test('branches without a common history have no merge base', async () => {
  using repository = origin()
  const main = grow(repository, 2)
  repository.git('checkout', '--quiet', '--orphan', 'other')
  const other = repository.commit({ file: 'other' })
  await using history = await open(repository.clone('--depth=1', '--branch=main'), repository.temporary)
  expect(await history.mergeBaseOf(main, other)).toBeNull()
})

test('names are looked up in the clone first, then as branches and tags of the remote', async () => {
  using repository = origin()
  const tagged = repository.commit({ file: '1' })
  repository.git('tag', '--annotate', '--message', 'one', 'v1')
  repository.git('checkout', '--quiet', '-b', 'topic/one')
  const topic = repository.commit({ file: '2' })
  repository.git('checkout', '--quiet', 'main')
  const head = repository.commit({ file: '3' })
  const clone = repository.clone('--depth=1', '--no-tags', '--branch=main')
  await using history = await open(clone, repository.temporary)
  expect(await history.commitOf('HEAD')).toBe(head)
  expect(await history.commitOf('v1')).toBe(tagged)
  expect(await history.commitOf('topic/one')).toBe(topic)
  expect(await history.commitOf('origin/topic/one')).toBe(topic)
})

test.each(['no-such-branch', '--upload-pack=touch x', 'a b'])(
  '%s names nothing, and is said so',
  async (ref) => {
    using repository = origin()
    repository.commit({ file: '1' })
    await using history = await open(repository.clone(), repository.temporary)
    await expect(history.commitOf(ref)).rejects.toThrow(/no commit is named|is not a revision/)
  },
)

test('a commit that the remote does not have is told with what to do', async () => {
  using repository = origin()
  repository.commit({ file: '1' })
  await using history = await open(repository.clone('--depth=1'), repository.temporary)
  await expect(history.commitOf('1'.repeat(40))).rejects.toThrow(/could not be fetched.*fetch-depth: 0/)
})

test('a whole clone stays whole: nothing is cut off by what is fetched', async () => {
  using repository = origin()
  const base = grow(repository, 3)
  const clone = repository.clone()
  const later = grow(repository, 2)
  await using history = await open(clone, repository.temporary)
  expect(await history.commitOf(later)).toBe(later)
  expect(await history.mergeBaseOf(base, later)).toBe(base)
  expect(existsSync(join(history.directory, 'shallow'))).toBe(false)
})
