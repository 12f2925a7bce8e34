import type { Comparison, Result } from '../model/result.ts'
import type { Conclusion, RowStatus, Verdict } from '../model/verdict.ts'
import { geometricMean } from '../stats/geometric-mean.ts'
import { GATE } from '../stats/regression.ts'
import type { Judged } from './gating.ts'
import { type Counted, headlineOf } from './headline.ts'
import { growthsIn } from './resources.ts'

/** Counts, geometric mean, worst row and headline, over all comparisons. */
export function summarizeRows(
  conclusion: Conclusion,
  judged: Judged,
  troubles: Result['troubles'],
): Result['summary'] {
  const { comparisons } = judged
  const counted = {
    verdicts: verdictsIn(comparisons),
    statuses: statusesIn(comparisons),
    geometric_mean: meanOf(comparisons),
    worst: worstOf(comparisons),
    hidden: hiddenIn(comparisons),
    growths: growthsIn(comparisons),
    expected_false_alarms: comparisons.reduce((sum, one) => sum + (one.sensitivity?.false_alarm ?? 0), 0),
  }
  return { ...counted, headline: headlineOf(conclusion, judged, troubles, counted) }
}

function verdictsIn(comparisons: readonly Comparison[]): Record<Verdict, number> {
  const counts = { regression: 0, improvement: 0, equivalent: 0, inconclusive: 0 }
  for (const { verdict } of comparisons) if (verdict !== null) counts[verdict] += 1
  return counts
}

function statusesIn(comparisons: readonly Comparison[]): Record<RowStatus, number> {
  const counts = {
    measured: 0,
    identical: 0,
    new: 0,
    removed: 0,
    skipped: 0,
    eliminated: 0,
    'not-comparable': 0,
    'wrong-result': 0,
    invalid: 0,
  }
  for (const { status } of comparisons) counts[status] += 1
  return counts
}

function meanOf(comparisons: readonly Comparison[]): Counted['geometric_mean'] {
  const ratios = comparisons.flatMap(({ verdict, baseline_median_us: before, candidate_median_us: after }) =>
    verdict !== null && before !== null && after !== null && before > 0 && after > 0 ? [after / before] : [],
  )
  return ratios.length === 0 ? null : { ratio: geometricMean(ratios), rows: ratios.length }
}

function worstOf(comparisons: readonly Comparison[]): Counted['worst'] {
  let worst: Counted['worst'] = null
  for (const { id, verdict, delta_pct } of comparisons) {
    if (verdict === null || delta_pct === null) continue
    if (worst === null || delta_pct > worst.delta_pct) worst = { id, delta_pct }
  }
  return worst
}

function hiddenIn(comparisons: readonly Comparison[]): Counted['hidden'] {
  const bounds = comparisons
    .flatMap(({ verdict, sensitivity }) =>
      verdict === 'inconclusive' && sensitivity?.at_most_pct != null ? [sensitivity.at_most_pct] : [],
    )
    .filter((bound) => bound >= GATE.thresholdPct)
  if (bounds.length === 0) return null
  const of = comparisons.filter((one) => one.verdict !== null).length
  return { rows: bounds.length, of, up_to_pct: Math.max(...bounds) }
}
