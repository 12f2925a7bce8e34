import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { githubServer } from '../github/server.ts'
import { expectRefused } from './compared.ts'
import { pullRequest, pullRequestTarget } from './events.ts'
import { runJob } from './job.ts'
import { checkOut, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

const FORK = 'mallory/fastlib'
const SELF_HOSTED = { RUNNER_ENVIRONMENT: 'self-hosted' }

/** A pull request whose build leaves a file beside the checkouts of this test, were it ever run. */
function hostilePull() {
  const origin = originRepository()
  const base = origin.commit(toldTime(20))
  origin.switchTo('patch', base)
  const marker = join(origin.directory, 'built')
  const head = origin.commit({ 'bench/build.sh': `touch ${marker}\ncp toy.sh toy\nchmod +x toy\n` })
  const merge = origin.merge(base, head)
  origin.switchTo('main')
  return {
    origin,
    pull: { head, base, merge, from: FORK },
    wasBuilt: () => existsSync(marker),
    [Symbol.dispose]: () => origin[Symbol.dispose](),
  }
}

test.each<[string, (pull: { head: string; base: string }) => string]>([
  ['without an approval', () => ''],
  ['with the approval of another commit', ({ base }) => base],
])('a fork on a self-hosted runner is refused %s, before anything is built', async (_, approved) => {
  using hostile = hostilePull()
  using clone = checkOut(hostile.origin, hostile.pull.merge)
  await using server = await githubServer()
  const inputs = { 'approved-sha': approved(hostile.pull) }
  const plan = { workspace: clone.directory, server, event: pullRequest(hostile.pull), inputs }
  expectRefused(await runJob({ ...plan, variables: SELF_HOSTED }), /refused to build.*mallory\/fastlib/)
  expect(hostile.wasBuilt()).toBe(false)
})

test('a fork that was deleted is still a fork', async () => {
  using hostile = hostilePull()
  using clone = checkOut(hostile.origin, hostile.pull.merge)
  await using server = await githubServer()
  const event = pullRequest({ ...hostile.pull, from: null })
  const plan = { workspace: clone.directory, server, event, variables: SELF_HOSTED }
  expectRefused(await runJob(plan), /refused to build.*a fork that was deleted/)
  expect(hostile.wasBuilt()).toBe(false)
})

test('an approval that is no full commit is refused, whoever asks', async () => {
  using hostile = hostilePull()
  using clone = checkOut(hostile.origin, hostile.pull.merge)
  await using server = await githubServer()
  const inputs = { 'approved-sha': hostile.pull.head.slice(0, 7) }
  const plan = { workspace: clone.directory, server, event: pullRequest(hostile.pull), inputs }
  expectRefused(await runJob(plan), /approved-sha is .*full SHA/)
  expect(hostile.wasBuilt()).toBe(false)
})

test("a runner that does not say whose it is counts as somebody's own", async () => {
  using hostile = hostilePull()
  using clone = checkOut(hostile.origin, hostile.pull.merge)
  await using server = await githubServer()
  const plan = { workspace: clone.directory, server, event: pullRequest(hostile.pull) }
  expectRefused(await runJob({ ...plan, variables: { RUNNER_ENVIRONMENT: '' } }), /refused to build/)
})

test("a pull request of the repository's own needs no approval on a self-hosted runner", async () => {
  using hostile = hostilePull()
  using clone = checkOut(hostile.origin, hostile.pull.merge)
  await using server = await githubServer()
  const event = pullRequest({ ...hostile.pull, from: 'acme/fastlib' })
  const job = await runJob({ workspace: clone.directory, server, event, variables: SELF_HOSTED })
  expect(job.code).toBe(0)
})

test('the approval of a head does not hold for a commit that was merged with another one on top', async () => {
  using hostile = hostilePull()
  const { origin, pull } = hostile
  origin.switchTo('patch')
  const later = origin.commit({ 'README.md': 'pushed after the approval' })
  const merge = origin.merge(pull.base, later)
  using clone = checkOut(origin, merge)
  await using server = await githubServer()
  const event = pullRequest({ ...pull, head: later, merge })
  const inputs = { 'approved-sha': pull.head }
  const plan = { workspace: clone.directory, server, event, inputs, variables: SELF_HOSTED }
  expectRefused(await runJob(plan), /not what would be built/)
  expect(hostile.wasBuilt()).toBe(false)
})

test.each([
  ['an approved fork on a self-hosted runner', SELF_HOSTED, true],
  ["a fork on a machine of GitHub's own", {}, false],
])('%s is measured', async (_, variables, isApproved) => {
  using hostile = hostilePull()
  using clone = checkOut(hostile.origin, hostile.pull.merge)
  await using server = await githubServer()
  const inputs = isApproved ? { 'approved-sha': hostile.pull.head } : {}
  const plan = { workspace: clone.directory, server, event: pullRequest(hostile.pull), inputs }
  const job = await runJob({ ...plan, variables })
  expect(job.code).toBe(0)
  expect(hostile.wasBuilt()).toBe(true)
})

test("an event with the repository's rights builds the code of a pull request only when approved", async () => {
  using hostile = hostilePull()
  const { head } = hostile.pull
  using clone = checkOut(hostile.origin, hostile.pull.base)
  await using server = await githubServer()
  const plan = { workspace: clone.directory, server, event: pullRequestTarget(hostile.pull) }
  const refused = await runJob({ ...plan, inputs: { candidate: head } })
  expectRefused(refused, /refused to build.*rights of the repository/)
  expect(hostile.wasBuilt()).toBe(false)
  const approved = await runJob({ ...plan, inputs: { candidate: head, 'approved-sha': head } })
  expect(approved).toMatchObject({ code: 0, outputs: { 'candidate-sha': head } })
})
