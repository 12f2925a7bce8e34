import type { Event } from '../model/event.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Result } from '../model/result.ts'
import { indexLog } from './log-index.ts'
import { rowsIn } from './rows.ts'
import { seriesOf } from './series.ts'
import { tuneComparisons } from './tune.ts'

/** What the numbers of `result`, the reduction of these events, rest on. Throws what `reduce` throws. */
export function evidenceOf(events: readonly Event[], { comparisons }: Pick<Result, 'comparisons'>): Evidence {
  const log = indexLog(events)
  return {
    series: rowsIn(log).map((row) => seriesOf(log, row)),
    tuning: tuneComparisons(log, comparisons),
  }
}
