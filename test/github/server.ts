import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type Answer, notFound, refusal } from './answer.ts'
import { faultsOfAnswer } from './description.ts'
import { type FaultTaker, faultAnswer, faultTaker, type PlannedFault } from './faults.ts'
import { OPERATIONS } from './operations.ts'
import { REPOSITORY } from './repository.ts'
import { type Heard, hear, type Received } from './request.ts'
import { type Comment, isPermitted, type State, stateOf } from './state.ts'
import { type ValidRequest, validated } from './validation.ts'

/**
 * A stand-in for GitHub's API on loopback, which holds requests and its own answers to GitHub's description of it. It
 * cannot be disposed of in peace when there were violations, unless the test asked for them.
 */
export interface GithubServer extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
  readonly comments: Comment[]
  /** What GitHub would have refused, and what the stand-in should not have said. */
  readonly violations: readonly string[]
}

/** What a test says about the server beside what it holds. */
export interface Conduct {
  readonly faults?: readonly PlannedFault[]
  /** Leaves the violations to the test. */
  readonly allowViolations?: boolean
}

/** Starts the stand-in. */
export async function githubServer(
  given: Partial<State> = {},
  { faults = [], allowViolations = false }: Conduct = {},
): Promise<GithubServer> {
  const state = stateOf(given)
  const received: Received[] = []
  const violations: string[] = []
  const closing = new AbortController()
  const takeFault = faultTaker(faults)
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const heard = await hear(request)
    received.push(heard.received)
    await reply(response, heard, { state, violations, takeFault, closing: closing.signal })
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (closing.signal.aborted || request.errored) return
      violations.push(`${request.method} ${request.url}: the stand-in failed: ${String(error)}`)
      send(response, refusal(500, String(error)))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    comments: state.comments,
    violations,
    async [Symbol.asyncDispose]() {
      closing.abort()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      if (violations.length > 0 && !allowViolations) {
        throw new Error(`requests that GitHub would refuse:\n${violations.join('\n')}`)
      }
    },
  }
}

interface Serving {
  readonly state: State
  readonly violations: string[]
  readonly takeFault: FaultTaker
  readonly closing: AbortSignal
}

async function reply(response: ServerResponse, heard: Heard, serving: Serving): Promise<void> {
  const { method, path } = heard.received
  const request = validated(heard, serving.state.token)
  if (request.kind === 'invalid') {
    serving.violations.push(`${method} ${path}${heard.url.search}: ${request.reasons.join('; ')}`)
    return send(response, request.answer)
  }
  const fault = serving.takeFault(method, path)
  switch (fault?.kind) {
    case 'status':
      return send(response, faultAnswer(fault))
    case 'close':
      return void response.destroy()
    case 'close-after':
      answerTo(heard, request, serving)
      return void response.destroy()
    case 'slow':
      if (fault.milliseconds === 'never') return
      await setTimeout(fault.milliseconds, undefined, { signal: serving.closing })
      return send(response, answerTo(heard, request, serving))
    case undefined:
      return send(response, answerTo(heard, request, serving))
  }
}

/** Does what was asked; an answer that GitHub could not give is the stand-in's own violation. */
function answerTo({ received, url }: Heard, { operation, params }: ValidRequest, serving: Serving): Answer {
  const { state } = serving
  const { owner, repo } = params
  if (owner !== undefined && `${owner}/${repo}`.toLowerCase() !== REPOSITORY) return notFound
  if (!isPermitted(state, operation)) return refusal(403, 'Resource not accessible by integration')
  const answer = OPERATIONS[operation]?.({ state, params, query: received.query, body: received.body, url })
  if (answer === undefined) throw new Error(`${operation} is not served`)
  const wrong = faultsOfAnswer(operation, answer.status, JSON.parse(JSON.stringify(answer.body)))
  if (wrong.length > 0) throw new Error(`not as GitHub answers ${operation}: ${wrong.join(', ')}`)
  return answer
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify(body))
}
