import { expect, test } from 'vitest'
import type { PlannedFault } from '../github/faults.ts'
import { commentOf } from '../github/objects.ts'
import { type GithubServer, githubServer } from '../github/server.ts'
import { pullRequest } from './events.ts'
import { type JobEnd, runJob } from './job.ts'
import { checkOut, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

/** Judges a pull request that makes a benchmark slower, and holds the verdict to be what it is whatever GitHub does. */
async function regress(server: GithubServer, summaryFile?: string): Promise<JobEnd> {
  using origin = originRepository()
  const base = origin.commit(toldTime(20))
  origin.switchTo('parser', base)
  const head = origin.commit(toldTime(200))
  const merge = origin.merge(base, head)
  using clone = checkOut(origin, merge)
  const variables = summaryFile === undefined ? {} : { GITHUB_STEP_SUMMARY: summaryFile }
  const event = pullRequest({ head, base, merge })
  const job = await runJob({ workspace: clone.directory, server, event, variables })
  expect(job).toMatchObject({ code: 1, stderr: '' })
  expect(job.outputs).toMatchObject({ conclusion: 'regression', regressions: '1', 'candidate-sha': merge })
  expect(job.stdout).toMatch(/^::error title=pairgate%3A regression::/m)
  return job
}

function warningsOf(job: JobEnd): readonly string[] {
  return job.stdout.match(/^::warning .*$/gm) ?? []
}

const LIST = { method: 'GET', path: /comments$/ }
const POST = { method: 'POST', path: /comments$/ }

test.concurrent.each<[string, PlannedFault]>([
  ['a rate limit of a second', { ...POST, fault: { kind: 'status', status: 429, retryAfter: 1 } }],
  ['a secondary rate limit', { ...POST, fault: { kind: 'status', status: 403, retryAfter: 1 } }],
  ['an error of the server before the list', { ...LIST, fault: { kind: 'status', status: 502 } }],
  ['an error of the server before the comment', { ...POST, fault: { kind: 'status', status: 500 } }],
  ['a connection that closes before the comment', { ...POST, fault: { kind: 'close' } }],
  ['a connection that closes after the comment', { ...POST, fault: { kind: 'close-after' } }],
  ['a slow answer', { ...POST, fault: { kind: 'slow', milliseconds: 1500 } }],
])('%s leaves exactly one comment and no warning', async (_, fault) => {
  await using server = await githubServer({}, { faults: [fault] })
  const job = await regress(server)
  expect(server.comments).toMatchObject([{ body: expect.stringContaining('spin') }])
  expect(warningsOf(job)).toEqual([])
  expect(job.outputs['comment-url']).toBe(server.comments[0]?.html_url)
})

test.concurrent.each<[string, PlannedFault, RegExp]>([
  ['not permitted', { ...POST, fault: { kind: 'status', status: 403 } }, /pull-requests: write/],
  ['not found', { ...POST, fault: { kind: 'status', status: 404 } }, /pull-requests: write/],
  ['not accepted', { ...POST, fault: { kind: 'status', status: 422 } }, /Validation Failed/],
  ['not listed', { ...LIST, fault: { kind: 'status', status: 403 } }, /pull-requests: write/],
  [
    'limited for an hour',
    { ...POST, fault: { kind: 'status', status: 429, retryAfter: 3600 } },
    /rate limit/,
  ],
])('a comment that is %s is one warning', async (_, fault, why) => {
  await using server = await githubServer({}, { faults: [fault] })
  const job = await regress(server)
  expect(server.comments).toEqual([])
  expect(warningsOf(job)).toEqual([expect.stringMatching(/^::warning title=pairgate%3A no comment::/)])
  expect(warningsOf(job)).toEqual([expect.stringMatching(why)])
  expect(job.summary).toContain('spin')
})

test('a token that may only read is one warning that names the permission', async () => {
  await using server = await githubServer({ permissions: { contents: 'read', 'pull-requests': 'read' } })
  const job = await regress(server)
  expect(warningsOf(job)).toEqual([expect.stringMatching(/pull-requests: write/)])
})

test('a comment is updated on the second page, and no other is touched', async () => {
  const marker = '<!-- pairgate: default -->'
  const others = Array.from({ length: 120 }, (_, index) =>
    commentOf({ id: 10 + index, body: `comment ${index}`, login: 'octocat' }),
  )
  const ours = commentOf({ id: 500, body: `${marker}\nold` })
  await using server = await githubServer({
    comments: [
      commentOf({ id: 1, body: `see ${marker}`, login: 'octocat' }),
      commentOf({ id: 2, body: `${marker}\nmine`, login: 'mallory' }),
      ...others,
      commentOf({ id: 499, body: '<!-- pairgate: nightly -->\nold' }),
      ours,
    ],
  })
  await regress(server)
  const writes = server.received.filter(({ method }) => method !== 'GET')
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PATCH /repos/acme/fastlib/issues/comments/500',
  ])
  expect(ours.body).toContain('spin')
})

test('a summary that cannot be written is one warning', async () => {
  await using server = await githubServer()
  const job = await regress(server, '/no/such/directory/summary')
  expect(warningsOf(job)).toEqual([expect.stringMatching(/^::warning title=pairgate%3A no summary::/)])
})
