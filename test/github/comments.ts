import { z } from 'zod'
import { type Answer, notFound, paged, refusal } from './answer.ts'
import { commentOf } from './objects.ts'
import type { Call } from './operations.ts'
import { apiUrl } from './repository.ts'
import type { State } from './state.ts'

/** The longest comment that GitHub takes, in characters. */
export const LONGEST_COMMENT = 65_536

const bodySchema = z.object({ body: z.string() })

/** The comments of an issue or pull request, oldest first. */
export function listComments({ state, params, query, url }: Call): Answer {
  const issue = Number(params.issue_number)
  if (!isIssue(state, issue)) return notFound
  const comments = state.comments
    .filter(({ issue_url }) => issue_url === apiUrl(`/issues/${issue}`))
    .filter(({ updated_at }) => query.since === undefined || updated_at >= query.since)
  return paged(
    comments.toSorted((a, b) => a.id - b.id),
    query,
    url,
  )
}

/** Adds a comment of the token's account. */
export function createComment({ state, params, body }: Call): Answer {
  const issue = Number(params.issue_number)
  if (!isIssue(state, issue)) return notFound
  const id = Math.max(9000, ...state.comments.map((comment) => comment.id)) + 1
  const login = state.login ?? 'github-actions[bot]'
  const comment = commentOf({ id, issue, login, body: bodySchema.parse(body).body })
  state.comments.push(comment)
  return { status: 201, body: comment, headers: { location: comment.url } }
}

/** Gives a comment another text. */
export function updateComment({ state, params, body }: Call): Answer {
  const comment = state.comments.find(({ id }) => id === Number(params.comment_id))
  if (comment === undefined) return notFound
  comment.body = bodySchema.parse(body).body
  return { status: 200, body: comment }
}

/** GitHub's refusal of a text that no comment may have, in a request that its description finds no fault with. */
export function refusedComment(operation: string, body: unknown): Answer | null {
  if (operation !== 'issues/create-comment' && operation !== 'issues/update-comment') return null
  const text = bodySchema.parse(body).body
  if (text.trim() === '') return unprocessable('Body cannot be blank')
  if ([...text].length <= LONGEST_COMMENT) return null
  return unprocessable(`Body is too long (maximum is ${LONGEST_COMMENT} characters)`)
}

function unprocessable(message: string): Answer {
  const error = { resource: 'IssueComment', code: 'unprocessable', field: 'data', message }
  return refusal(422, 'Validation Failed', { errors: [error] })
}

function isIssue({ issues, pulls }: State, issue: number): boolean {
  return issues.includes(issue) || pulls.some(({ number }) => number === issue)
}
