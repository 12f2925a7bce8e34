import { expect, test } from 'vitest'
import { nodes } from '../command-line.ts'
import { annotationOf, jobOf, runOf } from '../github/objects.ts'
import { githubServer } from '../github/server.ts'
import { expectCompared, expectRefused } from './compared.ts'
import { dispatch, pullRequest, workflowRun } from './events.ts'
import { runJob } from './job.ts'
import { checkOut, type Origin, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

/** A branch parser that left main at `fork`; main moved on. */
function parserBranch(origin: Origin) {
  const fork = origin.commit(toldTime(20))
  origin.switchTo('parser', fork)
  const head = origin.commit({ 'README.md': 'parser' })
  origin.switchTo('main')
  return { fork, head, tip: origin.commit(toldTime(200)) }
}

/** What GitHub keeps of the first attempt of run 9000. */
function firstAttempt(baseline: string, candidate: string) {
  const message = `1 row: 1 identical [${baseline}..${candidate}]`
  return {
    runs: [runOf({ id: 9000, sha: candidate, event: 'workflow_dispatch', attempt: 2, conclusion: null })],
    jobs: [
      jobOf({ id: 900, run: 9000, name: 'gate' }),
      jobOf({ id: 901, run: 9000, name: 'gate', attempt: 2 }),
    ],
    annotations: { 900: [annotationOf({ title: 'pairgate: pass', message })] },
  }
}

test.each(nodes)('on %s a dispatch compares the revisions that its inputs name', async (node) => {
  using origin = originRepository()
  const { fork, head, tip } = parserBranch(origin)
  using clone = checkOut(origin, tip)
  await using server = await githubServer()
  const plan = { workspace: clone.directory, server, event: dispatch(tip), node }
  const job = await runJob({ ...plan, inputs: { baseline: fork, candidate: 'parser' } })
  expectCompared(job, { baseline: fork, candidate: head, policy: /the baseline that the input names/ })
  expect(job.code).toBe(0)
})

test('a dispatch on a branch is compared with the merge base of it and the default branch', async () => {
  using origin = originRepository()
  const { fork, head } = parserBranch(origin)
  using clone = checkOut(origin, head)
  await using server = await githubServer()
  const event = dispatch(head, 'parser')
  const job = await runJob({ workspace: clone.directory, server, event })
  expectCompared(job, { baseline: fork, candidate: head, policy: /the branch main/ })
})

test('a dispatch on the default branch without inputs asks for a baseline', async () => {
  using origin = originRepository()
  const { tip } = parserBranch(origin)
  using clone = checkOut(origin, tip)
  await using server = await githubServer()
  const job = await runJob({ workspace: clone.directory, server, event: dispatch(tip) })
  expectRefused(job, /give the input `baseline`/)
})

test.each([
  ['a branch that is not there', { baseline: 'no-such-branch' }, /no-such-branch/],
  ['a commit that is not there', { baseline: 'd'.repeat(40) }, /d{40}/],
  ['what looks like an option', { baseline: '--upload-pack=touch hacked' }, /--upload-pack/],
])('%s is no baseline', async (_, inputs, why) => {
  using origin = originRepository()
  const { head } = parserBranch(origin)
  using clone = checkOut(origin, head)
  await using server = await githubServer()
  const event = dispatch(head, 'parser')
  expectRefused(await runJob({ workspace: clone.directory, server, event, inputs }), why)
})

test('a second attempt keeps what the first compared with, though the branch moved on', async () => {
  using origin = originRepository()
  const { fork, head } = parserBranch(origin)
  using clone = checkOut(origin, head)
  await using server = await githubServer(firstAttempt(fork, head))
  const plan = { workspace: clone.directory, server, event: dispatch(head, 'parser') }
  const again = { ...plan, variables: { GITHUB_RUN_ATTEMPT: '2' } }
  const named = await runJob({ ...again, inputs: { baseline: 'main' } })
  expectCompared(named, { baseline: fork, candidate: head, policy: /^main as the first attempt found it/ })
  const base = await runJob(again)
  expectCompared(base, {
    baseline: fork,
    candidate: head,
    policy: /merge base .*as the first attempt found it/,
  })
})

test('a second attempt for another commit, or after one that told nothing, looks anew', async () => {
  using origin = originRepository()
  const { fork, head, tip } = parserBranch(origin)
  using clone = checkOut(origin, head)
  await using server = await githubServer(firstAttempt(fork, fork))
  const plan = { workspace: clone.directory, server, event: dispatch(head, 'parser') }
  const inputs = { baseline: 'main' }
  const job = await runJob({ ...plan, inputs, variables: { GITHUB_RUN_ATTEMPT: '2' } })
  expectCompared(job, { baseline: tip, candidate: head, policy: /^main, the baseline that the input names/ })
})

test('a second attempt that may not read the first one warns and looks anew', async () => {
  using origin = originRepository()
  const { fork, head } = parserBranch(origin)
  using clone = checkOut(origin, head)
  const permissions = { contents: 'read', 'pull-requests': 'write' } as const
  await using server = await githubServer({ ...firstAttempt(fork, head), permissions })
  const event = pullRequest({ head, base: fork, merge: head })
  const variables = { GITHUB_RUN_ATTEMPT: '2' }
  const job = await runJob({ workspace: clone.directory, server, event, variables })
  expectCompared(job, { baseline: fork, candidate: head, policy: /the branch main$/ })
  expect(job.stdout.match(/^::warning .*actions: read.*checks: read.*$/gm)).toHaveLength(1)
})

test('the end of another run does not tell what to judge', async () => {
  using origin = originRepository()
  const { head, tip } = parserBranch(origin)
  using clone = checkOut(origin, tip)
  await using server = await githubServer()
  const job = await runJob({ workspace: clone.directory, server, event: workflowRun(tip, head) })
  expectRefused(job, /give the input `candidate`/)
})
