import { requireSamples, StatisticsError } from './statistics-error.ts'

declare const ascending: unique symbol

/** At least one finite sample, in ascending order, -0 before 0; made by `sortSamples` alone. */
export type SortedSamples = Readonly<Float64Array> & { readonly [ascending]: true }

/** A sorted copy of `samples`. Throws a StatisticsError on no samples and on one that is not finite. */
export function sortSamples(samples: ArrayLike<number>): SortedSamples {
  requireSamples(samples, 'the list of samples')
  // A typed array sorts by value and orders -0 before 0, so that ties of the two zeros have one order.
  const sorted = Float64Array.from(samples).sort()
  if (!isAscending(sorted)) throw new Error('sorting left samples out of order')
  return sorted
}

/**
 * The quantile `f` in [0, 1] of N sorted samples, in their unit: Hyndman and Fan's type 7.
 *
 * With `h = f·(N−1)`, `lo = ⌊h⌋`, `hi = ⌈h⌉`, `w = h − lo`: `s[lo]` where `lo = hi`, else `s[lo]·(1−w) + s[hi]·w`.
 * In this form two large samples cannot overflow, and every implementation of it rounds alike; between equal
 * samples it may be one unit in the last place off them. N = 1: that sample.
 * Source: R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996).
 */
export function quantile(sorted: SortedSamples, f: number): number {
  if (!(f >= 0 && f <= 1)) throw new StatisticsError(`a quantile lies between 0 and 1, not at ${f}`)
  const h = f * (sorted.length - 1)
  const lo = Math.floor(h)
  const hi = Math.ceil(h)
  if (lo === hi) return at(sorted, lo)
  const w = h - lo
  return at(sorted, lo) * (1 - w) + at(sorted, hi) * w
}

/** The type-7 median: the middle sample, or the mean of the two middle ones. */
export function median(sorted: SortedSamples): number {
  return quantile(sorted, 0.5)
}

function at(sorted: SortedSamples, index: number): number {
  const value = sorted[index]
  if (value === undefined) throw new Error(`no sample ${index}`)
  return value
}

function isAscending(samples: Float64Array): samples is Float64Array & SortedSamples {
  return samples.every((value, index) => index === 0 || (samples[index - 1] ?? value) <= value)
}
