import { requireSamples, StatisticsError } from './statistics-error.ts'

/**
 * Whether `values` rise or fall with their order: the Mann–Kendall statistic as a standard normal deviate.
 *
 * `S` counts the pairs that rise less those that fall; `z = (S ∓ 1)/√var S`, 0 at S = 0, with the variance corrected
 * for ties. Above 0: rising. 0 for fewer than 3 values and where all are equal. A value that is not finite: a
 * StatisticsError. Source: H. B. Mann, "Nonparametric tests against trend", Econometrica 13 (1945).
 */
export function trendDeviate(values: readonly number[]): number {
  requireSamples(values, 'the list of values')
  const n = values.length
  if (n < 3) return 0
  let sum = 0
  for (const [index, value] of values.entries()) {
    for (const later of values.slice(index + 1)) sum += Math.sign(later - value)
  }
  const ties = tieSizes(values).reduce((total, t) => total + t * (t - 1) * (2 * t + 5), 0)
  const variance = (n * (n - 1) * (2 * n + 5) - ties) / 18
  return variance <= 0 ? 0 : (sum - Math.sign(sum)) / Math.sqrt(variance)
}

/**
 * Whether neighbours in the order of `values` are alike: the rank version of von Neumann's ratio, as a standard
 * normal deviate; above 0 where they are (positive autocorrelation), below 0 where they alternate.
 *
 * `RVN = Σ(Rᵢ − Rᵢ₊₁)²/Σ(Rᵢ − R̄)²` has the mean 2 and the variance 4(n−2)(5n²−2n−9)/(5n(n+1)(n−1)²) under
 * independence; `z = (2 − RVN)/√var`. 0 for fewer than 5 values and where all are equal.
 * Source: R. Bartels, "The rank version of von Neumann's ratio test for randomness", JASA 77 (1982).
 */
export function serialDeviate(values: readonly number[]): number {
  requireSamples(values, 'the list of values')
  const n = values.length
  if (n < 5) return 0
  const ranks = midRanks(values)
  const mean = (n + 1) / 2
  const squares = ranks.reduce((sum, rank) => sum + (rank - mean) ** 2, 0)
  if (squares === 0) return 0
  const steps = ranks.slice(1).reduce((sum, rank, index) => sum + (rank - (ranks[index] ?? rank)) ** 2, 0)
  const variance = (4 * (n - 2) * (5 * n * n - 2 * n - 9)) / (5 * n * (n + 1) * (n - 1) ** 2)
  return (2 - steps / squares) / Math.sqrt(variance)
}

/**
 * Whether `a` lies above `b`: the rank sum of Wilcoxon, Mann and Whitney as a standard normal deviate, with the
 * variance corrected for ties and half a rank of continuity. 0 where either side is empty or all values are equal.
 * Source: H. B. Mann, D. R. Whitney, "On a test of whether one of two random variables is stochastically larger
 * than the other", Annals of Mathematical Statistics 18 (1947).
 */
export function rankSumDeviate(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 0
  const all = [...a, ...b]
  requireSamples(all, 'the list of values')
  const n = all.length
  const sum = midRanks(all)
    .slice(0, a.length)
    .reduce((total, rank) => total + rank, 0)
  const excess = sum - (a.length * (n + 1)) / 2
  const ties = tieSizes(all).reduce((total, t) => total + t ** 3 - t, 0)
  const variance = ((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1)))
  if (variance <= 0 || Math.abs(excess) <= 0.5) return 0
  return (excess - Math.sign(excess) / 2) / Math.sqrt(variance)
}

/** Ranks from 1; equal values share the mean of their places. */
export function midRanks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((x, y) => x.value - y.value)
  const ranks = new Array<number>(values.length).fill(0)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && order[end]?.value === order[start]?.value) end += 1
    for (const { index } of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}

function tieSizes(values: readonly number[]): number[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()]
}

/**
 * How surprising it is that `hits` of a group of `size` are special where `allHits` of `all` are: the one-sided
 * probability of at least as many, by Fisher's exact test.
 * Throws a StatisticsError for counts that no table has.
 */
export function hypergeometricTail(hits: number, size: number, allHits: number, all: number): number {
  const counts = [hits, size, allHits, all]
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0) || size > all || allHits > all) {
    throw new StatisticsError(`no table has the counts ${counts.join(', ')}`)
  }
  const most = Math.min(size, allHits)
  let sum = 0
  for (let count = Math.max(hits, size + allHits - all, 0); count <= most; count += 1) {
    sum += Math.exp(logChoose(allHits, count) + logChoose(all - allHits, size - count) - logChoose(all, size))
  }
  return Math.min(1, sum)
}

function logChoose(n: number, k: number): number {
  let sum = 0
  for (let index = 1; index <= k; index += 1) sum += Math.log((n - k + index) / index)
  return sum
}
