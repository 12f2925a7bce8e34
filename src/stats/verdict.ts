import type { Interval } from './bootstrap.ts'
import { GATE, type PairedComparison } from './regression.ts'

/** More blocks than this are advice that nobody can follow. */
const MOST_BLOCKS = 10_000

/**
 * The verdict of a comparison by the gate's rule.
 *
 * `regression`: decided slower and `low > 0`; `improvement`: decided faster and `high < 0`; `equivalent`: |Δ| < 3 %
 * and the whole interval within ±3 % of the baseline's median, ends included; else `inconclusive`.
 * A baseline median of 0: `equivalent` where both ends are 0, else `inconclusive`.
 */
export function verdictOf(
  comparison: PairedComparison,
): 'regression' | 'improvement' | 'equivalent' | 'inconclusive' {
  const { low, high } = comparison.interval
  switch (comparison.decision) {
    case 'slower':
      return low > 0 ? 'regression' : 'inconclusive'
    case 'faster':
      return high < 0 ? 'improvement' : 'inconclusive'
    case 'equivalent':
      return isWithinThreshold(comparison) ? 'equivalent' : 'inconclusive'
  }
}

/** The interval in per cent of the baseline's median; null where that is not positive. */
export function intervalPct({ interval, baselineMedian }: PairedComparison): Interval | null {
  if (!(baselineMedian > 0)) return null
  // In the order of Δ %, so that an end which equals the median difference gives the same double.
  return { low: (interval.low / baselineMedian) * 100, high: (interval.high / baselineMedian) * 100 }
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

function isWithinThreshold(comparison: PairedComparison): boolean {
  const { interval, baselineMedian } = comparison
  if (baselineMedian === 0) return interval.low === 0 && interval.high === 0
  const bounds = intervalPct(comparison)
  return bounds !== null && bounds.low >= -GATE.thresholdPct && bounds.high <= GATE.thresholdPct
}
