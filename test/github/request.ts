import type { IncomingMessage } from 'node:http'

/** A request that the stand-in for GitHub's API received. */
export interface Received {
  readonly method: string
  readonly path: string
  /** The query as it was written, without its question mark. */
  readonly search: string
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string | undefined
  readonly body: unknown
}

/** A request with all that it is judged by. */
export interface Heard {
  readonly received: Received
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Reads a request to its end. */
export async function hear(request: IncomingMessage): Promise<Heard> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const received = {
    method: request.method ?? 'GET',
    path: url.pathname,
    search: url.search.slice(1),
    query: Object.fromEntries(url.searchParams),
    authorization: request.headers.authorization,
    body: decoded(text),
  }
  return { received, url, headers, text }
}

/** The body as JSON, or as text when it is none, which the description then refuses. */
function decoded(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}
