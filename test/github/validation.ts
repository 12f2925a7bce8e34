import { type Answer, notFound, type Query, refusal } from './answer.ts'
import { refusedComment } from './comments.ts'
import { faultsOfRequest, operationOf } from './description.ts'
import type { Heard } from './request.ts'

/** A request that GitHub would take. */
export interface ValidRequest {
  readonly kind: 'valid'
  readonly operation: string
  readonly params: Query
}

/** A request that GitHub would refuse: why, and its answer. */
export interface InvalidRequest {
  readonly kind: 'invalid'
  readonly reasons: readonly string[]
  readonly answer: Answer
}

/** Holds a request to GitHub's description and to the rules that the description does not tell. */
export function validated({ received, headers, text }: Heard, token: string): ValidRequest | InvalidRequest {
  const { method, path, search, authorization, body } = received
  if (authorization !== `token ${token}` && authorization !== `Bearer ${token}`) {
    const given = authorization === undefined ? 'no authorization' : 'another authorization'
    return { kind: 'invalid', reasons: [given], answer: refusal(401, 'Bad credentials') }
  }
  if (headers['user-agent'] === undefined) return unprocessable(['no user agent'], 403)
  const operation = operationOf(method, path)
  if (operation === null) return { kind: 'invalid', reasons: ['no such operation'], answer: notFound }
  const reasons = [
    ...faultsOfType(text, headers['content-type']),
    ...faultsOfRequest(operation.id, {
      ...{ method, path, headers, query: search },
      ...(text === '' ? {} : { body: text }),
    }),
  ]
  if (reasons.length > 0) return unprocessable(reasons, 422)
  const answer = refusedComment(operation.id, body)
  if (answer !== null) return { kind: 'invalid', reasons: [JSON.stringify(answer.body)], answer }
  return { kind: 'valid', operation: operation.id, params: operation.params }
}

function faultsOfType(text: string, type: string | undefined): string[] {
  if (text === '' || /^application\/json\s*(;|$)/i.test(type ?? '')) return []
  return [`a body of type ${type ?? 'none'}, not application/json`]
}

function unprocessable(reasons: readonly string[], status: number): InvalidRequest {
  return { kind: 'invalid', reasons, answer: refusal(status, `Invalid request. ${reasons.join('. ')}`) }
}
