import { caseKey } from '../model/benchmark.ts'
import type { Event, EventOf } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import { type Implementation, implementationOf, partsOf, revisionNames } from '../model/implementation.ts'
import { suggestion } from '../model/nearest.ts'
import type { Comparison } from '../model/result.ts'
import type { Hotspots } from '../model/tuning.ts'
import { type PairedComparison, pairedHotspot } from '../stats/regression.ts'
import { StatisticsError } from '../stats/statistics-error.ts'
import { intervalPct } from '../stats/verdict.ts'
import { disagreement } from './agreement.ts'
import { compareRow } from './comparison.ts'
import { indexLog, type LogIndex } from './log-index.ts'
import { rowsIn } from './rows.ts'

/** Which two implementations are explored, and how. */
export interface HotspotRequest {
  readonly baseline: string
  readonly candidate: string
  readonly thresholdPct: number
  /** The run's, unless given. */
  readonly seed?: string
}

type Observation = EventOf<'observation'>
type Row = Hotspots['rows'][number]
type LeftOut = Hotspots['left_out'][number]

/**
 * Compares any two implementations on the rows that both measured, paired by block and attempt, the slowest first:
 * an exploration, by `pairedHotspot`. Throws a UserError for an implementation that the run does not have, and where
 * no row can be compared.
 */
export function findHotspots(events: readonly Event[], request: HotspotRequest): Hotspots {
  const log = indexLog(events)
  const [baseline, candidate] = [known(log, request.baseline), known(log, request.candidate)]
  if (baseline === candidate) throw new UserError(`both sides are ${baseline}: name two implementations`)
  const seed = request.seed ?? log.run.seed
  const rows: Row[] = []
  const leftOut: LeftOut[] = []
  const arms = [...new Set([baseline, candidate].map((one) => partsOf(one).arm))]
  for (const { benchmark, dataset, comparisons } of casesOf(log, arms)) {
    const row =
      objection(arms, comparisons) ??
      compare(log, baseline, candidate, benchmark, dataset, { ...request, seed: BigInt(seed) })
    if (typeof row === 'string') leftOut.push({ benchmark, dataset, reason: row })
    else rows.push(row)
  }
  if (rows.length === 0) {
    const why = leftOut[0] === undefined ? '' : `; the first, ${leftOut[0].benchmark}: ${leftOut[0].reason}`
    throw new UserError(`${baseline} and ${candidate} have no row in common${why}`)
  }
  return {
    baseline,
    candidate,
    threshold_pct: request.thresholdPct,
    seed,
    rows: rows.toSorted((a, b) => b.delta_pct - a.delta_pct),
    left_out: leftOut,
  }
}

interface Case {
  readonly benchmark: string
  readonly dataset: string
  /** Of the arms that are explored. */
  readonly comparisons: Comparison[]
}

/** Every benchmark and dataset of the run. */
function casesOf(log: LogIndex, arms: readonly string[]): readonly Case[] {
  const cases = new Map<string, Case>()
  for (const row of rowsIn(log)) {
    const { arm, benchmark, dataset } = row
    const key = caseKey(benchmark, dataset)
    const one = cases.get(key) ?? { benchmark, dataset, comparisons: [] }
    cases.set(key, one)
    if (arms.includes(arm)) one.comparisons.push(compareRow(log, row))
  }
  return [...cases.values()]
}

/** A row that was wrong, deleted by the optimiser or not measured to its end is no hotspot. */
function objection(arms: readonly string[], comparisons: readonly Comparison[]): string | null {
  for (const arm of arms) {
    const own = comparisons.find((one) => one.arm === arm)
    if (own === undefined) return `${arm} does not have it`
    if (own.status !== 'measured')
      return `${arm} is ${own.status}${own.reason === null ? '' : `: ${own.reason}`}`
  }
  return null
}

function known(log: LogIndex, name: string): Implementation {
  const all = log.run.arms.flatMap(({ name: arm }) => revisionNames.map((one) => implementationOf(arm, one)))
  const found = all.find((one) => one === name)
  if (found !== undefined) return found
  throw new UserError(`no implementation ${name}${suggestion(name, all)}: the run has ${all.join(', ')}`)
}

/** A row, or why there is none. */
function compare(
  log: LogIndex,
  baseline: Implementation,
  candidate: Implementation,
  benchmark: string,
  dataset: string,
  settings: { readonly thresholdPct: number; readonly seed: bigint },
): Row | string {
  const both = [baseline, candidate].map((one) => observationsOf(log, one, benchmark, dataset))
  const [before, after] = both.map(samplesByBlock)
  if (before === undefined || after === undefined) throw new Error('two implementations are compared')
  const attempts = firstAttempts([...before.keys()].filter((attempt) => after.has(attempt)))
  if (attempts.length === 0) return 'no block that both measured'
  const reason = disagreement(log, candidate, baseline, benchmark, dataset)
  if (reason !== null) return reason
  const sides = [before, after].map((side) => attempts.map((attempt) => side.get(attempt) ?? Number.NaN))
  try {
    const compared = pairedHotspot(sides[0] ?? [], sides[1] ?? [], settings)
    return {
      benchmark,
      dataset,
      pairs: attempts.length,
      delta_pct: compared.deltaPct,
      speedup: compared.speedup,
      interval: compared.interval,
      interval_pct: intervalPct(compared),
      decision: compared.decision,
      clear: isClear(compared),
    }
  } catch (error) {
    if (error instanceof StatisticsError) return error.message
    throw error
  }
}

/** Of each block the first attempt: a block that was repeated for a third implementation is no second pair. */
function firstAttempts(attempts: readonly string[]): readonly string[] {
  const blocks = new Map<string, string>()
  for (const attempt of attempts) {
    const block = attempt.slice(0, attempt.indexOf('/'))
    if (!blocks.has(block)) blocks.set(block, attempt)
  }
  return [...blocks.values()]
}

function isClear({ decision, interval }: PairedComparison): boolean {
  if (decision === 'equivalent') return false
  return decision === 'slower' ? interval.low > 0 : interval.high < 0
}

/** The valid confirmatory observations of an implementation. */
function observationsOf(
  log: LogIndex,
  implementation: Implementation,
  benchmark: string,
  dataset: string,
): readonly Observation[] {
  return log
    .observations(partsOf(implementation).arm, benchmark, dataset)
    .filter((one) => one.implementation === implementation && one.phase === 'confirmatory' && one.valid)
}

/** Their times in µs, by block and attempt. */
function samplesByBlock(observations: readonly Observation[]): ReadonlyMap<string, number> {
  return new Map(
    observations.map(
      (one) => [`${one.block_id}/${one.repetition_id}`, one.elapsed_us ?? Number.NaN] as const,
    ),
  )
}
