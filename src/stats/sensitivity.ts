import type { Interval } from './bootstrap.ts'
import { normalTail } from './normal.ts'
import { quantile, sortSamples } from './quantile.ts'
import { GATE, type PairedComparison } from './regression.ts'
import { intervalPct, verdictOf } from './verdict.ts'

/** More blocks than this are advice that nobody can follow. */
const MOST_BLOCKS = 10_000

/** The ends of a 95 % interval lie this many standard errors from its middle. */
const Z_95 = 1.959964

/** A low end above zero by chance: simulated, the interval leaves the truth below it in 3 of 100 measurements. */
const Z_LOW_END = 1.880794

/** Four in five of normal values lie below the first; nine in ten below the second. */
const Z_80 = 0.841621
const Z_90 = 1.281552

/**
 * Student's t in place of `Z_80`, at about 3 degrees of freedom: how far an interval's end lies from its middle is
 * estimated from few differences, with a relative deviation of 0.8 over the fourth root of their number (simulated).
 */
const T_80 = 1
const END_DEVIATION = 0.8

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
 * The slowdown in per cent that a measurement as noisy as this one, of `blocks` blocks, would have called a regression
 * 8 times in 10: the minimum detectable effect of the gate's rule. Null where the baseline's median is not positive.
 *
 * The rule asks Δ for 3 % at least and for a low end above zero, that is for more than the distance `e` from the low
 * end to Δ. With σ the standard error of Δ and τ that of `e`, which counts only where `e` is above 3,
 * `θ = max(3, e) + t·√(σ² + τ²)`. σ is taken from the interval, `(high − low)/(2·1.96)`, e as it was found,
 * `τ = 0.8·e/⁴√m` and t = 1 for 0.84, since σ is estimated too. Simulated, 7 to 9 measurements in 10 catch it.
 */
export function detectablePct(comparison: PairedComparison, blocks: number): number | null {
  const interval = intervalPct(comparison)
  if (interval === null) return null
  const end = comparison.deltaPct - interval.low
  const endError = end > GATE.thresholdPct ? (END_DEVIATION * end) / blocks ** 0.25 : 0
  return Math.max(GATE.thresholdPct, end) + T_80 * Math.hypot(errorOf(interval), endError)
}

/**
 * The probability that a measurement as noisy as this one calls a regression where nothing changed, if it is taken
 * with `growth` times as many blocks: `P(Δ ≥ max(3, 1.88·σ))` for a normal Δ around 0, an estimate. 0 without any
 * noise; null where the baseline's median is not positive.
 */
export function falseAlarm(comparison: PairedComparison, growth = 1): number | null {
  const interval = intervalPct(comparison)
  if (interval === null) return null
  const error = errorOf(interval) / Math.sqrt(growth)
  return error > 0 ? normalTail(Math.max(GATE.thresholdPct / error, Z_LOW_END)) : 0
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
 * About how many blocks would settle an inconclusive comparison of `blocks` blocks 8 times in 10, if Δ is what it seems.
 *
 * The error of a median shrinks with the root of the number of samples: with M blocks an end that is now `e` per cent
 * away from Δ will be about `e·√(blocks/M)` away, and Δ itself has the error `σ·√(blocks/M)`. Decided slower or
 * faster, Δ must stay beyond 3 % and the end towards zero on its side: `M = blocks·max((e + 0.84·σ)/|Δ|,
 * 0.84·σ/(|Δ| − 3))²`. Decided equivalent, both ends must come within 3 %, each 9 times in 10:
 * `M = blocks·((e + 1.28·σ)/room)²`, with the rooms `3 − Δ` above and `3 + Δ` below.
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

function growthToSettle({ decision, deltaPct }: PairedComparison, interval: Interval): number {
  const below = deltaPct - interval.low
  const above = interval.high - deltaPct
  const error = errorOf(interval)
  switch (decision) {
    case 'slower':
    case 'faster': {
      const size = Math.abs(deltaPct)
      const end = decision === 'slower' ? below : above
      return Math.max((end + Z_80 * error) / size, (Z_80 * error) / (size - GATE.thresholdPct)) ** 2
    }
    case 'equivalent':
      return (
        Math.max(
          (below + Z_90 * error) / (GATE.thresholdPct + deltaPct),
          (above + Z_90 * error) / (GATE.thresholdPct - deltaPct),
        ) ** 2
      )
  }
}
