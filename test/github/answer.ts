/** What the stand-in for GitHub answers. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal in GitHub's words. */
export function refusal(
  status: number,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): Answer {
  const body = { message, ...more, documentation_url: 'https://docs.github.com/rest', status: String(status) }
  return { status, body }
}

/** What GitHub says of what is not there, or not for the token to see. */
export const notFound = refusal(404, 'Not Found')

/** A part of a path or query that was asked for, or none. */
export type Query = Readonly<Record<string, string>>

/**
 * The page of a list that was asked for, with the links to the others: thirty to a page unless told otherwise, and a
 * hundred at the most. `wrap` makes the body, for lists that stand in an object with their length.
 */
export function paged(
  all: readonly unknown[],
  query: Query,
  url: URL,
  wrap: (items: readonly unknown[]) => unknown = (items) => items,
): Answer {
  const size = Math.min(100, Math.max(1, Number(query.per_page ?? 30)))
  const page = Math.max(1, Number(query.page ?? 1))
  const last = Math.max(1, Math.ceil(all.length / size))
  const links = [
    ...(page > 1 ? [linkTo(url, Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [linkTo(url, page + 1, 'next'), linkTo(url, last, 'last')] : []),
    ...(page > 1 ? [linkTo(url, 1, 'first')] : []),
  ]
  const body = wrap(all.slice((page - 1) * size, page * size))
  return { status: 200, body, ...(links.length > 0 ? { headers: { link: links.join(', ') } } : {}) }
}

function linkTo(url: URL, page: number, relation: string): string {
  const target = new URL(url)
  target.searchParams.set('page', String(page))
  return `<${target}>; rel="${relation}"`
}
