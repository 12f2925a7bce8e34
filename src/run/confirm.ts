import { claims } from '../analysis/claims.ts'
import { caseKey } from '../model/benchmark.ts'
import type { Event } from '../model/event.ts'
import type { Host } from '../model/host.ts'
import { partsOf } from '../model/implementation.ts'
import type { Protocol } from '../model/protocol.ts'
import { confirmatoryBlocks } from '../protocol/schedule.ts'
import type { MeasuredRow } from './calibrate.ts'
import { type Limit, leftMs } from './limit.ts'
import { blockMs, measureAgain, type Round } from './measure.ts'
import type { Setting } from './prepare.ts'

/**
 * Measures the pairs of regressions and improvements again, in as many fresh blocks as at first; what is still one over
 * all of its blocks is measured once more in the next round, up to the protocol's number of rounds, and as long as the
 * limit of the run leaves time.
 */
export async function* confirmRows(
  setting: Setting,
  rows: readonly MeasuredRow[],
  log: readonly Event[],
  limit: Limit,
  host: Host,
): AsyncGenerator<Event, void> {
  for (let round = 0; round < setting.protocol.confirmation_rounds; round += 1) {
    const again = nextRound(rows, log, setting.protocol)
    if (again.rows.length === 0) return
    const count = again.rows.length
    const rowsInWords = `${count} row${count === 1 ? '' : 's'} came out slower or faster`
    if (expectedMsOf(again) > leftMs(limit)) {
      // What was found stands: a run that is cut off here would lose it.
      host.log(`${rowsInWords}, and timeouts.run leaves no time to measure again`)
      return
    }
    host.log(`${rowsInWords}: measured again`)
    yield* measureAgain(again, setting, host)
  }
}

function expectedMsOf({ rows }: Round): number {
  return rows.reduce((sum, { row, blocks }) => sum + blocks * blockMs(row.contestants), 0)
}

/** The arms of each row that claim something, alone, in blocks behind all others. */
function nextRound(rows: readonly MeasuredRow[], log: readonly Event[], protocol: Protocol): Round {
  const schedules = log.filter((event) => event.type === 'schedule')
  const claimed = claims(log)
  return {
    first: Math.max(0, ...schedules.map(({ first_block, blocks }) => first_block + blocks)),
    rows: rows.flatMap((row) => {
      const key = caseKey(row.benchmark, row.dataset)
      const own = (one: { readonly benchmark: string; readonly dataset: string }) =>
        caseKey(one.benchmark, one.dataset) === key
      const arms = new Set(claimed.filter(own).map(({ arm }) => arm))
      const contestants = row.contestants.filter(({ implementation }) =>
        arms.has(partsOf(implementation).arm),
      )
      const first = schedules.find((one) => own({ benchmark: one.case, dataset: one.dataset_id }))
      if (contestants.length === 0 || first === undefined) return []
      const blocks = confirmatoryBlocks(protocol, contestants.length, first.blocks)
      return [{ row: { ...row, contestants }, blocks }]
    }),
  }
}
