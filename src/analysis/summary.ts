import type { Comparison, Result } from '../model/result.ts'
import {
  type Conclusion,
  type RowStatus,
  rowStatusSchema,
  type Verdict,
  verdictSchema,
} from '../model/verdict.ts'
import { geometricMean } from '../stats/geometric-mean.ts'
import { headlineOf } from './headline.ts'

/** Counts, geometric mean, worst row and headline, over all comparisons. */
export function summarizeRows(
  conclusion: Conclusion,
  comparisons: readonly Comparison[],
  troubles: Result['troubles'],
): Result['summary'] {
  const verdicts = countAll<Verdict>(
    verdictSchema.options,
    comparisons.map((one) => one.verdict),
  )
  const statuses = countAll<RowStatus>(
    rowStatusSchema.options,
    comparisons.map((one) => one.status),
  )
  const counted = {
    verdicts,
    statuses,
    geometric_mean: meanOf(comparisons),
    worst: worstOf(comparisons),
    hidden: hiddenIn(comparisons),
  }
  return { ...counted, headline: headlineOf(conclusion, comparisons, troubles, counted) }
}

/** What the headline is made from. */
export type Counted = Omit<Result['summary'], 'headline'>

function countAll<Name extends string>(
  names: readonly Name[],
  seen: readonly (Name | null)[],
): Record<Name, number> {
  const counts = Object.fromEntries(names.map((name) => [name, seen.filter((one) => one === name).length]))
  return counts as Record<Name, number>
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
  const bounds = comparisons.flatMap(({ verdict, sensitivity }) =>
    verdict === 'inconclusive' && sensitivity?.at_most_pct != null ? [sensitivity.at_most_pct] : [],
  )
  if (bounds.length === 0) return null
  const of = comparisons.filter((one) => one.verdict !== null).length
  return { rows: bounds.length, of, up_to_pct: Math.max(...bounds) }
}
