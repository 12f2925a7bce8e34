import { expect, test } from 'vitest'
import { nodes } from '../command-line.ts'
import { annotationOf, jobOf, runOf } from '../github/objects.ts'
import { githubServer } from '../github/server.ts'
import type { State } from '../github/state.ts'
import { expectCompared, expectRefused } from './compared.ts'
import { schedule } from './events.ts'
import { runJob } from './job.ts'
import { checkOut, type Origin, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

/** How an earlier night ended: its run number, what it says of itself, and the commits that it compared. */
type Night = readonly [number: number, conclusion: string, baseline: string, candidate: string]

/** What GitHub keeps of earlier nights, each with a job that tells nothing beside ours. */
function nights(...all: readonly Night[]): Pick<State, 'runs' | 'jobs' | 'annotations'> {
  const told = all.map(([number, conclusion, baseline, candidate]) => {
    const message = `1 of 1 row, told [${baseline}..${candidate}]`
    return { check: number * 10, left: [annotationOf({ title: `pairgate: ${conclusion}`, message })] }
  })
  return {
    runs: all.map(([id, conclusion, , sha]) =>
      runOf({ id, sha, event: 'schedule', conclusion: conclusion === 'pass' ? 'success' : 'failure' }),
    ),
    jobs: all.flatMap(([run]) => [
      jobOf({ id: run * 10 + 1, run, name: 'lint' }),
      jobOf({ id: run * 10, run, name: 'gate' }),
    ]),
    annotations: Object.fromEntries(told.map(({ check, left }) => [check, left])),
  }
}

/** Commits on main, each a night later than the one before, that differ in words alone. */
function quietMain(origin: Origin, count: number): string[] {
  origin.commit(toldTime(20))
  return Array.from({ length: count }, (_, night) => origin.commit({ 'README.md': `night ${night}` }))
}

const LAST = /the commit that the newest earlier run with a verdict judged/

test.each(nodes)(
  'on %s a night is compared with what the newest night with a verdict judged',
  async (node) => {
    using origin = originRepository()
    const [a = '', b = '', c = '', d = ''] = quietMain(origin, 4)
    using clone = checkOut(origin, d)
    const before = clone.state()
    // The third was invalid; the second was red, and does not freeze the baseline.
    const earlier = nights([10, 'pass', a, a], [11, 'regression', a, b], [12, 'invalid', b, c])
    await using server = await githubServer(earlier)
    const job = await runJob({ workspace: clone.directory, server, event: schedule(d), node })
    expectCompared(job, { baseline: b, candidate: d, policy: LAST })
    expect(job.code).toBe(0)
    expect(clone.state()).toEqual(before)
  },
)

test('a night that a slower commit made red is not red again', async () => {
  using origin = originRepository()
  const fast = origin.commit(toldTime(20))
  const slow = origin.commit(toldTime(200))
  const tonight = origin.commit({ 'README.md': 'x' })
  const earlier = nights([10, 'pass', fast, fast])
  await using first = await githubServer(earlier)
  using then = checkOut(origin, slow)
  const red = await runJob({ workspace: then.directory, server: first, event: schedule(slow) })
  expectCompared(red, { baseline: fast, candidate: slow, policy: LAST })
  expect(red.code).toBe(1)

  // The next night reads what the red one left on its check, as the runner passes it on.
  const [, title = '', message = ''] = /^::error title=([^:]*)::(.*)$/m.exec(red.stdout) ?? []
  const left = annotationOf({ title: unescaped(title), message: unescaped(message), level: 'failure' })
  const state = nights([10, 'pass', fast, fast], [11, 'regression', fast, slow])
  await using second = await githubServer({ ...state, annotations: { ...state.annotations, 110: [left] } })
  using now = checkOut(origin, tonight)
  const green = await runJob({ workspace: now.directory, server: second, event: schedule(tonight) })
  expectCompared(green, { baseline: slow, candidate: tonight, policy: LAST })
  expect(green.code).toBe(0)
})

function unescaped(text: string): string {
  return text.replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%0A', '\n').replaceAll('%25', '%')
}

test.each([
  ['a first night', () => ({}), /no earlier run came to a verdict/],
  ['a night without a new commit', (sha: string) => nights([10, 'pass', sha, sha]), /the same commit twice/],
])('%s measures one commit twice, and tells the noise of the machine', async (_, earlier, policy) => {
  using origin = originRepository()
  const [sha = ''] = quietMain(origin, 1)
  using clone = checkOut(origin, sha)
  await using server = await githubServer(earlier(sha))
  const job = await runJob({ workspace: clone.directory, server, event: schedule(sha) })
  expectCompared(job, { baseline: sha, candidate: sha, policy })
  expect(job.stdout).toMatch(/^block \d+ of \d+/m)
  expect(job.code).toBe(0)
  expect(job.outputs).toMatchObject({ conclusion: 'pass', regressions: '0' })
  expect(job.summary).toMatch(/noise/)
  expect(job.stdout).toMatch(
    new RegExp(`^::notice title=pairgate%3A pass::.*noise.*\\[${sha}..${sha}\\]$`, 'm'),
  )
})

test('nights of other workflows, branches, events and keys, and later ones, tell nothing', async () => {
  using origin = originRepository()
  const [a = '', b = '', c = ''] = quietMain(origin, 3)
  using clone = checkOut(origin, c)
  const state = nights(
    [10, 'pass', a, a],
    [11, 'pass', a, b],
    [12, 'pass', a, b],
    [13, 'pass', a, b],
    [95, 'pass', a, b],
  )
  const runs = [
    ...state.runs.filter(({ id }) => id === 10 || id === 95),
    runOf({ id: 11, sha: b, event: 'schedule', workflow: 'other.yml', workflowId: 78 }),
    runOf({ id: 12, sha: b, event: 'schedule', branch: 'parser' }),
    runOf({ id: 13, sha: b, event: 'push' }),
    runOf({ id: 14, sha: b, event: 'schedule' }),
  ]
  const jobs = [...state.jobs, jobOf({ id: 140, run: 14, name: 'gate' })]
  const title = 'pairgate (nightly): pass'
  const annotations = { ...state.annotations, 140: [annotationOf({ title, message: `x [${a}..${b}]` })] }
  await using server = await githubServer({ runs, jobs, annotations })
  const job = await runJob({ workspace: clone.directory, server, event: schedule(c) })
  expectCompared(job, { baseline: a, candidate: c, policy: LAST })
})

test.each([
  ['checks', { actions: 'read' as const, contents: 'read' as const }],
  ['actions', { checks: 'read' as const, contents: 'read' as const }],
])('without the permission to read %s a night asks for it', async (name, permissions) => {
  using origin = originRepository()
  const [a = '', b = ''] = quietMain(origin, 2)
  using clone = checkOut(origin, b)
  await using server = await githubServer({ ...nights([10, 'pass', a, a]), permissions })
  const job = await runJob({ workspace: clone.directory, server, event: schedule(b) })
  expectRefused(job, new RegExp(`\`${name}: read\``))
})

test('a baseline that the input names outranks the nights before', async () => {
  using origin = originRepository()
  const [a = '', b = '', c = ''] = quietMain(origin, 3)
  origin.git('tag', '--annotate', '--message', 'x', 'v1.0.0', a)
  using clone = checkOut(origin, c)
  await using server = await githubServer(nights([10, 'pass', a, b]))
  const inputs = { baseline: 'v1.0.0' }
  const job = await runJob({ workspace: clone.directory, server, event: schedule(c), inputs })
  expectCompared(job, { baseline: a, candidate: c, policy: /v1\.0\.0, the baseline that the input names/ })
  expect(server.received).toEqual([])
})
