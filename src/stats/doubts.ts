import { bestSplit, type Split } from './modes.ts'
import { median, quantile, sortSamples } from './quantile.ts'
import { hypergeometricTail, rankSumDeviate, serialDeviate, trendDeviate } from './rank-tests.ts'

/** Effects below this share of the median change no verdict of a gate at 3 %: they are no doubt, however certain. */
const SMALLEST_PCT = 1

/** About three clean rows in a thousand lie beyond this, on either side. */
const DEVIATE = 2.85

/** Ten blocks cannot pass the other: five against five come to 2.51 at most, seldom and only wholly apart. */
const DEVIATE_OF_FEW = 2.5
const FEW = 16

/** Two groups of samples, in per cent of their median from one to the other. */
export interface TwoModes {
  readonly apart_pct: number
  /** Samples in the slower mode. */
  readonly slower: number
  readonly of: number
}

/**
 * Whether samples lie in two groups: the two-means cluster index is below `1 − 2/π − 1/√m`, which about two in a
 * thousand sets of normal samples are, from m = 10 to 60, and the groups are at least 1 % apart. Null where they do
 * not, and for fewer than 10 samples. Finds at least four in five pairs of modes 10 deviations apart at 20 samples, of
 * which each lies in the slower by chance three times in ten; 12 at 10 samples, in either by chance.
 */
export function twoModes(samples: readonly number[]): TwoModes | null {
  const split = clearSplit(samples)
  if (split === null) return null
  const [low, high] = [samples.filter((one) => one < split.cut), samples.filter((one) => one >= split.cut)]
  const apart_pct = percentOf(medianOf(high) - medianOf(low), medianOf(samples))
  return apart_pct < SMALLEST_PCT ? null : { apart_pct, slower: high.length, of: samples.length }
}

/** Of how many samples of either side the slower of two common modes consists. */
export interface ModeShares {
  readonly baseline: number
  readonly candidate: number
  readonly of: number
}

/**
 * Whether both sides jump between the same two modes, but not equally often: the pooled samples have two modes, one
 * side has a tenth of its samples in its rarer one, three at least, the other a thirtieth, one at least, and Fisher's
 * exact test finds the shares to differ, at 1 %. Null otherwise.
 * A medians' difference of such a row tells how often, not how much. Finds at least four in five pairs of shares of
 * 1/5 and 4/5 at 20 samples, the modes 8 deviations apart.
 */
export function differingModeShares(
  baseline: readonly number[],
  candidate: readonly number[],
): ModeShares | null {
  const pooled = [...baseline, ...candidate]
  const split = clearSplit(pooled)
  if (split === null) return null
  const slowerIn = (side: readonly number[]) => side.filter((one) => one >= split.cut).length
  const [before, after] = [slowerIn(baseline), slowerIn(candidate)]
  const rarer = [Math.min(before, baseline.length - before), Math.min(after, candidate.length - after)]
  const [less = 0, more = 0] = rarer.toSorted((a, b) => a - b)
  const of = Math.min(baseline.length, candidate.length)
  // A mode that one side meets next to never is none of its modes: then the sides themselves differ.
  if (more < Math.max(3, of / 10) || less < Math.max(1, of / 30)) return null
  const slowerOften = hypergeometricTail(after, candidate.length, before + after, pooled.length)
  const fasterOften = hypergeometricTail(before, baseline.length, before + after, pooled.length)
  return Math.min(slowerOften, fasterOften) < 0.005
    ? { baseline: before, candidate: after, of: baseline.length }
    : null
}

function clearSplit(samples: readonly number[]): Split | null {
  if (samples.length < 10) return null
  const split = bestSplit(samples)
  if (split === null) return null
  return split.index < 1 - 2 / Math.PI - 1 / Math.sqrt(samples.length) ? split : null
}

/**
 * By how many per cent of `reference` the values change from the first third of their order to the last, where they
 * rise or fall with it (Mann–Kendall, beyond 2.85 deviations) and by at least 1 %; null otherwise.
 * Finds at least four in five linear drifts of 4 deviations of the noise over 20 values.
 */
export function drift(values: readonly number[], reference: number): number | null {
  if (Math.abs(trendDeviate(values)) < DEVIATE) return null
  const third = Math.max(1, Math.floor(values.length / 3))
  const pct = percentOf(medianOf(values.slice(-third)) - medianOf(values.slice(0, third)), reference)
  return Math.abs(pct) < SMALLEST_PCT ? null : pct
}

/**
 * By how many per cent of `reference` the paired differences of blocks in which the candidate came second lie above
 * those in which it came first, where rank sums tell them apart and by at least 1 %; null otherwise.
 * Finds at least four in five effects of 2.5 deviations of the noise at 20 blocks, of 4 at 10.
 */
export function orderEffect(
  second: readonly number[],
  first: readonly number[],
  reference: number,
): number | null {
  const limit = second.length + first.length < FEW ? DEVIATE_OF_FEW : DEVIATE
  if (Math.abs(rankSumDeviate(second, first)) < limit) return null
  const pct = percentOf(medianOf(second) - medianOf(first), reference)
  return Math.abs(pct) < SMALLEST_PCT ? null : pct
}

/**
 * Whether paired differences depend on the ones before them, so that there is less in them than their number says:
 * the rank version of von Neumann's ratio, beyond 2.85 deviations, where their spread is at least 1 % of `reference`.
 * Finds at least four in five series of 60 differences whose neighbours have a correlation of 0.7.
 */
export function isAutocorrelated(differences: readonly number[], reference: number): boolean {
  if (serialDeviate(differences) < DEVIATE) return false
  const sorted = sortSamples(differences)
  return percentOf(quantile(sorted, 0.75) - quantile(sorted, 0.25), reference) >= SMALLEST_PCT
}

/**
 * By how many per cent of the median the best run lies below the first quartile, where that is more than
 * `2.2 + 34/m` times the interquartile range, and at least 1 %; null otherwise, and below 10 samples. About three
 * sets of normal samples in a thousand have one, from m = 10 to 60; of one sample of 20 that lies 8 deviations below
 * the rest at least four in five are found.
 */
export function lonelyBestRun(samples: readonly number[]): number | null {
  if (samples.length < 10) return null
  const sorted = sortSamples(samples)
  const quartile = quantile(sorted, 0.25)
  const below = quartile - quantile(sorted, 0)
  if (below <= (2.2 + 34 / samples.length) * (quantile(sorted, 0.75) - quartile)) return null
  const pct = percentOf(below, median(sorted))
  return pct < SMALLEST_PCT ? null : pct
}

/**
 * Whether the clock that timed these batches was too coarse for them: no more than half of them differ from each
 * other at all. `batches` are whole durations, not means.
 */
export function isQuantised(batches: readonly number[]): boolean {
  return batches.length >= 10 && new Set(batches).size <= batches.length / 2
}

function medianOf(values: readonly number[]): number {
  return median(sortSamples(values))
}

function percentOf(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : 0
}
