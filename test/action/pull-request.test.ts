import { expect, test } from 'vitest'
import { nodes } from '../command-line.ts'
import { githubServer } from '../github/server.ts'
import { expectCompared } from './compared.ts'
import { pullRequest } from './events.ts'
import { runJob } from './job.ts'
import { checkOut, type Origin, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

const FIRST_PARENT = /first parent, the tip of the base branch that was merged/

/** A slower head that left main at `fork`, its merge with `base`, and a main that moved on since. */
function slowerPull(origin: Origin) {
  const fork = origin.commit(toldTime(20))
  origin.switchTo('parser', fork)
  const head = origin.commit(toldTime(200))
  origin.switchTo('main')
  const base = origin.commit({ 'README.md': 'then' })
  const merge = origin.merge(base, head)
  const tip = origin.commit({ 'README.md': 'now' })
  return { fork, head, base, merge, tip }
}

test.each(nodes)(
  'on %s the merge is compared with its first parent, though the branch moved on',
  async (node) => {
    using origin = originRepository()
    const pull = slowerPull(origin)
    using clone = checkOut(origin, pull.merge)
    await using server = await githubServer()
    const plan = { workspace: clone.directory, server, event: pullRequest(pull), node }
    const job = await runJob({ ...plan, inputs: { protocol: 'regression-gate' } })
    expectCompared(job, { baseline: pull.base, candidate: pull.merge, policy: FIRST_PARENT })
    expect(job.code).toBe(1)
    expect(job.outputs).toMatchObject({ conclusion: 'regression', regressions: '1' })
    expect(job.outputs['comment-url']).toContain('#issuecomment-')
    expect(server.comments).toMatchObject([{ body: expect.stringContaining(pull.base) }])
  },
)

test('the head as candidate is compared with the merge base, that of the branch as it is now', async () => {
  using origin = originRepository()
  const pull = slowerPull(origin)
  using clone = checkOut(origin, pull.merge)
  await using server = await githubServer()
  const inputs = { candidate: pull.head }
  const job = await runJob({ workspace: clone.directory, server, event: pullRequest(pull), inputs })
  const policy = /the merge base of the candidate and the branch main/
  expectCompared(job, { baseline: pull.fork, candidate: pull.head, policy })
  expect(job.code).toBe(1)
})

test('a pull request that took main in is compared with what it took', async () => {
  using origin = originRepository()
  const pull = slowerPull(origin)
  origin.switchTo('parser')
  origin.git('merge', '--quiet', '--no-edit', 'main')
  const head = origin.git('rev-parse', 'HEAD')
  using clone = checkOut(origin, head)
  await using server = await githubServer()
  const event = pullRequest({ head, base: pull.tip, merge: head })
  const job = await runJob({ workspace: clone.directory, server, event })
  expectCompared(job, { baseline: pull.tip, candidate: head, policy: /the merge base/ })
})

test('a pull request into another branch than the default one is compared with that branch', async () => {
  using origin = originRepository()
  const old = origin.commit(toldTime(20))
  origin.switchTo('release', old)
  const release = origin.commit(toldTime(200))
  origin.switchTo('fix', release)
  const head = origin.commit({ 'README.md': 'x' })
  using clone = checkOut(origin, head)
  await using server = await githubServer()
  const recorded = pullRequest({ head, base: release, merge: head })
  const payload = JSON.stringify(recorded.payload).replace('"ref":"main"', '"ref":"release"')
  const job = await runJob({ workspace: clone.directory, server, event: { ...recorded, payload } })
  expectCompared(job, { baseline: release, candidate: head, policy: /the branch release/ })
  expect(job.code).toBe(0)
})

test.each([1, 0])('a clone of depth %d is left as it was', async (depth) => {
  using origin = originRepository()
  const pull = slowerPull(origin)
  for (const text of 'abcdefghij') origin.commit({ 'README.md': text })
  using clone = checkOut(origin, pull.merge, depth)
  const before = clone.state()
  await using server = await githubServer()
  const plan = { workspace: clone.directory, server, event: pullRequest(pull) }
  expectCompared(await runJob(plan), { baseline: pull.base, candidate: pull.merge, policy: FIRST_PARENT })
  const job = await runJob({ ...plan, inputs: { candidate: pull.head } })
  expectCompared(job, { baseline: pull.fork, candidate: pull.head, policy: /merge base/ })
  expect(clone.state()).toEqual(before)
})

test.each([
  ['no JSON', 'this is not JSON', /event\.json|JSON/],
  ['another shape', '{"pull_request":{"number":"seven"}}', /pull_request\.number/],
])('a payload of %s is trouble, never a regression', async (_, payload, why) => {
  using origin = originRepository()
  const pull = slowerPull(origin)
  using clone = checkOut(origin, pull.merge)
  await using server = await githubServer()
  const event = { ...pullRequest(pull), payload }
  const job = await runJob({ workspace: clone.directory, server, event })
  expect(job.code).toBe(2)
  expect(job.stdout + job.stderr).toMatch(why)
  expect(job.stdout).toMatch(/^::error/m)
  expect(server.received).toEqual([])
})

test('a base commit that the server lost asks for what to do', async () => {
  using origin = originRepository()
  const pull = slowerPull(origin)
  using clone = checkOut(origin, pull.merge)
  origin[Symbol.dispose]()
  await using server = await githubServer()
  const job = await runJob({ workspace: clone.directory, server, event: pullRequest(pull) })
  expect(job.code).toBe(2)
  expect(job.stdout).toMatch(new RegExp(`^::error .*${pull.base}.*fetch-depth: 0`, 'm'))
  expect(job.left).toEqual([])
})
