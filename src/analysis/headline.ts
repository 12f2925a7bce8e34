import { caseName } from '../model/benchmark.ts'
import type { Comparison, Result } from '../model/result.ts'
import type { Conclusion } from '../model/verdict.ts'
import { isRepeat, type Judged } from './gating.ts'

/** What the headline is made from. */
export type Counted = Omit<Result['summary'], 'headline'>

/** One sentence for the whole run: trouble first, then the worst row, always with counts. */
export function headlineOf(
  conclusion: Conclusion,
  judged: Judged,
  troubles: Result['troubles'],
  counted: Counted,
): string {
  const { comparisons } = judged
  const parts = [
    ...(conclusion === 'incomplete' ? [progressOf(comparisons)] : []),
    ...namesOf(comparisons, 'wrong-result', 'wrong result'),
    // Of a run that was stopped, every row without all of its pairs is invalid: that is said already.
    ...(conclusion === 'incomplete' ? [] : namesOf(comparisons, 'invalid', 'invalid row')),
    ...troublesOf(troubles),
    ...(isRepeat(judged)
      ? [noiseOf(comparisons)]
      : [...regressionsOf(comparisons), ...(conclusion === 'pass' ? [passOf(comparisons, counted)] : [])]),
    ...changesOf(counted),
  ]
  return parts.join('; ')
}

function plural(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

function nameOf({ benchmark, dataset, arm }: Comparison): string {
  return `${caseName({ benchmark, dataset })} (${arm})`
}

function troublesOf(troubles: Result['troubles']): string[] {
  const [first] = troubles
  if (first === undefined) return []
  const { arm, reason } = first
  const more = troubles.length > 1 ? ` (and ${plural(troubles.length - 1, 'more trouble')})` : ''
  return [`${firstLine(arm === null ? reason : `${arm}: ${reason}`)}${more}`]
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

function namesOf(comparisons: readonly Comparison[], status: Comparison['status'], what: string): string[] {
  const rows = comparisons.filter((one) => one.status === status)
  const [first] = rows
  if (first === undefined) return []
  return [`${plural(rows.length, what)}: ${nameOf(first)}${rows.length > 1 ? ' and others' : ''}`]
}

function regressionsOf(comparisons: readonly Comparison[]): string[] {
  const judged = comparisons.filter((one) => one.verdict !== null)
  const slower = judged
    .filter((one) => one.verdict === 'regression')
    .toSorted((a, b) => (b.delta_pct ?? 0) - (a.delta_pct ?? 0))
  const [worst] = slower
  if (worst === undefined) return []
  const { delta_pct, interval_pct } = worst
  const interval =
    interval_pct === null
      ? ''
      : `, 95 % interval ${interval_pct.low.toFixed(1)}..${interval_pct.high.toFixed(1)} %`
  return [
    `${slower.length} of ${plural(judged.length, 'row')} regressed: ${nameOf(worst)} is ${(delta_pct ?? 0).toFixed(1)} % slower${interval}`,
  ]
}

/** Of an A/A run: how far the same program came out from itself, and the slowdown that every row would have caught. */
function noiseOf(comparisons: readonly Comparison[]): string {
  const rows = comparisons.filter(({ verdict }) => verdict !== null)
  const furthest = Math.max(...rows.map(({ delta_pct }) => Math.abs(delta_pct ?? 0)))
  const detectable = rows.flatMap(({ sensitivity }) => sensitivity?.detectable_pct ?? [])
  const caught =
    detectable.length < rows.length
      ? ''
      : `; slowdowns from ${Math.max(...detectable).toFixed(1)} % on would show in every row`
  return `the same program twice (A/A): ${plural(rows.length, 'row')} differ from themselves by up to ${furthest.toFixed(1)} %, which is this machine's noise${caught}`
}

function passOf(comparisons: readonly Comparison[], { verdicts, statuses, hidden }: Counted): string {
  const doubts = [
    ...(verdicts.regression > 0 ? ['this protocol never fails a check for slowness'] : []),
    ...(hidden === null
      ? []
      : [
          `${hidden.rows} of ${plural(hidden.of, 'row')} could hide a slowdown of up to ${hidden.up_to_pct.toFixed(1)} %`,
        ]),
  ]
  if (doubts.length > 0) return doubts.join('; ')
  const judged = comparisons.filter((one) => one.verdict !== null).length
  if (judged > 0) {
    const faster = verdicts.improvement > 0 ? `, ${plural(verdicts.improvement, 'improvement')}` : ''
    return `no regression in ${plural(judged, 'row')}${faster}`
  }
  if (statuses.identical > 0)
    return `the binaries are identical: ${plural(statuses.identical, 'row')} cannot differ`
  return 'the baseline has no benchmarks yet: nothing to compare with'
}

function changesOf({ statuses }: Counted): string[] {
  return [
    ...(statuses.new > 0 ? [`${statuses.new} new`] : []),
    ...(statuses.removed > 0 ? [`${statuses.removed} removed`] : []),
    ...(statuses['not-comparable'] > 0 ? [`${statuses['not-comparable']} not comparable`] : []),
    ...(statuses.skipped > 0 ? [`${statuses.skipped} skipped`] : []),
    ...(statuses.eliminated > 0 ? [`${statuses.eliminated} eliminated`] : []),
  ]
}

function progressOf(comparisons: readonly Comparison[]): string {
  const judged = comparisons.filter((one) => one.verdict !== null || one.status === 'identical').length
  return `the run was stopped: ${judged} of ${plural(comparisons.length, 'row')} came to a verdict`
}
