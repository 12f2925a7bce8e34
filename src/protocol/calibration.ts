import type { Protocol } from '../model/protocol.ts'

/** A call whose time jumps about by orders of magnitude must not keep calibration going for ever. */
const MOST_BATCHES = 40

/** What calibration asks for next, or what it came to. */
export type CalibrationStep =
  | { readonly kind: 'measure'; readonly iterations: number }
  | {
      readonly kind: 'settled'
      readonly iterations: number
      /** Of the whole last batch. */
      readonly elapsedUs: number
      /** The cap that was in force at the end. */
      readonly cap: number
      /** Batches timed before the one that settled it. */
      readonly retries: number
    }

/** The search for the iterations of one implementation and dataset, between two batches. */
export interface Calibration {
  readonly protocol: Protocol
  /**
   * `probe`: one call, to learn whether the initial batch fits into the maximum sample time; `grow`: looking for a
   * batch that reaches the target; `confirm`: timing the found one again.
   */
  readonly stage: 'probe' | 'grow' | 'confirm'
  /** The protocol's cap, or its raised one once the first held a batch under the target. */
  readonly cap: number
  /** Batches timed so far. */
  readonly retries: number
  /** Mean time of a call in the last batch; null before the first. */
  readonly callUs: number | null
  readonly next: CalibrationStep
}

/**
 * Starts looking for the iterations `n` of a batch.
 *
 * From the protocol's initial number on: while a batch is shorter than the target T and n is below the cap,
 * `n ← min(cap, max(n+1, ⌈n·T/t⌉))`, `10·n` where t ≤ 0. Where the cap holds a batch under T, it is raised. An `n`
 * is taken when a second batch of it reaches T/2 too, so that one preempted batch does not freeze it. No batch is
 * asked for that is expected to take longer than the maximum sample time; where the initial number of calls would,
 * as one call timed alone tells, n is 1.
 */
export function startCalibration(protocol: Protocol): Calibration {
  const stage = protocol.initial_iterations > 1 ? 'probe' : 'grow'
  const next = { kind: 'measure', iterations: 1 } as const
  return { protocol, stage, cap: protocol.cap, retries: 0, callUs: null, next }
}

/**
 * The calibration after the batch it asked for, which was valid and took `elapsedUs` as a whole. No larger batch than
 * of `most` calls is asked for next: what a call costs outside of the timing bounds it too.
 */
export function advance(
  calibration: Calibration,
  { elapsedUs, most = Number.POSITIVE_INFINITY }: { readonly elapsedUs: number; readonly most?: number },
): Calibration {
  if (calibration.next.kind === 'settled') throw new Error('this calibration has settled')
  const { iterations } = calibration.next
  const timed = { ...calibration, retries: calibration.retries + 1, callUs: elapsedUs / iterations }
  if (timed.retries >= MOST_BATCHES) return settle(timed, iterations, elapsedUs)
  if (iterations > 1 && elapsedUs > timed.protocol.max_sample_us) return shrink(timed, iterations, elapsedUs)
  switch (timed.stage) {
    case 'probe':
      return afterProbe(timed, elapsedUs)
    case 'grow':
      return grow(timed, iterations, elapsedUs, most) ?? measure(timed, 'confirm', iterations)
    case 'confirm':
      if (elapsedUs >= timed.protocol.target_batch_us / 2) return settle(timed, iterations, elapsedUs)
      return grow(timed, iterations, elapsedUs, most) ?? settle(timed, iterations, elapsedUs)
  }
}

/** The calibration of a batch whose iterations are not ours to choose: what the first one had is taken. */
export function settleAt(
  calibration: Calibration,
  { iterations, elapsedNs }: { readonly iterations: number; readonly elapsedNs: number },
): Calibration {
  return settle({ ...calibration, retries: calibration.retries + 1 }, iterations, elapsedNs / 1000)
}

/**
 * The one number of iterations that both revisions use: the larger, or else the largest at which neither is
 * expected to pass the maximum sample time; at least 1. What a batch amortises is then the same on both sides.
 */
export function sharedIterations(
  baseline: { readonly iterations: number; readonly callUs: number },
  candidate: { readonly iterations: number; readonly callUs: number },
  protocol: Protocol,
): number {
  const larger = Math.max(baseline.iterations, candidate.iterations)
  return Math.min(larger, mostWithin(protocol, Math.max(baseline.callUs, candidate.callUs)))
}

function afterProbe(timed: Calibration, callUs: number): Calibration {
  const { initial_iterations: initial } = timed.protocol
  const fits = initial <= mostWithin(timed.protocol, callUs)
  return fits ? measure(timed, 'grow', initial) : measure(timed, 'confirm', 1)
}

/** Asks for a larger batch; null where this one reached the target or none larger may be asked for. */
function grow(timed: Calibration, iterations: number, elapsedUs: number, most: number): Calibration | null {
  const { protocol, cap } = timed
  const target = protocol.target_batch_us
  if (elapsedUs >= target) return null
  if (iterations >= cap && cap < protocol.raised_cap) {
    return grow({ ...timed, cap: protocol.raised_cap }, iterations, elapsedUs, most)
  }
  const wanted =
    elapsedUs > 0 ? Math.max(iterations + 1, Math.ceil((iterations * target) / elapsedUs)) : 10 * iterations
  const larger = Math.min(cap, wanted, most, mostWithin(protocol, elapsedUs / iterations))
  return larger > iterations ? measure(timed, 'grow', larger) : null
}

/** A batch passed the maximum sample time: fewer calls, and from the initial number one call. */
function shrink(timed: Calibration, iterations: number, elapsedUs: number): Calibration {
  if (iterations <= timed.protocol.initial_iterations) return measure(timed, 'grow', 1)
  return measure(timed, 'grow', mostWithin(timed.protocol, elapsedUs / iterations))
}

function measure(timed: Calibration, stage: Calibration['stage'], iterations: number): Calibration {
  return { ...timed, stage, next: { kind: 'measure', iterations } }
}

function settle(timed: Calibration, iterations: number, elapsedUs: number): Calibration {
  const { cap, retries } = timed
  return { ...timed, next: { kind: 'settled', iterations, elapsedUs, cap, retries: retries - 1 } }
}

/** The most calls of `callUs` each that are expected to fit into the maximum sample time; at least 1. */
function mostWithin(protocol: Protocol, callUs: number): number {
  return callUs > 0 ? Math.max(1, Math.floor(protocol.max_sample_us / callUs)) : Number.POSITIVE_INFINITY
}
