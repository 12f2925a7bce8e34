import type { Result } from '../model/result.ts'
import { concludeRows } from './reduce.ts'
import { summarizeRows } from './summary.ts'

/**
 * A result from elsewhere with its conclusion, counts and headline made anew from its rows, so that no word of the
 * summary is believed. The rows themselves are as good as the machine that measured them.
 */
export function rejudge(result: Result): Result {
  const conclusion = result.conclusion === 'incomplete' ? 'incomplete' : concludeRows(result, result.troubles)
  return { ...result, conclusion, summary: summarizeRows(conclusion, result, result.troubles) }
}
