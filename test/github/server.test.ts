import { expect, test } from 'vitest'
import { annotationOf, commentOf, commitOf, jobOf, runOf, shaOf } from './objects.ts'
import { pullOf } from './pulls.ts'
import { type GithubServer, githubServer } from './server.ts'
import { type State, TOKEN } from './state.ts'

const COMMENTS = '/repos/acme/fastlib/issues/7/comments'

/** Asks as a client that is right unless told otherwise. */
function ask(server: GithubServer, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `token ${TOKEN}`, 'content-type': 'application/json', ...init.headers }
  return fetch(`${server.url}${path}`, { ...init, headers })
}

function say(server: GithubServer, body: unknown, path = COMMENTS, method = 'POST'): Promise<Response> {
  return ask(server, path, { method, body: JSON.stringify(body) })
}

async function read(server: GithubServer, path: string): Promise<unknown> {
  const response = await ask(server, `/repos/acme/fastlib${path}`)
  expect(response.status).toBe(200)
  return response.json()
}

test('a comment is made, changed and listed', async () => {
  await using server = await githubServer()
  const made = await say(server, { body: 'first' })
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const changed = await say(server, { body: 'second' }, `/repos/acme/fastlib/issues/comments/${id}`, 'PATCH')
  expect(changed.status).toBe(200)
  expect(await read(server, '/issues/7/comments?per_page=100')).toMatchObject([
    { id, body: 'second', user: { login: 'github-actions[bot]', type: 'Bot' } },
  ])
  expect(server.violations).toEqual([])
  expect(server.received[0]).toEqual({
    method: 'POST',
    path: COMMENTS,
    search: '',
    query: {},
    authorization: `token ${TOKEN}`,
    body: { body: 'first' },
  })
})

test.each<[string, string, RequestInit, number, RegExp]>([
  ['an unknown query parameter', `${COMMENTS}?per_pages=3`, {}, 422, /additional properties.*per_pages/],
  ['a query parameter of a wrong type', `${COMMENTS}?page=next`, {}, 422, /\/query\/page must be integer/],
  [
    'a part of the path of a wrong type',
    COMMENTS.replace('7', 'seven'),
    {},
    422,
    /issue_number must be integer/,
  ],
  ['a body of a wrong type', COMMENTS, { method: 'POST', body: '{"body":7}' }, 422, /body must be string/],
  ['a body that is no JSON', COMMENTS, { method: 'POST', body: '{"body":' }, 422, /JSON/],
  ['a write without its body', COMMENTS, { method: 'POST' }, 422, /requestBody/],
  [
    'a body of another content type',
    COMMENTS,
    { method: 'POST', body: '{"body":"x"}', headers: { 'content-type': 'text/plain' } },
    422,
    /text\/plain/,
  ],
  ['an unknown path', '/repos/acme/fastlib/labels', {}, 404, /no such operation/],
  ['an unknown method', COMMENTS, { method: 'DELETE' }, 404, /no such operation/],
  ['a wrong token', COMMENTS, { headers: { authorization: 'token stolen' } }, 401, /authorization/],
  [
    'a comment over the limit',
    COMMENTS,
    { method: 'POST', body: JSON.stringify({ body: 'x'.repeat(65_537) }) },
    422,
    /too long/,
  ],
])('%s is refused and a violation', async (_, path, init, status, reason) => {
  const server = await githubServer({}, { allowViolations: true })
  const response = await ask(server, path, init)
  expect(response.status).toBe(status)
  expect(server.violations).toEqual([expect.stringMatching(reason)])
  expect(server.comments).toEqual([])
  await server[Symbol.asyncDispose]()
})

test('a comment of the greatest length is taken', async () => {
  await using server = await githubServer()
  expect((await say(server, { body: 'x'.repeat(65_536) })).status).toBe(201)
})

test('a server with violations cannot be disposed of in peace', async () => {
  const server = await githubServer()
  await ask(server, '/nothing')
  await expect(server[Symbol.asyncDispose]()).rejects.toThrow('GET /nothing: no such operation')
})

