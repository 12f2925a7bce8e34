import type { Event } from '../model/event.ts'
import type { Comparison, Result } from '../model/result.ts'
import type { Conclusion } from '../model/verdict.ts'
import { PARITY } from '../stats/noise.ts'
import { GATE } from '../stats/regression.ts'
import { armsOf } from './arms.ts'
import { compareRow } from './comparison.ts'
import { compareArms } from './cross-arm.ts'
import { doubtsOfRun } from './doubts.ts'
import { environmentOf } from './environment.ts'
import { gatingRegressions, type Judged } from './gating.ts'
import { indexLog, type LogIndex } from './log-index.ts'
import { machineDoubts, machineOf } from './machine.ts'
import { RESOURCE_RULE } from './resources.ts'
import { rowsIn } from './rows.ts'
import { summarizeRows } from './summary.ts'
import { placementOf } from './threads.ts'
import { troublesIn } from './troubles.ts'

const RULE =
  'regression: the median paired difference is at least 3 % of the baseline’s median and the 95 % interval of it lies wholly above zero'
const SPREAD = 'IQR/median (type-7 quartiles); (max-min)/median below 4 samples; 0 below 2'
const NOISE_RULE =
  'loss or win only where medians and best runs both pass their tolerance: max(parity, spread of either side, floor/median), on best runs max(parity, floor/best)'

/**
 * The one reduction of a log to its result, live and on replay; `eventsSha256` is the digest of the log's bytes.
 * Throws a UserError for a log that does not begin with the event `run`, or has an observation twice.
 */
export function reduce(events: readonly Event[], eventsSha256: string): Result {
  const log = indexLog(events)
  const comparisons = rowsIn(log).map((row) => compareRow(log, row))
  const troubles = troublesIn(log, comparisons)
  const { run } = log
  const judged = { ...run, arms: armsOf(log), comparisons }
  const conclusion = conclude(log, judged, troubles)
  return {
    schema_version: 1,
    pairgate_version: run.pairgate_version,
    conclusion,
    troubles,
    gate: {
      threshold_pct: GATE.thresholdPct,
      resamples: GATE.resamples,
      confidence_pct: GATE.confidencePct,
      rule: RULE,
    },
    noise_model: {
      parity: PARITY,
      floor_ns: run.noise_floor.ns,
      floor_why: run.noise_floor.why,
      spread: SPREAD,
      rule: NOISE_RULE,
    },
    resource_rule: RESOURCE_RULE,
    protocol: run.protocol,
    seed: run.seed,
    data_seed: run.data_seed,
    filter: run.filter,
    placement: placementOf(log, comparisons),
    started_at: run.started_at,
    elapsed_ms: log.summary?.elapsed_ms ?? null,
    revisions: run.revisions,
    config_changes: run.config_changes,
    environment: environmentOf(log),
    machine: machineOf(log),
    arms: judged.arms,
    comparisons,
    cross_arm: compareArms(log, comparisons),
    warnings: [
      ...(run.lfs_pointers === null ? [] : [{ kind: 'lfs-pointers', ...run.lfs_pointers } as const]),
      ...machineDoubts(log),
      ...doubtsOfRun(comparisons),
    ],
    summary: summarizeRows(conclusion, judged, troubles),
    events_sha256: eventsSha256,
  }
}

function conclude(log: LogIndex, judged: Judged, troubles: Result['troubles']): Conclusion {
  return log.summary === null ? 'incomplete' : concludeRows(judged, troubles)
}

/** The conclusion of a run that came to its end. */
export function concludeRows(judged: Judged, troubles: Result['troubles']): Conclusion {
  const has = (status: Comparison['status']) => judged.comparisons.some((one) => one.status === status)
  if (has('wrong-result')) return 'wrong-result'
  if (has('invalid') || troubles.length > 0) return 'invalid'
  if (gatingRegressions(judged).length > 0) return 'regression'
  return 'pass'
}
