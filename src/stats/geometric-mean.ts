import { requireSamples, StatisticsError } from './statistics-error.ts'

/**
 * The geometric mean of `ratios`: `exp` of the mean of their logarithms.
 *
 * For ratios without a unit, each of one row that both sides measured; never over rows of one side alone.
 * n = 0, a ratio that is not finite or not positive: a StatisticsError. n = 1: that ratio, to rounding.
 * Source: P. J. Fleming, J. J. Wallace, "How not to lie with statistics", Communications of the ACM 29 (1986).
 */
export function geometricMean(ratios: readonly number[]): number {
  requireSamples(ratios, 'the list of ratios')
  const unfit = ratios.find((ratio) => ratio <= 0)
  if (unfit !== undefined) {
    throw new StatisticsError(`a geometric mean is of positive ratios, not of ${unfit}`)
  }
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
}
