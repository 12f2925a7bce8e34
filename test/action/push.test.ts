import { expect, test } from 'vitest'
import { nodes } from '../command-line.ts'
import { githubServer } from '../github/server.ts'
import { expectCompared, expectRefused } from './compared.ts'
import { mergeGroup, push } from './events.ts'
import { runJob } from './job.ts'
import { checkOut, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

const NOTHING = '0'.repeat(40)

test.each(nodes)(
  'on %s a push is compared with the commit before it, over all of its commits',
  async (node) => {
    using origin = originRepository()
    const before = origin.commit(toldTime(20))
    origin.commit(toldTime(200))
    const after = origin.commit({ 'README.md': 'x' })
    using clone = checkOut(origin, after)
    const state = clone.state()
    await using server = await githubServer()
    const job = await runJob({ workspace: clone.directory, server, event: push(before, after), node })
    expectCompared(job, { baseline: before, candidate: after, policy: /the one before the push/ })
    expect(job.code).toBe(1)
    expect(clone.state()).toEqual(state)
    expect(server.received).toEqual([])
    expect(job.outputs).not.toHaveProperty('comment-url')
  },
)

test('a new branch is compared with the merge base of it and the default branch', async () => {
  using origin = originRepository()
  const fork = origin.commit(toldTime(20))
  origin.switchTo('parser', fork)
  origin.commit(toldTime(200))
  const after = origin.commit({ 'README.md': 'x' })
  origin.switchTo('main')
  origin.commit(toldTime(2))
  using clone = checkOut(origin, after)
  await using server = await githubServer()
  const event = push(NOTHING, after, 'parser')
  const job = await runJob({ workspace: clone.directory, server, event })
  const policy = /the merge base of the candidate and the branch main/
  expectCompared(job, { baseline: fork, candidate: after, policy })
  expect(job.code).toBe(1)
})

test('a forced push is compared with the merge base, not with what it replaced', async () => {
  using origin = originRepository()
  const fork = origin.commit(toldTime(20))
  origin.switchTo('parser', fork)
  const replaced = origin.commit(toldTime(2))
  origin.switchTo('parser', fork)
  const after = origin.commit({ 'README.md': 'x' })
  using clone = checkOut(origin, after)
  const state = clone.state()
  await using server = await githubServer()
  const event = push(replaced, after, 'parser', true)
  const job = await runJob({ workspace: clone.directory, server, event })
  const policy = /before the push is no ancestor: the merge base of the candidate and the branch main/
  expectCompared(job, { baseline: fork, candidate: after, policy })
  expect(job.code).toBe(0)
  expect(clone.state()).toEqual(state)
})

test('a forced push whose replaced commit the server no longer has is compared with the merge base', async () => {
  using origin = originRepository()
  const fork = origin.commit(toldTime(20))
  origin.switchTo('parser', fork)
  const after = origin.commit({ 'README.md': 'x' })
  using clone = checkOut(origin, after)
  await using server = await githubServer()
  const event = push('d'.repeat(40), after, 'parser', true)
  const job = await runJob({ workspace: clone.directory, server, event })
  expectCompared(job, { baseline: fork, candidate: after, policy: /no ancestor/ })
})

test('a forced push of the default branch asks for a baseline', async () => {
  using origin = originRepository()
  const fork = origin.commit(toldTime(20))
  const replaced = origin.commit(toldTime(2))
  origin.switchTo('main', fork)
  const after = origin.commit({ 'README.md': 'x' })
  using clone = checkOut(origin, after)
  await using server = await githubServer()
  const event = push(replaced, after, 'main', true)
  expectRefused(await runJob({ workspace: clone.directory, server, event }), /give the input `baseline`/)
})

test('the first push of the default branch asks for a baseline', async () => {
  using origin = originRepository()
  const after = origin.commit(toldTime(20))
  using clone = checkOut(origin, after)
  await using server = await githubServer()
  const event = push(NOTHING, after)
  expectRefused(await runJob({ workspace: clone.directory, server, event }), /give the input `baseline`/)
})

test('a push of a branch without history in common with the default one asks for a baseline', async () => {
  using origin = originRepository()
  origin.commit(toldTime(20))
  origin.git('checkout', '--quiet', '--orphan', 'alone')
  const after = origin.commit({ 'README.md': 'x' })
  using clone = checkOut(origin, after)
  await using server = await githubServer()
  const event = push(NOTHING, after, 'alone')
  expectRefused(await runJob({ workspace: clone.directory, server, event }), /no history in common/)
})

test('a merge group is compared with what it is merged into', async () => {
  using origin = originRepository()
  const base = origin.commit(toldTime(20))
  origin.switchTo('parser', base)
  const change = origin.commit(toldTime(200))
  const head = origin.merge(base, change)
  using clone = checkOut(origin, head)
  const state = clone.state()
  await using server = await githubServer()
  const job = await runJob({ workspace: clone.directory, server, event: mergeGroup(head, base) })
  expectCompared(job, { baseline: base, candidate: head, policy: /the merge group against/ })
  expect(job.code).toBe(1)
  expect(clone.state()).toEqual(state)
})
