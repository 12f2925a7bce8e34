import type { EventOf } from '../model/event.ts'
import { implementationOf, revisionNames } from '../model/implementation.ts'
import type { Comparison } from '../model/result.ts'
import type { RowStatus } from '../model/verdict.ts'
import type { Warning } from '../model/warning.ts'
import { noiseRule } from '../stats/noise.ts'
import { confirmatoryRegression, isSignificantRegression } from '../stats/regression.ts'
import { StatisticsError } from '../stats/statistics-error.ts'
import { atMostPct, blocksToSettle, intervalPct, verdictOf } from '../stats/verdict.ts'
import { describeCost, isEliminated } from './elimination.ts'
import type { LogIndex } from './log-index.ts'
import { type Pairing, pair } from './pairing.ts'
import type { StandingRow } from './rows.ts'

type Observation = EventOf<'observation'>

/** What a row came to, beside what it is. */
type Findings = Partial<Comparison> & Pick<Comparison, 'status'>

/** The comparison of one row: its standing where that settled it, else what its confirmatory blocks say. */
export function compareRow(log: LogIndex, row: StandingRow): Comparison {
  const { arm, benchmark, dataset, scale, category } = row
  const observations = log.observations(arm, benchmark, dataset)
  const pairing = pair(observations)
  return {
    ...EMPTY,
    id: `${arm}/${benchmark}/${dataset}`,
    benchmark,
    dataset,
    scale,
    category,
    arm,
    warnings: warningsOf(log, row, pairing),
    resources: resourcesOf(observations),
    samples: samplesOf(pairing),
    repeated_blocks: [...pairing.repeated],
    seed: log.run.seed,
    ...findingsOf(log, row, observations, pairing),
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
} as const

function findingsOf(
  log: LogIndex,
  row: StandingRow,
  observations: readonly Observation[],
  pairing: Pairing,
): Findings {
  if (row.standing.kind === 'settled') return without(row.standing.status, row.standing.reason)
  return (
    faultOf(observations) ??
    shortOf(log, row, observations, pairing) ??
    eliminationOf(pairing) ??
    statisticsOf(log, pairing)
  )
}

function without(status: RowStatus, reason: string): Findings {
  return { status, reason }
}

/** Outputs and inputs are checked on every observation: one that went wrong settles the row. */
function faultOf(observations: readonly Observation[]): Findings | null {
  const wrong = observations.filter((one) => one.fault === 'wrong-output')
  const candidate = wrong.find((one) => one.implementation.endsWith('@candidate'))
  if (candidate !== undefined) return without('wrong-result', `the candidate: ${candidate.reason}`)
  const changed = wrong[0] ?? observations.find((one) => one.fault === 'input-changed')
  return changed === undefined ? null : without('invalid', `${changed.implementation}: ${changed.reason}`)
}

/** A row that lacks some of its pairs has no verdict. */
function shortOf(
  log: LogIndex,
  { arm, benchmark, dataset }: StandingRow,
  observations: readonly Observation[],
  { pairs, unpaired }: Pairing,
): Findings | null {
  for (const revision of revisionNames) {
    const calibration = log.calibration(implementationOf(arm, revision), benchmark, dataset)
    if (calibration?.valid === false)
      return without('invalid', `the ${revision} could not be calibrated: ${calibration.reason}`)
  }
  const wanted = log.run.protocol.confirmatory_blocks
  if (pairs.length >= wanted && (unpaired.length === 0 || log.summary === null)) return null
  if (log.summary === null) return without('invalid', `incomplete: ${pairs.length} of ${wanted} blocks`)
  const last = observations.findLast((one) => !one.valid)
  const cause = last === undefined ? '' : `; the last reason: ${last.implementation}: ${last.reason}`
  return without('invalid', `only ${pairs.length} of ${wanted} blocks have a pair${cause}`)
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

function statisticsOf(log: LogIndex, pairing: Pairing): Findings {
  const { baseline_us: baseline, candidate_us: candidate } = samplesOf(pairing)
  const { seed, noise_floor } = log.run
  try {
    const compared = confirmatoryRegression(baseline, candidate, BigInt(seed))
    const verdict = verdictOf(compared)
    const iterations = Math.min(
      ...pairing.pairs.flatMap((one) => [one.baseline.iterations, one.candidate.iterations]),
    )
    return {
      status: 'measured',
      verdict,
      decision: compared.decision,
      significant_regression: isSignificantRegression(compared),
      delta_pct: compared.deltaPct,
      speedup: compared.speedup,
      baseline_median_us: compared.baselineMedian,
      candidate_median_us: compared.baselineMedian + compared.medianDifference,
      interval: compared.interval,
      interval_pct: intervalPct(compared),
      noise: noiseRule(candidate, baseline, { floor: noise_floor.ns / 1000, iterations }),
      sensitivity: {
        at_most_pct: atMostPct(compared),
        blocks_to_settle: verdict === 'inconclusive' ? blocksToSettle(compared, baseline.length) : null,
      },
    }
  } catch (error) {
    if (error instanceof StatisticsError) return without('invalid', error.message)
    throw error
  }
}

function samplesOf({ pairs }: Pairing): Comparison['samples'] {
  return {
    baseline_us: pairs.map((one) => one.baseline.elapsed_us ?? Number.NaN),
    candidate_us: pairs.map((one) => one.candidate.elapsed_us ?? Number.NaN),
    block_ids: pairs.map((one) => one.block),
  }
}

function resourcesOf(observations: readonly Observation[]): Comparison['resources'] {
  const [baseline, candidate] = revisionNames.map((revision) => {
    const own = observations.filter((one) => one.valid && one.implementation.endsWith(`@${revision}`))
    const peaks = own.map((one) => one.peak_rss_bytes).filter((bytes) => bytes !== null)
    return {
      peak_rss_bytes: peaks.length === 0 ? null : Math.max(...peaks),
      iterations: own.at(-1)?.iterations ?? null,
    }
  })
  const nothing = { peak_rss_bytes: null, iterations: null }
  return { baseline: baseline ?? nothing, candidate: candidate ?? nothing }
}

function warningsOf(log: LogIndex, row: StandingRow, { repeated }: Pairing): Warning[] {
  const unproved = revisionNames.some((revision) => log.build(row.arm, revision)?.lto?.kind === 'unverified')
  return [
    ...(row.sourcesChanged ? [{ kind: 'sources-changed' } as const] : []),
    ...(unproved ? [{ kind: 'lto-unverified' } as const] : []),
    ...(repeated.length > 0 ? [{ kind: 'repeated-blocks', blocks: repeated.length } as const] : []),
  ]
}
