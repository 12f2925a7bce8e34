import { quantile, sortSamples } from './quantile.ts'
import { mediansOfResamples } from './resample.ts'
import { StatisticsError } from './statistics-error.ts'

/** Two ends in the unit of the samples; `low ≤ high`, but for the rounding between equal samples (see `quantile`). */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** How a bootstrap is drawn. */
export interface BootstrapSettings {
  /** How many resamples, R; a positive whole number. */
  readonly resamples: number
  /** Per cent between 0 and 100, such as 95. */
  readonly confidencePct: number
  /** Unsigned, 64 bits. */
  readonly seed: bigint
}

/**
 * The percentile bootstrap interval of the median of m samples, in their unit.
 *
 * R times m indices are drawn with replacement and the type-7 median of those samples is taken; with
 * `α = (100 − c)/100/2` the interval reaches from the quantile α to the quantile 1 − α of the R medians.
 * Every sample takes part: none is discarded as an outlier. Deterministic for a seed.
 *
 * m = 0: a StatisticsError, as for a sample that is not finite, R ≤ 0 or a confidence outside (0, 100).
 * m = 1 and equal samples: both ends are that value, each to one unit in the last place (see `quantile`), so that
 * `low` may lie above `high` by as much.
 * Source: B. Efron, R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
 */
export function bootstrapMedian(samples: readonly number[], settings: BootstrapSettings): Interval {
  const { resamples, confidencePct, seed } = settings
  requireResamples(resamples)
  requireConfidence(confidencePct)
  const medians = sortSamples(mediansOfResamples(samples, resamples, seed))
  const alpha = (100 - confidencePct) / 100 / 2
  return { low: quantile(medians, alpha), high: quantile(medians, 1 - alpha) }
}

function requireResamples(resamples: number): void {
  if (!Number.isSafeInteger(resamples) || resamples <= 0) {
    throw new StatisticsError(`the number of resamples is a positive whole number, not ${resamples}`)
  }
}

function requireConfidence(confidencePct: number): void {
  if (confidencePct > 0 && confidencePct <= 1) {
    throw new StatisticsError(`the confidence ${confidencePct} is a percentage: did you mean 95?`)
  }
  if (!(confidencePct > 0 && confidencePct < 100)) {
    throw new StatisticsError(`the confidence is a percentage between 0 and 100, not ${confidencePct}`)
  }
}
