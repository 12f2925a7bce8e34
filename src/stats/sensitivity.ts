import type { Interval } from './bootstrap.ts'
import { normalTail } from './normal.ts'
import { quantile, sortSamples } from './quantile.ts'
import { GATE, type PairedComparison } from './regression.ts'
import { intervalPct, verdictOf } from './verdict.ts'

/** More blocks than this are advice that nobody can follow. */
const MOST_BLOCKS = 10_000

/** Ends of a 95 % interval lie this many standard errors from their middle; 8 in 10 lie below the other. */
const Z_95 = 1.959964
const Z_80 = 0.841621

/** A normal distribution's interquartile range in standard deviations. */
const IQR_OF_NORMAL = 1.34898

/**
 * The noise of paired differences in per cent of the baseline's median: their interquartile range over 1.349, which
 * is the standard deviation where they are normal and does not feel single outliers. Null where that median is not
 * positive. Source: P. J. Rousseeuw, C. Croux, "Alternatives to the median absolute deviation", JASA 88 (1993).
 */
export function noisePct(differences: readonly number[], baselineMedian: number): number | null {
  if (!(baselineMedian > 0)) return null
  const sorted = sortSamples(differences)
  const range = quantile(sorted, 0.75) - quantile(sorted, 0.25)
  return (range / IQR_OF_NORMAL / baselineMedian) * 100
}

/**
 * The slowdown in per cent that a measurement as noisy as this one would have called a regression 8 times in 10: the
 * minimum detectable effect of the gate's rule. Null where the baseline's median is not positive.
 *
 * With σ the standard error of Δ, a fifth of measurements come out below `θ − 0.84·σ` where the truth is θ. The rule
 * asks Δ for 3 % at least and for a low end above zero, that is for more than the distance `e` from the low end to Δ:
 * `θ = max(3, e) + 0.84·σ`. σ is taken from the interval, `(high − low)/(2·1.96)`, and e as it was found. The bound
 * itself is estimated from few differences: simulated, 7 to 9 measurements in 10 catch it.
 */
export function detectablePct(comparison: PairedComparison): number | null {
  const interval = intervalPct(comparison)
  if (interval === null) return null
  return Math.max(GATE.thresholdPct, comparison.deltaPct - interval.low) + Z_80 * errorOf(interval)
}

/**
 * The probability that a measurement as noisy as this one calls a regression where nothing changed, if it is taken
 * with `growth` times as many blocks: `P(Δ ≥ max(3, 1.96·σ))` for a normal Δ around 0. 0 without any noise; null
 * where the baseline's median is not positive.
 */
export function falseAlarm(comparison: PairedComparison, growth = 1): number | null {
  const interval = intervalPct(comparison)
  if (interval === null) return null
  const error = errorOf(interval) / Math.sqrt(growth)
  return error > 0 ? normalTail(Math.max(GATE.thresholdPct / error, Z_95)) : 0
}

/** The standard error of Δ that a 95 % interval implies. */
function errorOf({ low, high }: Interval): number {
  return (high - low) / (2 * Z_95)
}

/**
 * The largest slowdown in per cent that the interval leaves possible: `max(0, high)/med(b)·100`.
 * 0 where the whole interval is below zero; null where the baseline's median is not positive.
 */
export function atMostPct({ interval, baselineMedian }: PairedComparison): number | null {
  return baselineMedian > 0 ? (Math.max(0, interval.high) / baselineMedian) * 100 : null
}

/**
 * About how many blocks would settle an inconclusive comparison of `blocks` blocks, if Δ stayed where it is.
 *
 * The error of a median shrinks with the root of the number of samples: with M blocks an end that is now `e` per
 * cent away from Δ will be about `e·√(blocks/M)` away. Where that end must come within `room` of Δ,
 * `M = blocks·(e/room)²`. Decided slower or faster, the room is |Δ|: the end towards zero must leave it on Δ's side.
 * Decided equivalent, the rooms are `3 − Δ` above and `3 + Δ` below, and both ends must fit.
 *
 * Null where nothing is left to settle, where the baseline's median is not positive, and where it would take more
 * than 10 000 blocks, as when Δ lies close to the threshold. Source: the asymptotic variance of a sample median,
 * H. Cramér, "Mathematical Methods of Statistics" (1946), section 28.5.
 */
export function blocksToSettle(comparison: PairedComparison, blocks: number): number | null {
  const interval = intervalPct(comparison)
  if (interval === null || verdictOf(comparison) !== 'inconclusive') return null
  const needed = Math.floor(blocks * growthToSettle(comparison, interval)) + 1
  return needed <= MOST_BLOCKS ? Math.max(needed, blocks + 1) : null
}

function growthToSettle({ decision, deltaPct }: PairedComparison, { low, high }: Interval): number {
  const below = deltaPct - low
  const above = high - deltaPct
  switch (decision) {
    case 'slower':
      return (below / deltaPct) ** 2
    case 'faster':
      return (above / deltaPct) ** 2
    case 'equivalent':
      return Math.max(
        (below / (GATE.thresholdPct + deltaPct)) ** 2,
        (above / (GATE.thresholdPct - deltaPct)) ** 2,
      )
  }
}
