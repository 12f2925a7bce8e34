import type { Event } from '../model/event.ts'
import { compareRow } from './comparison.ts'
import { indexLog } from './log-index.ts'
import { rowsIn, type StandingRow } from './rows.ts'

/** The rows that are regressions or improvements by what was recorded so far: what a report would claim. */
export function claims(events: readonly Event[]): readonly StandingRow[] {
  const log = indexLog(events)
  return rowsIn(log).filter((row) => {
    const { verdict } = compareRow(log, row)
    return verdict === 'regression' || verdict === 'improvement'
  })
}
