import { exitCodeOf } from '../analysis/exit.ts'
import { gatingRegressions } from '../analysis/gating.ts'
import type { Comparison, Result } from '../model/result.ts'
import { endMessage, titleOf } from '../model/run-end.ts'
import type { RowStatus } from '../model/verdict.ts'
import type { Annotation } from '../model/workflow.ts'

/**
 * What stands beside the table on the check's page, worst first: GitHub shows about ten of a step. The first one tells
 * how the run ended and which commits it compared, for people and for later runs; it is a warning where `fails` is false.
 */
export function annotationsOf(result: Result, key: string, fails: boolean): readonly Annotation[] {
  const { comparisons, troubles } = result
  const level = fails ? 'error' : 'warning'
  const withStatus = (status: RowStatus) => comparisons.filter((row) => row.status === status)
  const regressions = gatingRegressions(result).toSorted((a, b) => (b.delta_pct ?? 0) - (a.delta_pct ?? 0))
  const of = (what: string, message: string): Annotation => ({ level, title: titleOf(what, key), message })
  return [
    endOf(result, key, level),
    ...withStatus('wrong-result').map((row) => of(`${row.id} is wrong-result`, row.reason ?? '')),
    ...regressions.map((row) => of(`${row.id} is slower`, slownessOf(row))),
    ...withStatus('invalid').map((row) => of(`${row.id} is invalid`, row.reason ?? '')),
    ...troubles.map(({ arm, reason }) => of(arm ?? 'invalid run', reason)),
  ]
}

function endOf(result: Result, key: string, level: 'error' | 'warning'): Annotation {
  const { baseline, candidate } = result.revisions
  return {
    level: exitCodeOf(result) === 0 ? 'notice' : level,
    title: titleOf(result.conclusion, key),
    message: endMessage(result.summary.headline, baseline.version, candidate.version),
  }
}

function slownessOf({ delta_pct, interval_pct }: Comparison): string {
  const interval =
    interval_pct === null
      ? ''
      : ` (95 % interval ${interval_pct.low.toFixed(2)}..${interval_pct.high.toFixed(2)} %)`
  return `${(delta_pct ?? 0).toFixed(2)} % slower${interval}`
}
