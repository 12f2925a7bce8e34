import { agrees } from '../analysis/outputs.ts'
import type { WrongResult } from '../analysis/standing.ts'
import { excerpt } from '../model/decoded.ts'
import type { Event, Fault } from '../model/event.ts'
import type { Harness, MeasureCall, Measurement } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import type { Implementation } from '../model/implementation.ts'
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

/** What came of asking a program something. */
export type Answer<T> = { readonly kind: 'ok'; readonly value: T; readonly wallMs: number } | Failure

interface Failure {
  readonly kind: 'failed'
  readonly fault: Fault
  readonly reason: string
  /** Of a wrong output. */
  readonly wrong?: WrongResult
}

/** What the oracle phase saw of an implementation's row; every batch is held against it. */
export interface Expectation {
  readonly output: string
  readonly fingerprint: string
  /** Relative, for floating-point outputs; null where the text has to be equal. */
  readonly tolerance: number | null
}

/** Runs the subject's program with `args` and returns its standard output. */
export async function ask(subject: Subject, args: readonly string[], host: Host): Promise<Answer<string>> {
  const { program, env, timeoutMs, cpu } = subject
  const outcome = await host.processes.run(
    { program: program.path, args, cwd: program.cwd, env },
    { timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES, ...(cpu === undefined ? {} : { cpu }) },
  )
  return answerOf(outcome)
}

/** The event that names a wrong output; nothing where there was none. */
export function* wrongOutput(
  { benchmark, dataset }: { readonly benchmark: string; readonly dataset: string },
  implementation: Implementation,
  answer: Answer<unknown>,
): Generator<Event> {
  if (answer.kind === 'ok' || answer.wrong === undefined) return
  const { wrong, reason } = answer
  yield { type: 'validation_failure', case: benchmark, implementation, dataset_id: dataset, ...wrong, reason }
}

/** Times one batch, and checks it against what the oracle phase saw. */
export async function observe(
  subject: Subject,
  call: MeasureCall,
  expectation: Expectation,
  host: Host,
): Promise<Answer<Measurement>> {
  const answer = await ask(subject, subject.harness.measureArguments(call), host)
  if (answer.kind === 'failed') return answer
  const decoded = subject.harness.readMeasurement(answer.value)
  if (decoded.kind === 'malformed') return { kind: 'failed', fault: 'garbage', reason: decoded.reason }
  const objection = objectionTo(decoded.value, call, expectation)
  return objection ?? { kind: 'ok', value: decoded.value, wallMs: answer.wallMs }
}

function objectionTo(measurement: Measurement, call: MeasureCall, expectation: Expectation): Failure | null {
  if (measurement.iterations !== call.iterations) {
    const reason = `asked for ${call.iterations} iterations, the program reports ${measurement.iterations}`
    return { kind: 'failed', fault: 'garbage', reason }
  }
  if (measurement.fingerprint !== undefined && measurement.fingerprint !== expectation.fingerprint) {
    const reason = `the input's fingerprint was ${expectation.fingerprint} and is ${measurement.fingerprint} after the batch: the benchmark changes its input`
    return { kind: 'failed', fault: 'input-changed', reason }
  }
  if (!agrees(measurement.output, expectation.output, expectation.tolerance)) {
    const reason = `the output was ${excerpt(expectation.output)} when it was validated and is ${excerpt(measurement.output)} in a timed batch`
    const wrong = { expected: expectation.output, actual: measurement.output }
    return { kind: 'failed', fault: 'wrong-output', reason, wrong }
  }
  return null
}

function answerOf(outcome: ProcessOutcome): Answer<string> {
  switch (outcome.kind) {
    case 'exited':
      return outcome.code === 0
        ? { kind: 'ok', value: outcome.stdout, wallMs: outcome.wallMs }
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
    case 'not-started':
      return failure('crash', `could not be started: ${outcome.reason}`, '')
  }
}

function failure(fault: Fault, what: string, stderr: string): Failure {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  return { kind: 'failed', fault, reason: last === '' ? what : `${what}: ${excerpt(last)}` }
}