test('an answer that GitHub could not give is a violation', async () => {
  const lie = { ...commentOf({ id: 1, body: 'x' }), created_at: 'yesterday' }
  await using server = await githubServer({ comments: [lie] }, { allowViolations: true })
  expect((await ask(server, COMMENTS)).status).toBe(500)
  expect(server.violations).toEqual([expect.stringContaining('/0/created_at must match format')])
})

test('comments beyond a hundred come in pages that link to one another', async () => {
  const comments = Array.from({ length: 250 }, (_, index) => commentOf({ id: 1 + index, body: `${index}` }))
  await using server = await githubServer({ comments })
  const links: (string | null)[] = []
  const seen: number[] = []
  for (let next: string | undefined = `${COMMENTS}?per_page=1000`; next !== undefined; ) {
    const response: Response = await ask(server, next)
    const page = (await response.json()) as { id: number }[]
    seen.push(...page.map(({ id }) => id))
    const link = response.headers.get('link')
    links.push(link?.replaceAll(`${server.url}${COMMENTS}`, '') ?? null)
    next = /<[^>]*?(\/repos[^>]*)>; rel="next"/.exec(link ?? '')?.[1]
  }
  expect(seen).toEqual(comments.map(({ id }) => id))
  expect(links).toEqual([
    '<?per_page=1000&page=2>; rel="next", <?per_page=1000&page=3>; rel="last"',
    '<?per_page=1000&page=1>; rel="prev", <?per_page=1000&page=3>; rel="next", <?per_page=1000&page=3>; rel="last", <?per_page=1000&page=1>; rel="first"',
    '<?per_page=1000&page=2>; rel="prev", <?per_page=1000&page=1>; rel="first"',
  ])
})

const [BASE, HEAD, TIP] = [shaOf('ba'), shaOf('1e'), shaOf('2f')]

/** A repository with one of everything. */
const whole: Partial<State> = {
  runs: [
    runOf({ id: 11, sha: BASE, attempt: 2, conclusion: 'failure' }),
    runOf({ id: 12, sha: BASE, createdAt: '2026-01-06T10:00:00Z' }),
    runOf({ id: 13, sha: BASE, workflow: 'other.yml', workflowId: 78 }),
    runOf({ id: 14, sha: TIP, branch: 'parser', event: 'pull_request', conclusion: null }),
  ],
  jobs: [
    jobOf({ id: 101, run: 11, name: 'gate', conclusion: 'failure' }),
    jobOf({ id: 102, run: 11, name: 'gate', attempt: 2 }),
  ],
  annotations: { 102: [annotationOf({ title: 'pairgate: pass', message: 'as fast as before' })] },
  pulls: [
    pullOf({ number: 7, head: { sha: TIP, ref: 'parser' }, base: { sha: BASE, ref: 'main' } }),
    pullOf({ number: 8, head: { sha: shaOf('8'), ref: 'parser', repository: 'mallory/fastlib' } }),
    pullOf({ number: 5, head: { sha: shaOf('5'), ref: 'gone', repository: null }, mergedAs: BASE }),
  ],
  commits: [
    commitOf({ sha: BASE }),
    commitOf({ sha: HEAD, parents: [BASE] }),
    commitOf({ sha: TIP, parents: [HEAD] }),
  ],
}

test('runs of a workflow are found by its file or number and what is asked of them, newest first', async () => {
  await using server = await githubServer(whole)
  const ids = async (query: string) => {
    const found = await read(server, `/actions/workflows/${query}`)
    return (found as { workflow_runs: { id: number }[] }).workflow_runs.map(({ id }) => id)
  }
  expect(await ids('pairgate.yml/runs')).toEqual([12, 14, 11])
  expect(await ids('78/runs')).toEqual([13])
  expect(await ids(`pairgate.yml/runs?head_sha=${BASE}&status=success`)).toEqual([12])
  expect(await ids('pairgate.yml/runs?branch=parser&event=pull_request&status=in_progress')).toEqual([14])
  expect(await read(server, '/actions/workflows/pairgate.yml/runs?per_page=1')).toMatchObject({
    total_count: 3,
  })
})

