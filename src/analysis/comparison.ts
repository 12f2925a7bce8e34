import { caseName } from '../model/benchmark.ts'
import type { EventOf } from '../model/event.ts'
import { implementationOf, partsOf, revisionNames } from '../model/implementation.ts'
import type { Comparison } from '../model/result.ts'
import type { RowStatus } from '../model/verdict.ts'
import { noiseRule } from '../stats/noise.ts'
import { median, sortSamples } from '../stats/quantile.ts'
import {
  confirmatoryRegression,
  isSignificantRegression,
  type PairedComparison,
} from '../stats/regression.ts'
import { atMostPct, blocksToSettle, detectablePct, falseAlarm, noisePct } from '../stats/sensitivity.ts'
import { StatisticsError } from '../stats/statistics-error.ts'
import { intervalPct, verdictOf } from '../stats/verdict.ts'
import { confirmationOf } from './confirmation.ts'
import { describeCost, isEliminated } from './elimination.ts'
import type { LogIndex } from './log-index.ts'
import { differencesOf, fewestIterations, type Pair, type Pairing, pair, samplesOf } from './pairing.ts'
import { resourcesOf } from './resources.ts'
import type { StandingRow } from './rows.ts'
import { warningsOf } from './warnings.ts'

type Observation = EventOf<'observation'>

/** What a row came to, beside what it is. */
type Findings = Partial<Comparison> & Pick<Comparison, 'status'>

/** The comparison of one row: its standing where that settled it, else what its confirmatory blocks say. */
export function compareRow(log: LogIndex, row: StandingRow): Comparison {
  const { arm, benchmark, dataset, scale, category } = row
  const observations = log.observations(arm, benchmark, dataset)
  const pairing = pair(observations)
  const findings = findingsOf(log, row, observations, pairing)
  return {
    ...EMPTY,
    id: `${arm}/${caseName(row)}`,
    benchmark,
    dataset,
    scale,
    category,
    arm,
    warnings: warningsOf(log, row, pairing, findings),
    resources: resourcesOf(log, arm, observations),
    samples: {
      baseline_us: samplesOf(pairing.pairs, 'baseline'),
      candidate_us: samplesOf(pairing.pairs, 'candidate'),
      block_ids: pairing.pairs.map(({ block }) => block),
    },
    repeated_blocks: [...pairing.repeated],
    seed: log.run.seed,
    ...findings,
  }
}

const EMPTY = {
  reason: null,
  verdict: null,
  decision: null,
  significant_regression: false,
  delta_pct: null,
  speedup: null,
  baseline_median_us: null,
  candidate_median_us: null,
  interval: null,
  interval_pct: null,
  noise: null,
  sensitivity: null,
  confirmation: null,
} as const

function findingsOf(
  log: LogIndex,
  row: StandingRow,
  observations: readonly Observation[],
  pairing: Pairing,
): Findings {
  if (row.standing.kind === 'settled') return without(row.standing.status, row.standing.reason)
  return (
    unvalidated(log, row) ??
    faultOf(log, row, observations) ??
    shortOf(log, row, observations, pairing) ??
    eliminationOf(pairing) ??
    statisticsOf(log, row, pairing)
  )
}

function without(status: RowStatus, reason: string): Findings {
  return { status, reason }
}

/** Nothing that the oracle did not see is judged; of a log that was cut short, more would have come. */
function unvalidated(log: LogIndex, { arm, benchmark, dataset }: StandingRow): Findings | null {
  if (log.summary === null) return null
  const missing = revisionNames.find(
    (revision) => log.validation(implementationOf(arm, revision), benchmark, dataset) === undefined,
  )
  return missing === undefined ? null : without('invalid', `the ${missing} was never validated`)
}

/** Outputs and inputs are checked on every batch: one that went wrong settles the row. */
function faultOf(log: LogIndex, row: StandingRow, observations: readonly Observation[]): Findings | null {
  const batches = [...calibrationsOf(log, row), ...observations]
  const wrong = batches.filter((one) => one.fault === 'wrong-output')
  const candidate = wrong.find((one) => one.implementation === implementationOf(row.arm, 'candidate'))
  if (candidate !== undefined) return without('wrong-result', `the candidate: ${candidate.reason}`)
  const changed = wrong[0] ?? batches.find((one) => one.fault === 'input-changed')
  return changed === undefined ? null : without('invalid', `${changed.implementation}: ${changed.reason}`)
}

/** A row that lacks some of its pairs has no verdict. */
function shortOf(
  log: LogIndex,
  row: StandingRow,
  observations: readonly Observation[],
  { pairs, unpaired }: Pairing,
): Findings | null {
  const failed = calibrationsOf(log, row).find((one) => !one.valid)
  if (failed !== undefined) {
    const { revision } = partsOf(failed.implementation)
    return without('invalid', `the ${revision} could not be calibrated: ${failed.reason}`)
  }
  const wanted = blocksOf(log, row)
  const paired = new Set(pairs.map(({ block }) => block))
  const missing = wanted.filter((block) => !paired.has(block))
  if (missing.length === 0 && (unpaired.length === 0 || log.summary === null)) return null
  const count = wanted.length - missing.length
  if (log.summary === null) return without('invalid', `incomplete: ${count} of ${wanted.length} blocks`)
  const last = observations.findLast((one) => !one.valid)
  const cause = last === undefined ? '' : `; the last reason: ${last.implementation}: ${last.reason}`
  return without('invalid', `only ${count} of ${wanted.length} blocks have a pair${cause}`)
}

