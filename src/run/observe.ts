import { agrees } from '../analysis/outputs.ts'
import { excerpt } from '../model/decoded.ts'
import type { Event } from '../model/event.ts'
import type { MeasureCall, Measurement } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import type { Implementation } from '../model/implementation.ts'
import { type Answer, converse, type Failure, type Subject } from './converse.ts'

/** What the oracle phase saw of an implementation's row; every batch is held against it. */
export interface Expectation {
  /** Null where the harness tells none. */
  readonly output: string | null
  readonly fingerprint: string | null
  /** Relative, for floating-point outputs; null where the text has to be equal. */
  readonly tolerance: number | null
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
  call: Omit<MeasureCall, 'scratch'>,
  expectation: Expectation,
  host: Host,
): Promise<Answer<Measurement>> {
  const { harness, program } = subject
  const answer = await converse(subject, harness.measure({ ...call, scratch: program.scratch }), host)
  return answer.kind === 'failed' ? answer : (objectionTo(answer.value, expectation) ?? answer)
}

function objectionTo({ output, fingerprint }: Measurement, expected: Expectation): Failure | null {
  if (fingerprint !== undefined && expected.fingerprint !== null && fingerprint !== expected.fingerprint) {
    const reason = `the input's fingerprint was ${expected.fingerprint} and is ${fingerprint} after the batch: the benchmark changes its input`
    return { kind: 'failed', fault: 'input-changed', reason }
  }
  if (expected.output === null) return null
  if (output === null) {
    return {
      kind: 'failed',
      fault: 'garbage',
      reason: 'a timed batch gives no output, as it did when it was validated',
    }
  }
  if (agrees(output, expected.output, expected.tolerance)) return null
  const reason = `the output was ${excerpt(expected.output)} when it was validated and is ${excerpt(output)} in a timed batch`
  return {
    kind: 'failed',
    fault: 'wrong-output',
    reason,
    wrong: { expected: expected.output, actual: output },
  }
}
