import type { z } from 'zod'

/** What came of reading outside data: a value, or the reason it is not one. */
export type Decoded<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'malformed'; readonly reason: string }

/** Decodes `data` by `schema`; the reason names each wrong path. */
export function decode<T>(schema: z.ZodType<T>, data: unknown): Decoded<T> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return { kind: 'ok', value: parsed.data }
  const reason = parsed.error.issues
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message))
    .join('; ')
  return { kind: 'malformed', reason }
}

/** Parses `text` as JSON and decodes it by `schema`. */
export function decodeJson<T>(schema: z.ZodType<T>, text: string): Decoded<T> {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return { kind: 'malformed', reason: `not JSON: ${excerpt(text)}` }
  }
  return decode(schema, data)
}

/** At most 120 characters of `text`, quoted so that control characters show. */
export function excerpt(text: string): string {
  const short = text.length > 120 ? `${text.slice(0, 117)}...` : text
  return JSON.stringify(short)
}