/** The confirmatory blocks that a row must have: those that were scheduled, and never fewer than the protocol's. */
function blocksOf(log: LogIndex, { arm, benchmark, dataset }: StandingRow): readonly number[] {
  const { exploratory_blocks, confirmatory_blocks } = log.run.protocol
  const scheduled = log.schedules(arm, benchmark, dataset)
  const least = { first_block: exploratory_blocks, blocks: confirmatory_blocks }
  return [...new Set([least, ...scheduled].flatMap(blockIdsOf))]
}

function blockIdsOf({ first_block, blocks }: Pick<EventOf<'schedule'>, 'first_block' | 'blocks'>): number[] {
  return Array.from({ length: blocks }, (_, index) => first_block + index)
}

function calibrationsOf(log: LogIndex, { arm, benchmark, dataset }: StandingRow) {
  return revisionNames.flatMap(
    (revision) => log.calibration(implementationOf(arm, revision), benchmark, dataset) ?? [],
  )
}

function eliminationOf({ pairs }: Pairing): Findings | null {
  const sides = revisionNames.map((revision) => pairs.map((one) => one[revision]))
  const [baseline, candidate] = sides.map(isEliminated)
  if (baseline === candidate) {
    return baseline === true
      ? without('eliminated', `the optimiser deleted the work: ${describeCost(sides[1] ?? [])}`)
      : null
  }
  const which = candidate === true ? 'candidate' : 'baseline'
  const cost = describeCost(sides[candidate === true ? 1 : 0] ?? [])
  return without('invalid', `the optimiser deleted the work at the ${which} only: ${cost}`)
}

function statisticsOf(log: LogIndex, row: StandingRow, { pairs }: Pairing): Findings {
  const [baseline, candidate] = [samplesOf(pairs, 'baseline'), samplesOf(pairs, 'candidate')]
  const { seed, noise_floor } = log.run
  try {
    const compared = confirmatoryRegression(baseline, candidate, BigInt(seed))
    const verdict = verdictOf(compared)
    return {
      status: 'measured',
      verdict,
      decision: compared.decision,
      significant_regression: isSignificantRegression(compared),
      delta_pct: compared.deltaPct,
      speedup: compared.speedup,
      baseline_median_us: compared.baselineMedian,
      candidate_median_us: median(sortSamples(candidate)),
      interval: compared.interval,
      interval_pct: intervalPct(compared),
      noise: noiseRule(candidate, baseline, {
        floor: noise_floor.ns / 1000,
        iterations: fewestIterations(pairs),
      }),
      sensitivity: {
        noise_pct: noisePct(differencesOf(pairs), compared.baselineMedian),
        detectable_pct: detectableOf(log, row, pairs, compared),
        at_most_pct: atMostPct(compared),
        blocks_to_settle: evenly(blocksToSettle(compared, baseline.length)),
        false_alarm: falseAlarm(compared, growthOf(log, row, baseline.length)),
      },
      confirmation: confirmationOf(log, row, pairs, verdict),
    }
  } catch (error) {
    if (error instanceof StatisticsError) return without('invalid', error.message)
    throw error
  }
}

/** By the blocks before any confirmation: a slowdown that they do not show is not measured again. */
function detectableOf(
  log: LogIndex,
  row: StandingRow,
  pairs: readonly Pair[],
  overAll: PairedComparison,
): number | null {
  const first = firstBlocks(log, row)
  const own = pairs.filter(({ block }) => block < log.run.protocol.exploratory_blocks + first)
  if (own.length === pairs.length) return detectablePct(overAll, pairs.length)
  const { seed } = log.run
  const sides = [samplesOf(own, 'baseline'), samplesOf(own, 'candidate')] as const
  return detectablePct(confirmatoryRegression(...sides, BigInt(seed)), own.length)
}

/** How many blocks a row was to have before any confirmation. */
function firstBlocks(log: LogIndex, { arm, benchmark, dataset }: StandingRow): number {
  return log.schedules(arm, benchmark, dataset)[0]?.blocks ?? log.run.protocol.confirmatory_blocks
}

/** How many times as many blocks a row has once it was confirmed as often as it may be. */
function growthOf(log: LogIndex, row: StandingRow, blocks: number): number {
  return (firstBlocks(log, row) * (1 + log.run.protocol.confirmation_rounds)) / blocks
}

/** A block number that either side of a pair can come first in equally often. */
function evenly(blocks: number | null): number | null {
  return blocks === null ? null : blocks + (blocks % 2)
}
