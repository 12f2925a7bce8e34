import type { Answer } from './answer.ts'
import { refusal } from './answer.ts'

/** A way in which GitHub, or the way to it, fails. */
export type Fault =
  /** An answer of this status; with `retryAfter`, in seconds, a 403 is the secondary rate limit. */
  | {
      readonly kind: 'status'
      readonly status: 403 | 404 | 422 | 429 | 500 | 502
      readonly retryAfter?: number
    }
  /** The connection breaks before anything happened. */
  | { readonly kind: 'close' }
  /** The request is done, and then the connection breaks: what was written is written. */
  | { readonly kind: 'close-after' }
  /** The request is done after so many milliseconds, or nothing ever happens. */
  | { readonly kind: 'slow'; readonly milliseconds: number | 'never' }

/** A fault for the requests that match, so many times; each request meets the first that is left. */
export interface PlannedFault {
  readonly method?: string
  readonly path: RegExp
  /** Once unless told otherwise. */
  readonly times?: number
  readonly fault: Fault
}

/** Takes the fault that a request meets out of those that are left. */
export type FaultTaker = (method: string, path: string) => Fault | null

/** Counts the faults of a plan down. */
export function faultTaker(plan: readonly PlannedFault[]): FaultTaker {
  const left = plan.map((planned) => ({ ...planned, times: planned.times ?? 1 }))
  return (method, path) => {
    const next = left.find(
      (planned) =>
        planned.times > 0 && (planned.method ?? method) === method && path.search(planned.path) !== -1,
    )
    if (next === undefined) return null
    next.times--
    return next.fault
  }
}

/** The answer of a fault that is one. */
export function faultAnswer({ status, retryAfter }: Extract<Fault, { kind: 'status' }>): Answer {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return { ...refusal(status, messageOf(status, retryAfter !== undefined)), headers }
}

const RATE = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'

function messageOf(status: Extract<Fault, { kind: 'status' }>['status'], isLimit: boolean): string {
  switch (status) {
    case 403:
      return isLimit ? RATE : 'Resource not accessible by integration'
    case 404:
      return 'Not Found'
    case 422:
      return 'Validation Failed'
    case 429:
      return RATE
    case 500:
      return 'Server Error'
    case 502:
      return 'Bad Gateway'
  }
}