test('the jobs of a run are those of its last attempt, unless another is asked for', async () => {
  await using server = await githubServer(whole)
  expect(await read(server, '/actions/runs/11')).toMatchObject({ run_attempt: 2, conclusion: 'failure' })
  expect(await read(server, '/actions/runs/11/jobs')).toMatchObject({ total_count: 1, jobs: [{ id: 102 }] })
  expect(await read(server, '/actions/runs/11/jobs?filter=all')).toMatchObject({ total_count: 2 })
  expect(await read(server, '/actions/runs/11/attempts/1/jobs')).toMatchObject({ jobs: [{ id: 101 }] })
  expect((await ask(server, '/repos/acme/fastlib/actions/runs/11/attempts/3/jobs')).status).toBe(404)
})

test('annotations are those of a check run', async () => {
  await using server = await githubServer(whole)
  expect(await read(server, '/check-runs/102/annotations')).toMatchObject([{ title: 'pairgate: pass' }])
  expect(await read(server, '/check-runs/101/annotations')).toEqual([])
  expect((await ask(server, '/repos/acme/fastlib/check-runs/9/annotations')).status).toBe(404)
})

test('pull requests are found by state, head and base', async () => {
  await using server = await githubServer(whole)
  const numbers = async (query: string) =>
    ((await read(server, query)) as { number: number }[]).map(({ number }) => number)
  expect(await numbers('/pulls')).toEqual([8, 7])
  expect(await numbers('/pulls?state=all')).toEqual([8, 7, 5])
  expect(await numbers('/pulls?state=closed&base=main')).toEqual([5])
  expect(await numbers('/pulls?head=acme:parser')).toEqual([7])
  expect(await numbers('/pulls?head=mallory:parser&base=main')).toEqual([8])
  expect(await read(server, '/pulls/5')).toMatchObject({ merged: true, head: { repo: null } })
  expect(await read(server, '/pulls/8')).toMatchObject({ head: { repo: { full_name: 'mallory/fastlib' } } })
})

test('a commit belongs to the pull requests that bring it, or brought it', async () => {
  await using server = await githubServer(whole)
  const numbers = async (sha: string) =>
    ((await read(server, `/commits/${sha}/pulls`)) as { number: number }[]).map(({ number }) => number)
  expect(await numbers(HEAD)).toEqual([7])
  expect(await numbers(BASE)).toEqual([5])
  expect((await ask(server, `/repos/acme/fastlib/commits/${shaOf('d')}/pulls`)).status).toBe(422)
})

test('a commit tells its parents, and a repository its branch', async () => {
  await using server = await githubServer(whole)
  expect(await read(server, `/git/commits/${TIP}`)).toMatchObject({ parents: [{ sha: HEAD }] })
  expect(await read(server, '')).toMatchObject({ full_name: 'acme/fastlib', default_branch: 'main' })
  expect((await ask(server, `/repos/acme/fastlib/git/commits/${shaOf('d')}`)).status).toBe(404)
})

test('a token may do what it is permitted, and a person may ask who it is', async () => {
  await using job = await githubServer({ permissions: { issues: 'read' } })
  expect((await ask(job, '/user')).status).toBe(403)
  expect((await ask(job, COMMENTS)).status).toBe(200)
  const refused = await say(job, { body: 'x' })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ message: 'Resource not accessible by integration' })
  expect((await ask(job, '/repos/acme/fastlib/actions/runs/1')).status).toBe(403)
  await using person = await githubServer({ login: 'octocat' })
  expect(await (await ask(person, '/user')).json()).toMatchObject({ login: 'octocat', type: 'User' })
  expect(await (await say(person, { body: 'x' })).json()).toMatchObject({ user: { login: 'octocat' } })
})

test('what GitHub heeds and the server does not is a violation, not a lie', async () => {
  await using server = await githubServer(whole, { allowViolations: true })
  const response = await ask(server, '/repos/acme/fastlib/actions/workflows/77/runs?actor=octocat')
  expect(response.status).toBe(500)
  expect(server.violations).toEqual([expect.stringContaining('`actor`')])
})
