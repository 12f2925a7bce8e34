import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Result, resultSchema } from '../../src/model/result.ts'
import { commitOf } from '../github/objects.ts'
import { pullOf } from '../github/pulls.ts'
import { githubServer } from '../github/server.ts'
import type { State } from '../github/state.ts'
import { pullRequest, type RunnerEvent, workflowRun } from './events.ts'
import { runJob } from './job.ts'
import { checkOut, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

/** What a gate that may only read found for a pull request of a fork that made a benchmark slower. */
let measured: { readonly result: Result; readonly pull: { head: string; base: string; merge: string } }

beforeAll(async () => {
  using origin = originRepository()
  const base = origin.commit(toldTime(20))
  origin.switchTo('patch', base)
  const head = origin.commit(toldTime(200))
  const pull = { head, base, merge: origin.merge(base, head) }
  using clone = checkOut(origin, pull.merge)
  await using server = await githubServer({ permissions: { contents: 'read' } })
  const event = pullRequest({ ...pull, from: 'mallory/fastlib' })
  const job = await runJob({ workspace: clone.directory, server, event, inputs: { comment: 'never' } })
  expect(job.code).toBe(1)
  const text = readFileSync(join(clone.directory, 'pairgate-results/results.json'), 'utf8')
  measured = { result: resultSchema.parse(JSON.parse(text)), pull }
})

function stateOf(headNow = measured.pull.head): Partial<State> {
  const head = { sha: headNow, ref: 'patch', repository: 'mallory/fastlib' }
  return {
    pulls: [pullOf({ number: 7, head })],
    commits: [commitOf({ sha: measured.pull.merge, parents: [measured.pull.base, measured.pull.head] })],
  }
}

const heard = (): RunnerEvent =>
  workflowRun(measured.pull.base, measured.pull.head, {
    event: 'pull_request',
    head_branch: 'patch',
    head_repository: { full_name: 'mallory/fastlib' },
  })

/** Publishes from a directory that `fill` makes the downloaded artifact in. */
async function publish(
  fill: (directory: string) => void,
  { state = stateOf(), event = heard() }: { state?: Partial<State>; event?: RunnerEvent } = {},
) {
  const workspace = mkdtempSync(join(tmpdir(), 'publish-'))
  const out = join(workspace, 'pairgate-results')
  mkdirSync(out)
  fill(out)
  await using server = await githubServer(state)
  const job = await runJob({ workspace, server, event, inputs: { mode: 'publish' } })
  rmSync(workspace, { recursive: true, force: true })
  return { ...job, bodies: server.comments.map(({ body }) => body) }
}

const withResult = (result: unknown) => (directory: string) =>
  writeFileSync(join(directory, 'results.json'), JSON.stringify(result))

test('the comment is made from the data, for the pull request that GitHub names', async () => {
  const { code, bodies, outputs } = await publish((directory) => {
    withResult(measured.result)(directory)
    for (const name of ['comment.md', 'summary.md']) writeFileSync(join(directory, name), 'EVIL')
  })
  expect(code).toBe(0)
  expect(bodies).toEqual([expect.stringMatching(/^<!-- pairgate: default -->\n### 🔴 pairgate: regression/)])
  expect(bodies.join()).not.toContain('EVIL')
  expect(outputs).toMatchObject({ conclusion: 'regression', 'candidate-sha': measured.pull.merge })
})

test('a later job of the same workflow publishes for its own pull request', async () => {
  const event = pullRequest({ ...measured.pull, from: 'mallory/fastlib' })
  const { code, bodies } = await publish(withResult(measured.result), { event })
  expect(code).toBe(0)
  expect(bodies).toHaveLength(1)
})

test.each([
  ['whose head moved on', () => stateOf('e'.repeat(40))],
  ['that was closed', () => ({ ...stateOf(), pulls: [] })],
])('nothing is posted for a pull request %s', async (_, state) => {
  const { code, bodies, stdout } = await publish(withResult(measured.result), { state: state() })
  expect({ code, bodies }).toEqual({ code: 0, bodies: [] })
  expect(stdout).toMatch(/^::notice title=pairgate%3A stale::/m)
})

test('one head that is proposed to two branches is told by the merge that was measured', async () => {
  const head = { sha: measured.pull.head, ref: 'patch', repository: 'mallory/fastlib' }
  const pulls = [
    { ...pullOf({ number: 8, head }), merge_commit_sha: 'd'.repeat(40) },
    { ...pullOf({ number: 7, head }), merge_commit_sha: measured.pull.merge },
  ]
  const { code, bodies } = await publish(withResult(measured.result), { state: { ...stateOf(), pulls } })
  expect(code).toBe(0)
  expect(bodies).toHaveLength(1)
})

test('one head that is proposed to two branches, neither of which was measured, asks for another run', async () => {
  const head = { sha: measured.pull.head, ref: 'patch', repository: 'mallory/fastlib' }
  const pulls = [7, 8].map((number) => ({ ...pullOf({ number, head }), merge_commit_sha: 'd'.repeat(40) }))
  const state = { ...stateOf(), pulls }
  const { code, bodies, stdout } = await publish(withResult(measured.result), { state })
  expect({ code, bodies }).toEqual({ code: 2, bodies: [] })
  expect(stdout).toMatch(/^::error .*2 open pull requests .*#8.*run the check again/m)
})

test('a branch of the same name in another repository is not the one that was measured', async () => {
  const head = { sha: measured.pull.head, ref: 'patch', repository: 'eve/fastlib' }
  const state = { ...stateOf(), pulls: [pullOf({ number: 7, head })] }
  const { code, bodies, stdout } = await publish(withResult(measured.result), { state })
  expect({ code, bodies }).toEqual({ code: 0, bodies: [] })
  expect(stdout).toMatch(/^::notice title=pairgate%3A stale::/m)
})

test('without the permission to see pull requests the message names it', async () => {
  const state = { ...stateOf(), permissions: { contents: 'read' as const } }
  const { code, bodies, stdout } = await publish(withResult(measured.result), { state })
  expect({ code, bodies }).toEqual({ code: 2, bodies: [] })
  expect(stdout).toMatch(/^::error .*`pull-requests: write` and `contents: read`/m)
})

test('an artifact about another commit is refused', async () => {
  const { result, pull } = measured
  const other = 'c'.repeat(40)
  const candidate = { ref: other, version: other }
  const forged = { ...result, revisions: { ...result.revisions, candidate } }
  const state = { ...stateOf(), commits: [commitOf({ sha: other, parents: [pull.base] })] }
  const { code, bodies, stdout } = await publish(withResult(forged), { state })
  expect({ code, bodies }).toEqual({ code: 2, bodies: [] })
  expect(stdout).toMatch(/^::error title=pairgate::.*neither the head/m)
})

test('a run for another event has nothing to publish', async () => {
  const event = workflowRun(measured.pull.base, measured.pull.head, { event: 'push' })
  expect(await publish(withResult(measured.result), { event })).toMatchObject({ code: 0, bodies: [] })
})

test.each<[string, (directory: string) => void]>([
  ['nothing', () => {}],
  ['no JSON', (directory) => writeFileSync(join(directory, 'results.json'), '{')],
  ['another shape', withResult({ conclusion: 'pass' })],
  ['a directory', (directory) => mkdirSync(join(directory, 'results.json'))],
  ['a symbolic link', (directory) => symlinkSync('/etc/passwd', join(directory, 'results.json'))],
  ['a pipe', (directory) => execFileSync('mkfifo', [join(directory, 'results.json')])],
  [
    'a file that is too large',
    (directory) => {
      writeFileSync(join(directory, 'results.json'), '')
      truncateSync(join(directory, 'results.json'), 65 * 1024 * 1024)
    },
  ],
])('%s in the place of the result is refused', async (_, fill) => {
  const { code, bodies, stdout } = await publish(fill)
  expect({ code, bodies }).toEqual({ code: 2, bodies: [] })
  expect(stdout).toMatch(/^::error title=pairgate::.*results\.json/m)
})

test('a conclusion and a headline that the rows do not bear out are made anew', async () => {
  const { result } = measured
  const forged = { ...result, conclusion: 'pass', summary: { ...result.summary, headline: 'all is well' } }
  const { bodies } = await publish(withResult(forged))
  expect(bodies).toEqual([expect.stringContaining('pairgate: regression')])
  expect(bodies.join()).not.toContain('all is well')
})

test('what names and reasons hold is text, whatever it is', async () => {
  const hostile =
    '@everyone <img src=x onerror=alert(1)> [x](http://evil.example) ![y](http://evil.example) | `a`\n# b'
  const { result } = measured
  const comparisons = result.comparisons.map((row) => ({
    ...row,
    benchmark: hostile,
    id: hostile,
    arm: hostile,
  }))
  const troubles = [{ arm: hostile, reason: hostile }]
  const { code, bodies, stdout } = await publish(withResult({ ...result, comparisons, troubles }))
  expect(code).toBe(0)
  expect(bodies).toHaveLength(1)
  const body = bodies.join()
  expect(body).not.toMatch(/@everyone|<img|\]\(http|^# b/m)
  expect(body).toContain('everyone')
  expect(stdout).not.toContain('@everyone')
})
