import { bootstrapMedian, type Interval } from './bootstrap.ts'
import { median, sortSamples } from './quantile.ts'
import { MismatchedPairs, requireSamples, StatisticsError } from './statistics-error.ts'

/** The gate's parameters; no input, option or configuration reaches them. */
export const GATE = { thresholdPct: 3, resamples: 10_000, confidencePct: 95 } as const

const HOTSPOT = { resamples: 2000, confidencePct: 95 } as const

/** A paired comparison; times in the unit of the samples. */
export interface PairedComparison {
  /** Median paired difference over the baseline's median, in per cent; above 0 is slower. */
  readonly deltaPct: number
  /** Baseline over candidate; above 1 is faster. */
  readonly speedup: number
  /** Of the median paired difference. */
  readonly interval: Interval
  /** Δ % against the threshold, without regard to the interval. */
  readonly decision: 'faster' | 'slower' | 'equivalent'
  readonly baselineMedian: number
  readonly medianDifference: number
}

/**
 * Compares paired samples by the gate's fixed rule: threshold 3 %, 10 000 resamples, 95 %.
 *
 * `baseline[j]` and `candidate[j]` come from one block, m of each, and `d_j = c_j − b_j`. `Δ% = med(d)/med(b)·100`,
 * 0 where `med(b) = 0`; `speedup = med(b)/(med(b)+med(d))`, 1 where `med(d) = 0`; the interval is the bootstrap's
 * of `med(d)`. The decision is `faster` where `Δ% ≤ −3`, `slower` where `Δ% ≥ 3`, else `equivalent`.
 *
 * m = 0, unequal counts (`MismatchedPairs`), a sample that is not finite, and samples so far apart that a result
 * is not finite (a candidate whose median comes out as 0): a StatisticsError. m = 1 and ties: `low` and `high`
 * are the one difference. Source: the paired differences' median with the percentile bootstrap, see `bootstrapMedian`.
 */
export function confirmatoryRegression(
  baseline: readonly number[],
  candidate: readonly number[],
  seed: bigint,
): PairedComparison {
  return compare(baseline, candidate, { ...GATE, seed })
}

/** Whether a comparison by the gate's rule is red: decided `slower`, with the whole interval above zero. */
export function isSignificantRegression({ decision, interval }: PairedComparison): boolean {
  return decision === 'slower' && interval.low > 0
}

/**
 * Explores any two implementations like `confirmatoryRegression`, with the caller's threshold, 2000 resamples and
 * 95 %. It gates nothing. Throws also on a threshold that is not a positive percentage.
 */
export function pairedHotspot(
  baseline: readonly number[],
  candidate: readonly number[],
  { thresholdPct, seed }: { readonly thresholdPct: number; readonly seed: bigint },
): PairedComparison {
  if (!(thresholdPct > 0 && Number.isFinite(thresholdPct))) {
    throw new StatisticsError(`the threshold is a positive percentage, not ${thresholdPct}`)
  }
  return compare(baseline, candidate, { ...HOTSPOT, thresholdPct, seed })
}

interface Rule {
  readonly thresholdPct: number
  readonly resamples: number
  readonly confidencePct: number
  readonly seed: bigint
}

function compare(baseline: readonly number[], candidate: readonly number[], rule: Rule): PairedComparison {
  const differences = pairedDifferences(baseline, candidate)
  const baselineMedian = median(sortSamples(baseline))
  const medianDifference = median(sortSamples(differences))
  const deltaPct = baselineMedian === 0 ? 0 : (medianDifference / baselineMedian) * 100
  const speedup = medianDifference === 0 ? 1 : baselineMedian / (baselineMedian + medianDifference)
  if (!Number.isFinite(deltaPct) || !Number.isFinite(speedup)) {
    throw new StatisticsError(
      `no finite ratio between the medians: the baseline's is ${baselineMedian}, the paired difference's ${medianDifference}`,
    )
  }
  return {
    deltaPct,
    speedup,
    interval: bootstrapMedian(differences, rule),
    decision: decide(deltaPct, rule.thresholdPct),
    baselineMedian,
    medianDifference,
  }
}

function pairedDifferences(baseline: readonly number[], candidate: readonly number[]): number[] {
  if (baseline.length !== candidate.length) throw new MismatchedPairs(baseline.length, candidate.length)
  requireSamples(baseline, "the baseline's list of samples")
  requireSamples(candidate, "the candidate's list of samples")
  const differences = candidate.map((value, index) => value - (baseline[index] ?? Number.NaN))
  requireSamples(differences, 'the list of paired differences')
  return differences
}

function decide(deltaPct: number, thresholdPct: number): PairedComparison['decision'] {
  if (deltaPct <= -thresholdPct) return 'faster'
  return deltaPct >= thresholdPct ? 'slower' : 'equivalent'
}
