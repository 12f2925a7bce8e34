import type { WrongResult } from '../analysis/standing.ts'
import { excerpt } from '../model/decoded.ts'
import type { CommandBytes, Fault } from '../model/event.ts'
import type { Conversation, Harness, Query, Reply } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import { lastWords } from '../model/last-words.ts'
import type { Command, Launching, ProcessOutcome, Usage } from '../model/process.ts'
import { lengthsOf } from './command-bytes.ts'
import type { Launcher } from './launcher.ts'
import type { Program } from './program.ts'
import { totalOf } from './usage.ts'

/** Standard output and error of a harness program are text of a few lines; more is a program gone wrong. */
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

/** How an implementation's program is run: which harness speaks to it, where, and within which limits. */
export interface Subject {
  readonly program: Program
  readonly harness: Harness
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Null where the machine cannot make it: then nothing is placed. */
  readonly launcher: Launcher | null
  readonly cpu?: number
  /** Whether threads are counted where the harness says so. */
  readonly countsThreads?: boolean
}

/** What came of asking a program something. */
export type Answer<T> =
  | {
      readonly kind: 'ok'
      readonly value: T
      /** Of all processes. */
      readonly wallMs: number
      /** What all processes of the arm's own program took; null where the machine cannot tell. */
      readonly usage: Usage | null
      /** Of the arm's own program, the last time; null where it was not run. */
      readonly commandBytes: CommandBytes | null
    }
  | Failure

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
  const usages: Usage[] = []
  let commandBytes: CommandBytes | null = null
  let step = conversation.next()
  while (step.done !== true) {
    const query = step.value
    const command = commandOf(subject, query)
    const answer = await ask(subject, query, command, host)
    if (answer.kind === 'failed') return answer
    const { value: reply } = answer
    wallMs += reply.wallMs
    if (reply.usage !== null) usages.push(reply.usage)
    if (query.program === undefined) commandBytes = lengthsOf(command)
    step = conversation.next(reply)
  }
  return step.value.kind === 'ok'
    ? { kind: 'ok', value: step.value.value, wallMs, usage: totalOf(usages), commandBytes }
    : { kind: 'failed', fault: 'garbage', reason: step.value.reason }
}

function commandOf({ program, env }: Subject, query: Query): Command {
  const inside = (path: string) => `${program.checkout}/${path}`
  const cwd = query.directory === undefined ? program.cwd : inside(query.directory)
  return {
    // A relative path is taken from where it is run, as the process starter does.
    program: query.program ?? program.path,
    args: query.args,
    cwd,
    env: { ...env, ...query.env },
    ...(query.stdin === undefined ? {} : { stdin: inside(query.stdin) }),
  }
}

type Asked = { readonly kind: 'ok'; readonly value: Reply } | Failure

async function ask(subject: Subject, query: Query, command: Command, host: Host): Promise<Asked> {
  const { program, timeoutMs } = subject
  const launcher = launchingOf(subject, query)
  const limits = {
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    ...(query.hashesOutput === true ? { hashesOutput: true } : {}),
    ...(launcher === null ? {} : { launcher }),
  }
  if (query.collect === undefined) return answerOf(query, await host.processes.run(command, limits), NO_FILES)
  await host.files.remove(program.scratch)
  await host.files.makeDirectory(program.scratch)
  const outcome = await host.processes.run(command, limits)
  return answerOf(query, outcome, await collected(program.scratch, query.collect, host))
}

/** Only the arm's own program is measured: what is run before it is started without the launcher, and placed nowhere. */
function launchingOf({ launcher, cpu, countsThreads }: Subject, query: Query): Launching | null {
  if (launcher === null || query.program !== undefined) return null
  return {
    path: launcher.path,
    ...(cpu === undefined ? {} : { cpu }),
    ...(countsThreads === true && query.countsThreads === true ? { countsThreads: true } : {}),
  }
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

function answerOf(query: Query, outcome: ProcessOutcome, files: Reply['files']): Asked {
  if (outcome.kind === 'not-started') {
    return failure('crash', `could not be started: ${outcome.reason}`, '')
  }
  const failed = failureOf(query, outcome)
  if (failed !== null && query.mayFail !== true) return failed
  const { stdout, stderr, stdoutSha256 = null, usage = null, wallMs } = outcome
  const value = { failure: failed?.reason ?? null, stdout, stderr, stdoutSha256, usage, wallMs, files }
  return { kind: 'ok', value }
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
