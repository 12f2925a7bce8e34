import type { WrongResult } from '../analysis/standing.ts'
import { excerpt } from '../model/decoded.ts'
import type { Fault } from '../model/event.ts'
import type { Conversation, Harness, Query, Reply } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import { lastWords } from '../model/last-words.ts'
import type { ProcessOutcome } from '../model/process.ts'
import type { Program } from './program.ts'

/** Standard output and error of a harness program are text of a few lines; more is a program gone wrong. */
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

/** How an implementation's program is run: which harness speaks to it, where, and within which limits. */
export interface Subject {
  readonly program: Program
  readonly harness: Harness
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly cpu?: number
}

/** What came of asking a program something; `wallMs` is that of all processes. */
export type Answer<T> = { readonly kind: 'ok'; readonly value: T; readonly wallMs: number } | Failure

/** An answer that is none. */
export interface Failure {
  readonly kind: 'failed'
  readonly fault: Fault
  readonly reason: string
  /** Of a wrong output. */
  readonly wrong?: WrongResult
}

/** Runs the processes that a conversation asks for, one after the other, and returns what it learned. */
export async function converse<T>(
  subject: Subject,
  conversation: Conversation<T>,
  host: Host,
): Promise<Answer<T>> {
  let wallMs = 0
  let step = conversation.next()
  while (step.done !== true) {
    const answer = await ask(subject, step.value, host)
    if (answer.kind === 'failed') return answer
    wallMs += answer.wallMs
    step = conversation.next(answer.value)
  }
  return step.value.kind === 'ok'
    ? { kind: 'ok', value: step.value.value, wallMs }
    : { kind: 'failed', fault: 'garbage', reason: step.value.reason }
}

async function ask(subject: Subject, query: Query, host: Host): Promise<Answer<Reply>> {
  const { program, env, timeoutMs, cpu } = subject
  const inside = (path: string) => `${program.checkout}/${path}`
  const cwd = query.directory === undefined ? program.cwd : inside(query.directory)
  const command = {
    // A relative path is taken from where it is run, as the process starter does.
    program: query.program ?? program.path,
    args: query.args,
    cwd,
    env: { ...env, ...query.env },
    ...(query.stdin === undefined ? {} : { stdin: inside(query.stdin) }),
  }
  const limits = {
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    ...(query.hashesOutput === true ? { hashesOutput: true } : {}),
    ...(query.reportsUsage === true && program.launcher !== null ? { launcher: program.launcher } : {}),
    ...(cpu === undefined ? {} : { cpu }),
  }
  if (query.collect === undefined) return answerOf(query, await host.processes.run(command, limits), NO_FILES)
  await host.files.remove(program.scratch)
  await host.files.makeDirectory(program.scratch)
  const outcome = await host.processes.run(command, limits)
  return answerOf(query, outcome, await collected(program.scratch, query.collect, host))
}

const NO_FILES: ReadonlyMap<string, string> = new Map()

async function collected(
  scratch: string,
  wanted: (path: string) => boolean,
  host: Host,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const file of await host.files.listRecursively(scratch)) {
    const path = file.slice(scratch.length + 1)
    if (wanted(path) && (await host.files.size(file)) <= MAX_OUTPUT_BYTES) {
      texts.set(path, await host.files.readText(file))
    }
  }
  return texts
}

function answerOf(query: Query, outcome: ProcessOutcome, files: Reply['files']): Answer<Reply> {
  if (outcome.kind === 'not-started') {
    return failure('crash', `could not be started: ${outcome.reason}`, '')
  }
  const failed = failureOf(query, outcome)
  if (failed !== null && query.mayFail !== true) return failed
  const { stdout, stderr, stdoutSha256 = null, usage = null, wallMs } = outcome
  const value = { failure: failed?.reason ?? null, stdout, stderr, stdoutSha256, usage, wallMs, files }
  return { kind: 'ok', value, wallMs }
}

type Started = Exclude<ProcessOutcome, { readonly kind: 'not-started' }>

/** Null where the process did what was asked. */
function failureOf({ exitCode: success = 0 }: Query, outcome: Started): Failure | null {
  switch (outcome.kind) {
    case 'exited':
      return success === 'any' || outcome.code === success
        ? null
        : failure('crash', `exited with code ${outcome.code}`, outcome.stderr)
    case 'signalled':
      return failure('crash', `ended by ${outcome.signal}`, outcome.stderr)
    case 'timed-out':
      return failure(
        'timeout',
        `took longer than ${outcome.limitMs} ms (timeouts.observation)`,
        outcome.stderr,
      )
    case 'too-much-output':
      return failure('garbage', `printed more than ${outcome.limitBytes} bytes`, '')
  }
}

function failure(fault: Fault, what: string, stderr: string): Failure {
  const last = lastWords(stderr)
  return { kind: 'failed', fault, reason: last === '' ? what : `${what}: ${excerpt(last)}` }
}
