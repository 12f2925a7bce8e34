import type { Interval } from './bootstrap.ts'
import { GATE, type PairedComparison } from './regression.ts'

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

function isWithinThreshold(comparison: PairedComparison): boolean {
  const { interval, baselineMedian } = comparison
  if (baselineMedian === 0) return interval.low === 0 && interval.high === 0
  const bounds = intervalPct(comparison)
  return bounds !== null && bounds.low >= -GATE.thresholdPct && bounds.high <= GATE.thresholdPct
}
