import { excerpt } from '../model/decoded.ts'
import type { EventOf } from '../model/event.ts'
import { agrees } from './outputs.ts'
import type { Standing } from './standing.ts'

type Validated = EventOf<'validation'>

/** Where a row stands by what both of its revisions made of the input, before anything is timed. */
export function judgeOracle(baseline: Validated, candidate: Validated): Standing {
  return judgeStatus(baseline, candidate) ?? judgeOutputs(baseline, candidate) ?? { kind: 'measure' }
}

/** What is wrong with a row that only the candidate has; null where nothing is. */
export function judgeAlone({ status, reason, output, expected, tolerance }: Validated): Standing | null {
  if (status === 'failed') return settled('invalid', `the candidate could not be validated: ${reason}`)
  if (status === 'unsupported') return settled('skipped', reason ?? 'unsupported here')
  return expected === null ? null : missed(output ?? '', expected, tolerance)
}

/** A program that could not be validated, or says that it cannot run here. */
function judgeStatus(baseline: Validated, candidate: Validated): Standing | null {
  for (const [name, { status, reason }] of [
    ['candidate', candidate],
    ['baseline', baseline],
  ] as const) {
    if (status === 'failed') return settled('invalid', `the ${name} could not be validated: ${reason}`)
  }
  const [before, after] = [baseline.status, candidate.status].map((status) => status === 'unsupported')
  if (before && after) return settled('skipped', candidate.reason ?? 'unsupported here')
  if (after)
    return settled(
      'invalid',
      `the candidate says that it cannot run here: ${candidate.reason}; the baseline can`,
    )
  if (before)
    return settled('not-comparable', `the baseline says that it cannot run here: ${baseline.reason}`)
  return null
}

function judgeOutputs(baseline: Validated, candidate: Validated): Standing | null {
  if (candidate.output === null) {
    // A harness that tells no outputs is no oracle; a candidate that stopped telling its own evades one.
    return baseline.output === null
      ? null
      : settled('invalid', 'the candidate gives no output, the baseline does')
  }
  const [output, expected] = [candidate.output, candidate.expected]
  const miss = expected === null ? null : missed(output, expected, candidate.tolerance)
  if (miss !== null) return miss
  if (baseline.fingerprint !== candidate.fingerprint) {
    const reason = `the input changed: its fingerprint is ${baseline.fingerprint} at the baseline and ${candidate.fingerprint} at the candidate`
    return settled('not-comparable', reason)
  }
  const before = baseline.output
  // Only the candidate tells its output: a reference it has met already.
  if (before === null) return null
  if (baseline.expected !== null && !agrees(before, baseline.expected, baseline.tolerance)) {
    const reason = `the baseline is wrong: expected ${excerpt(baseline.expected)}, it gives ${excerpt(before)}`
    return settled('not-comparable', reason)
  }
  if (expected !== null) {
    // Two outputs that are both right by one reference may differ from each other by twice the tolerance.
    if (agrees(before, expected, candidate.tolerance)) return null
    const reason = `the baseline misses the candidate's reference: expected ${excerpt(expected)}, it gives ${excerpt(before)}`
    return settled('not-comparable', reason)
  }
  if (agrees(output, before, candidate.tolerance ?? baseline.tolerance)) return null
  return wrong(before, output, `the baseline gives ${excerpt(before)}, the candidate ${excerpt(output)}`)
}

/** A candidate that misses its own reference; null where it meets it. */
function missed(output: string, expected: string, tolerance: number | null): Standing | null {
  if (agrees(output, expected, tolerance)) return null
  return wrong(expected, output, `expected ${excerpt(expected)}, the candidate gives ${excerpt(output)}`)
}

function settled(status: 'invalid' | 'skipped' | 'not-comparable', reason: string): Standing {
  return { kind: 'settled', status, reason }
}

function wrong(expected: string, actual: string, reason: string): Standing {
  return { kind: 'settled', status: 'wrong-result', reason, wrong: { expected, actual } }
}
