import { getOctokit } from '@actions/github'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { GithubError } from '../model/github.ts'

const RETRIES = 2
/** A rate limit that is over later than this is not waited for: the verdict is there already. */
const LONGEST_WAIT_S = 120

/** How the client waits. */
export interface ClientOptions {
  readonly token: string
  readonly log: (line: string) => void
  /** Left out, what `GITHUB_API_URL` says. */
  readonly apiUrl?: string
  /** A server that has not answered after this long is asked again. */
  readonly answerMs?: number
  /** What a second of waiting takes. */
  readonly secondMs?: number
}

export type Client = ReturnType<typeof createClient>

/** Where in GitHub requests go. */
export interface Target {
  readonly client: Client
  readonly owner: string
  readonly repo: string
}

/** The client of GitHub's API, at `GITHUB_API_URL`: limits are waited for, failures of the server tried again. */
export function createClient({ token, log, apiUrl, answerMs = 20_000, secondMs = 1000 }: ClientOptions) {
  if (token === '') throw new GithubError('the input `token` is empty', 401)
  const wait = (kind: string) => (afterS: number, request: object, _: unknown, attempts: number) => {
    const again = attempts < RETRIES && afterS <= LONGEST_WAIT_S
    const what = 'url' in request ? String(request.url) : 'a request'
    log(`${kind} of GitHub for ${what}: ${again ? `again in ${afterS} s` : `not waiting ${afterS} s`}`)
    return again
  }
  return getOctokit(
    token,
    {
      ...(apiUrl === undefined ? {} : { baseUrl: apiUrl }),
      retry: { retries: RETRIES, retryAfterBaseValue: secondMs },
      throttle: {
        onRateLimit: wait('rate limit'),
        onSecondaryRateLimit: wait('secondary rate limit'),
        retryAfterBaseValue: secondMs,
      },
      log: { debug() {}, info() {}, warn: log, error() {} },
    },
    // The first plugin is the innermost: each try has its own limit of time.
    limitedTo(answerMs),
    wholeAnswers,
    retry,
    throttling,
  )
}

/** An answer whose body was cut off comes as a text, and would pass for an empty list: it is a failure like any other. */
function wholeAnswers({ hook }: Hooked): void {
  hook.after('request', ({ status, data }, request) => {
    if (status !== 200 || typeof data !== 'string') return
    throw Object.assign(new Error('the answer was cut off'), { status: 500, request })
  })
}

interface Hooked {
  readonly hook: {
    before(name: 'request', hear: (options: { request?: { signal?: AbortSignal } }) => void): void
    after(name: 'request', hear: (response: { status: number; data: unknown }, options: object) => void): void
  }
}

function limitedTo(answerMs: number) {
  return ({ hook }: Hooked): void => {
    hook.before('request', (options) => {
      options.request = { ...options.request, signal: AbortSignal.timeout(answerMs) }
    })
  }
}

/** Asks GitHub; throws a GithubError for what it refuses and for what never came. */
export async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    throw asGithubError(error)
  }
}

function asGithubError(error: unknown): unknown {
  if (
    error instanceof GithubError ||
    !(error instanceof Error) ||
    !('status' in error) ||
    typeof error.status !== 'number'
  )
    return error
  const answered = 'response' in error && error.response !== undefined
  return new GithubError(error.message, answered ? error.status : null, { cause: error.cause })
}
