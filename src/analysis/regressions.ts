import type { Event } from '../model/event.ts'
import { compareRow } from './comparison.ts'
import { indexLog } from './log-index.ts'
import { rowsIn, type StandingRow } from './rows.ts'

/** The rows that are regressions by what was recorded so far. */
export function regressions(events: readonly Event[]): readonly StandingRow[] {
  const log = indexLog(events)
  return rowsIn(log).filter((row) => compareRow(log, row).verdict === 'regression')
}
