import { expect, test } from 'vitest'
import type { Fault } from './faults.ts'
import { githubServer } from './server.ts'
import { TOKEN } from './state.ts'

const COMMENTS = '/repos/acme/fastlib/issues/7/comments'
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
const post = { method: 'POST', headers, body: '{"body":"x"}' }

function failing(fault: Fault, times = 1) {
  return githubServer({}, { faults: [{ method: 'POST', path: /comments$/, times, fault }] })
}

test.each([403, 404, 422, 429, 500, 502] as const)(
  'a planned status of %d is answered as often as planned, to what it is planned for',
  async (status) => {
    await using server = await failing({ kind: 'status', status, retryAfter: 1 }, 2)
    const answers: number[] = []
    for (const method of ['GET', 'POST', 'POST', 'POST']) {
      const response = await fetch(`${server.url}${COMMENTS}`, method === 'GET' ? { headers } : post)
      answers.push(response.status)
      expect(response.headers.get('retry-after')).toBe(response.ok ? null : '1')
      await response.text()
    }
    expect(answers).toEqual([200, status, status, 201])
    expect(server.comments).toHaveLength(1)
  },
)

test('the secondary rate limit says that it is one', async () => {
  await using server = await failing({ kind: 'status', status: 403, retryAfter: 60 })
  const response = await fetch(`${server.url}${COMMENTS}`, post)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('secondary rate limit') })
})

test('a broken connection does nothing', async () => {
  await using server = await failing({ kind: 'close' })
  await expect(fetch(`${server.url}${COMMENTS}`, post)).rejects.toThrow('fetch failed')
  expect(server.received).toHaveLength(1)
  expect(server.comments).toEqual([])
})

test('a connection that breaks after a write leaves what was written', async () => {
  await using server = await failing({ kind: 'close-after' })
  await expect(fetch(`${server.url}${COMMENTS}`, post)).rejects.toThrow('fetch failed')
  expect(server.comments).toMatchObject([{ body: 'x' }])
})

test('a slow answer comes in the end', async () => {
  await using server = await failing({ kind: 'slow', milliseconds: 100 })
  const start = performance.now()
  expect((await fetch(`${server.url}${COMMENTS}`, post)).status).toBe(201)
  expect(performance.now() - start).toBeGreaterThan(90)
})

test('an answer that never comes keeps the client waiting, and nobody after it', async () => {
  await using server = await failing({ kind: 'slow', milliseconds: 'never' })
  const waiting = fetch(`${server.url}${COMMENTS}`, { ...post, signal: AbortSignal.timeout(100) })
  await expect(waiting).rejects.toThrow('timeout')
  expect((await fetch(`${server.url}${COMMENTS}`, { headers })).status).toBe(200)
  expect(server.comments).toEqual([])
})
