import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the stand-in for GitHub's API received. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: unknown
}

/** A comment as the stand-in keeps it. */
export interface StoredComment {
  readonly id: number
  body: string
  readonly user: { readonly login: string; readonly type: string }
}

/** A stand-in for GitHub's API on loopback: the comments of one pull request, in pages. */
export interface GithubServer extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  readonly comments: StoredComment[]
}

/** Starts the stand-in; `writable: false` answers writes as GitHub does for a token without the permission. */
export async function githubServer(comments: StoredComment[] = [], writable = true): Promise<GithubServer> {
  const received: Received[] = []
  let url = ''

  function answer(
    method: string,
    path: string,
    query: URLSearchParams,
    body: unknown,
  ): [number, unknown, (string | undefined)?] {
    if (path === '/user') return [403, { message: 'Resource not accessible by integration' }]
    if (method === 'GET' && /^\/repos\/acme\/fastlib\/issues\/7\/comments$/.test(path)) {
      const page = Number(query.get('page') ?? '1')
      const size = Number(query.get('per_page') ?? '30')
      const more = comments.length > page * size
      const link = more ? `<${url}${path}?per_page=${size}&page=${page + 1}>; rel="next"` : undefined
      return [200, comments.slice((page - 1) * size, page * size), link]
    }
    if (!writable) return [403, { message: 'Resource not accessible by integration' }]
    const text = (body as { body: string }).body
    if (method === 'POST' && path === '/repos/acme/fastlib/issues/7/comments') {
      const comment = {
        id: 9000 + comments.length,
        body: text,
        user: { login: 'github-actions[bot]', type: 'Bot' },
      }
      comments.push(comment)
      return [
        201,
        { ...comment, html_url: `https://github.com/acme/fastlib/pull/7#issuecomment-${comment.id}` },
      ]
    }
    const one = /^\/repos\/acme\/fastlib\/issues\/comments\/(\d+)$/.exec(path)
    const comment = comments.find(({ id }) => id === Number(one?.[1]))
    if (method === 'PATCH' && comment !== undefined) {
      comment.body = text
      return [
        200,
        { ...comment, html_url: `https://github.com/acme/fastlib/pull/7#issuecomment-${comment.id}` },
      ]
    }
    return [404, { message: 'Not Found' }]
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const method = request.method ?? 'GET'
    const body: unknown = text === '' ? null : JSON.parse(text)
    received.push({ method, path: pathname, authorization: request.headers.authorization, body })
    const [status, data, link] = answer(method, pathname, searchParams, body)
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      ...(link ? { link } : {}),
    })
    response.end(JSON.stringify(data))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    comments,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
