import { expect, test } from 'vitest'
import { commentOf } from '../github/objects.ts'
import { githubServer } from '../github/server.ts'
import { pullRequest } from './events.ts'
import { type JobEnd, runJob } from './job.ts'
import { checkOut, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

type Files = Readonly<Record<string, string>>

/** Runs the action for a pull request that makes `files` of a project that is as `before`. */
async function judge(
  files: Files,
  inputs: Readonly<Record<string, string>>,
  comments: ReturnType<typeof commentOf>[] = [],
  before: Files = toldTime(20),
): Promise<JobEnd & { readonly bodies: readonly string[] }> {
  using origin = originRepository()
  const base = origin.commit(before)
  origin.switchTo('parser', base)
  const head = origin.commit(files)
  const merge = origin.merge(base, head)
  using clone = checkOut(origin, merge)
  await using server = await githubServer({ comments })
  const event = pullRequest({ head, base, merge })
  const job = await runJob({ workspace: clone.directory, server, event, inputs })
  return { ...job, bodies: comments.map(({ body }) => body) }
}

const SAME = { 'README.md': 'words' }
const SLOWER = toldTime(200)
const CHANGES = { unchanged: SAME, slower: SLOWER, faster: toldTime(2) }

test.each([
  ['always', 'unchanged', 1],
  ['on-change', 'unchanged', 0],
  ['on-change', 'faster', 1],
  ['on-change', 'slower', 1],
  ['on-regression', 'faster', 0],
  ['on-regression', 'slower', 1],
  ['never', 'slower', 0],
] as const)('comment: %s, the candidate is %s: %d comments', async (comment, change, count) => {
  const { bodies, outputs, code } = await judge(CHANGES[change], { comment })
  expect(bodies).toHaveLength(count)
  expect('comment-url' in outputs).toBe(count === 1)
  expect(code).toBe(change === 'slower' ? 1 : 0)
})

test('a comment that is there is updated though nothing changed', async () => {
  const old = commentOf({ id: 5, body: '<!-- pairgate: default -->\nred' })
  const { bodies } = await judge(SAME, { comment: 'on-regression' }, [old])
  expect(bodies).toEqual([expect.stringMatching(/^<!-- pairgate: default -->\n### 🟢 pairgate: pass/)])
})

test('two keys make two comments', async () => {
  const comments = [commentOf({ id: 5, body: '<!-- pairgate: x64 -->\nold' })]
  const { bodies, stdout } = await judge(SAME, { 'comment-key': 'arm64' }, comments)
  expect(bodies).toHaveLength(2)
  expect(bodies[0]).toBe('<!-- pairgate: x64 -->\nold')
  expect(stdout).toMatch(/^::notice title=pairgate \(arm64\)%3A pass::/m)
})

/** A second benchmark beside `spin`, that exits with `code` at the candidate. */
const WITH_BROKEN: Files = {
  'pairgate.yml': (SLOWER['pairgate.yml'] ?? '').replace('[spin/1000]', '[spin/1000, broken/1]'),
}

const brokenAt = (ms: number): Files => ({
  ...toldTime(ms),
  ...WITH_BROKEN,
  'bench/toy.sh': `#!/bin/sh\n[ "$1" = broken/1 ] && exit 3\n${toldTime(ms)['bench/toy.sh']}`,
})

test.each<[string, string, Files, number, 'error' | 'warning']>([
  ['fail', 'an invalid row', brokenAt(20), 2, 'error'],
  ['warn', 'an invalid row', brokenAt(20), 0, 'warning'],
  ['warn', 'an invalid row beside a regression', brokenAt(200), 1, 'error'],
])('trouble: %s with %s', async (trouble, _, files, code, level) => {
  const job = await judge(files, { trouble }, [], { ...toldTime(20), ...WITH_BROKEN })
  expect(job.outputs.conclusion).toBe('invalid')
  expect(job.code).toBe(code)
  expect(job.stdout).toMatch(new RegExp(`^::${level} title=pairgate%3A invalid::`, 'm'))
})

test('a wrong result fails whatever trouble says, under its own title', async () => {
  const job = await judge(toldTime(2, '1'), { trouble: 'warn' })
  expect(job).toMatchObject({ code: 2, outputs: { conclusion: 'wrong-result' } })
  expect(job.stdout).toMatch(/^::error title=pairgate%3A wrong-result::/m)
})
