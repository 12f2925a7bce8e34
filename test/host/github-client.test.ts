import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ask, createClient } from '../../src/host/github-client.ts'
import { postComment } from '../../src/host/github-comment.ts'
import { GithubError } from '../../src/model/github.ts'
import type { PlannedFault } from '../github/faults.ts'
import { githubServer } from '../github/server.ts'
import { TOKEN } from '../github/state.ts'

/** A client whose seconds are short, of a server that does each fault as often as it says. */
async function clientOf(...faults: PlannedFault[]) {
  const server = await githubServer({}, { faults })
  const log: string[] = []
  const client = createClient({
    token: TOKEN,
    log: (line) => log.push(line),
    apiUrl: server.url,
    answerMs: 2000,
    secondMs: 10,
  })
  const target = { client, owner: 'acme', repo: 'fastlib' }
  return { server, log, target, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const REPOSITORY = /^\/repos\/acme\/fastlib$/

test.each<[string, PlannedFault['fault']]>([
  ['a server error', { kind: 'status', status: 500 }],
  ['a bad gateway', { kind: 'status', status: 502 }],
  ['a secondary rate limit', { kind: 'status', status: 403, retryAfter: 1 }],
  ['too many requests', { kind: 'status', status: 429, retryAfter: 1 }],
  ['a closed connection', { kind: 'close' }],
  ['a server that never answers', { kind: 'slow', milliseconds: 'never' }],
])('%s is asked again', async (_, fault) => {
  await using at = await clientOf({ path: REPOSITORY, times: 1, fault })
  const { client, owner, repo } = at.target
  expect((await ask(() => client.rest.repos.get({ owner, repo }))).data.default_branch).toBe('main')
  expect(at.server.received).toHaveLength(2)
})

test.each([404, 422] as const)('%d is an answer, and not asked again', async (status) => {
  await using at = await clientOf({ path: REPOSITORY, fault: { kind: 'status', status } })
  const { client, owner, repo } = at.target
  const error = await ask(() => client.rest.repos.get({ owner, repo })).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(GithubError)
  expect(error).toMatchObject({ status })
  expect(at.server.received).toHaveLength(1)
})

test('a rate limit that is over in an hour is not waited for', async () => {
  const fault = { kind: 'status', status: 403, retryAfter: 3600 } as const
  await using at = await clientOf({ path: REPOSITORY, times: 1000, fault })
  const { client, owner, repo } = at.target
  await expect(ask(() => client.rest.repos.get({ owner, repo }))).rejects.toMatchObject({ status: 403 })
  expect(at.log.join()).toContain('not waiting 3600 s')
})

const WANTED = { pullRequest: 7, key: 'default', markdown: 'the table', onlyUpdate: false }

test('a comment whose answer was lost is found again, not made twice', async () => {
  await using at = await clientOf({
    method: 'POST',
    path: /\/comments$/,
    times: 1,
    fault: { kind: 'close-after' },
  })
  expect(await postComment(() => at.target, WANTED)).toMatchObject({ kind: 'posted' })
  expect(at.server.comments).toHaveLength(1)
})

test('a server that fails throughout refuses the comment, and nothing is thrown', async () => {
  await using at = await clientOf({
    path: /\/comments$/,
    times: 1000,
    fault: { kind: 'status', status: 500 },
  })
  expect(await postComment(() => at.target, WANTED)).toMatchObject({ kind: 'refused' })
})

test('a comment is only updated where none is wanted', async () => {
  await using at = await clientOf()
  expect(await postComment(() => at.target, { ...WANTED, onlyUpdate: true })).toEqual({ kind: 'not-wanted' })
  await postComment(() => at.target, WANTED)
  const again = { ...WANTED, markdown: 'another table', onlyUpdate: true }
  expect(await postComment(() => at.target, again)).toMatchObject({ kind: 'posted' })
  expect(at.server.comments.map(({ body }) => body)).toEqual(['<!-- pairgate: default -->\nanother table'])
})

test('an answer that is cut off in its middle is asked again, never taken for an empty list', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    const body = JSON.stringify([{ id: 1 }])
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    if (asked > 1) response.end(body)
    else response.write(body.slice(0, 4), () => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const client = createClient({
    token: TOKEN,
    log: () => {},
    apiUrl: `http://127.0.0.1:${port}`,
    secondMs: 10,
  })
  const wanted = { owner: 'acme', repo: 'fastlib', issue_number: 7 }
  expect(await ask(() => client.paginate(client.rest.issues.listComments, wanted))).toHaveLength(1)
  expect(asked).toBe(2)
  server.closeAllConnections()
  server.close()
})

test('without a token the comment is refused, and nothing is thrown', async () => {
  const target = () => ({
    client: createClient({ token: '', log: () => {} }),
    owner: 'acme',
    repo: 'fastlib',
  })
  expect(await postComment(target, WANTED)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('`token` is empty'),
  })
})

test('a key cannot end the marker that it stands in', async () => {
  await using at = await clientOf()
  await postComment(() => at.target, { ...WANTED, key: 'a --> @all <img>' })
  expect(at.server.comments[0]?.body.split('\n')[0]).toMatch(/^<!-- pairgate: [^<>@]* -->$/)
})
