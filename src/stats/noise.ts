import { median, quantile, type SortedSamples, sortSamples } from './quantile.ts'
import { roundHalfEven } from './round.ts'
import { StatisticsError } from './statistics-error.ts'

/** Ratios closer to 1 than this are parity, however quiet the samples. */
export const PARITY = 0.04

/** The noise rule's record; the numbers are rounded to 4 decimals, the outcome was decided before. */
export interface NoiseRecord {
  readonly outcome: 'win' | 'parity' | 'loss'
  readonly ratio: number
  readonly best_ratio: number
  readonly tolerance: number
  readonly noise: number
}

/** What a timing can resolve. */
export interface NoiseFloor {
  /** Of one timing, in the unit of the samples: 25 µs where they are in µs. */
  readonly floor: number
  /** Calls in the batch that a sample is the mean of, the smaller of both sides; 1 for timings of a whole process. */
  readonly iterations: number
}

/** What the noise rule decides on, before anything is rounded. */
export interface NoiseMeasures {
  readonly outcome: NoiseRecord['outcome']
  readonly ratio: number
  readonly bestRatio: number
  readonly tolerance: number
  /** On best runs. */
  readonly bestTolerance: number
  readonly noise: number
}

/**
 * The noise rule: whether A wins against B, loses, or is on a par, by medians and best runs together.
 *
 * `spread(x) = IQR/median` with type-7 quartiles, `(max − min)/median` below 4 samples, 0 below 2 or at a median
 * ≤ 0; `noise` is the larger spread; `ratio = med A/med B`, `best_ratio = min A/min B`;
 * `tolerance = max(0.04, noise, floor/iterations/med B)`, on best runs `max(0.04, floor/iterations/min B)`.
 * `loss` where both ratios are ≥ 1 + their tolerance, `win` where both are ≤ 1 − theirs, else `parity`.
 *
 * The counts of A and B need not be equal: nothing is paired. A sample is in any unit, the floor in the same.
 * Null where B's best run or median is not positive, or a ratio overflows: there is no ratio then. No samples,
 * one that is not finite, a negative floor or iterations below 1: a StatisticsError.
 * Source: a robust form of the coefficient of variation, held against the resolution of a timing.
 */
export function noiseRule(a: readonly number[], b: readonly number[], floor: NoiseFloor): NoiseRecord | null {
  const measures = noiseMeasures(a, b, floor)
  if (measures === null) return null
  const { outcome, ratio, bestRatio, tolerance, noise } = measures
  return {
    outcome,
    ratio: roundHalfEven(ratio, 4),
    best_ratio: roundHalfEven(bestRatio, 4),
    tolerance: roundHalfEven(tolerance, 4),
    noise: roundHalfEven(noise, 4),
  }
}

/** What `noiseRule` rounds and records, with the tolerance on best runs, which it does not; null and errors as there. */
export function noiseMeasures(
  a: readonly number[],
  b: readonly number[],
  { floor, iterations }: NoiseFloor,
): NoiseMeasures | null {
  if (!(floor >= 0 && Number.isFinite(floor))) throw new StatisticsError(`a noise floor is not ${floor}`)
  if (!(Number.isInteger(iterations) && iterations >= 1)) {
    throw new StatisticsError(`the iterations of a batch are a whole number from 1, not ${iterations}`)
  }
  const sortedA = sortSamples(a)
  const sortedB = sortSamples(b)
  const medianB = median(sortedB)
  const bestB = quantile(sortedB, 0)
  if (!(medianB > 0 && bestB > 0)) return null
  const ratio = median(sortedA) / medianB
  const bestRatio = quantile(sortedA, 0) / bestB
  const noise = Math.max(spread(sortedA), spread(sortedB))
  const tolerance = Math.max(PARITY, noise, floor / iterations / medianB)
  const bestTolerance = Math.max(PARITY, floor / iterations / bestB)
  if (![ratio, bestRatio, tolerance].every(Number.isFinite)) return null
  const outcome = decide(ratio, tolerance, bestRatio, bestTolerance)
  return { outcome, ratio, bestRatio, tolerance, bestTolerance, noise }
}

function decide(
  ratio: number,
  tolerance: number,
  bestRatio: number,
  bestTolerance: number,
): NoiseRecord['outcome'] {
  if (ratio >= 1 + tolerance && bestRatio >= 1 + bestTolerance) return 'loss'
  return ratio <= 1 - tolerance && bestRatio <= 1 - bestTolerance ? 'win' : 'parity'
}

function spread(sorted: SortedSamples): number {
  const middle = median(sorted)
  if (sorted.length < 2 || middle <= 0) return 0
  const [low, high] = sorted.length < 4 ? [0, 1] : [0.25, 0.75]
  return (quantile(sorted, high) - quantile(sorted, low)) / middle
}
