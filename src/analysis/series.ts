import { caseName } from '../model/benchmark.ts'
import type { Event, EventOf } from '../model/event.ts'
import type { RevisionName } from '../model/implementation.ts'
import type { Series, SeriesBlock, SeriesGap, SeriesPair, SeriesSide } from '../model/series.ts'
import { median, sortSamples } from '../stats/quantile.ts'
import { indexLog, type LogIndex } from './log-index.ts'
import { differencesOf, type Pair, pair, samplesOf } from './pairing.ts'
import { rowsIn, type StandingRow } from './rows.ts'

type Observation = EventOf<'observation'>

/**
 * What every comparison of a log was judged on, in the order of the result's comparisons. Throws a UserError for a
 * log that does not begin with the event `run`, or has an observation twice.
 */
export function seriesIn(events: readonly Event[]): readonly Series[] {
  const log = indexLog(events)
  return rowsIn(log).map((row) => seriesOf(log, row))
}

/** What the comparison of one row was judged on. */
export function seriesOf(log: LogIndex, row: StandingRow): Series {
  const observations = log.observations(row.arm, row.benchmark, row.dataset)
  const { pairs, unpaired } = pair(observations)
  const baseline = sideOf(pairs, 'baseline')
  const attempts = attemptsByBlock(observations)
  const blocks: readonly SeriesBlock[] = [
    ...pairsOf(pairs, baseline.median_us, attempts),
    ...unpaired.map((block) => gapOf(block, observations, attempts)),
  ]
  return {
    id: `${row.arm}/${caseName(row)}`,
    blocks: blocks.toSorted((a, b) => a.block - b.block),
    baseline,
    candidate: sideOf(pairs, 'candidate'),
  }
}

function sideOf(pairs: readonly Pair[], revision: RevisionName): SeriesSide {
  if (pairs.length === 0) return { sorted_us: [], median_us: null }
  const sorted = sortSamples(samplesOf(pairs, revision))
  return { sorted_us: [...sorted], median_us: median(sorted) }
}

function pairsOf(
  pairs: readonly Pair[],
  baselineMedian: number | null,
  attempts: ReadonlyMap<number, number>,
): readonly SeriesPair[] {
  const differences = differencesOf(pairs)
  const [before, after] = [samplesOf(pairs, 'baseline'), samplesOf(pairs, 'candidate')]
  return pairs.map(({ block, baseline, candidate }, index) => {
    const difference_us = differences[index] ?? Number.NaN
    return {
      kind: 'pair',
      block,
      attempt: baseline.repetition_id,
      attempts: attempts.get(block) ?? 1,
      first: baseline.position < candidate.position ? 'baseline' : 'candidate',
      baseline_us: before[index] ?? Number.NaN,
      candidate_us: after[index] ?? Number.NaN,
      difference_us,
      difference_pct:
        baselineMedian === null || baselineMedian <= 0 ? null : (difference_us / baselineMedian) * 100,
    }
  })
}

function gapOf(
  block: number,
  observations: readonly Observation[],
  attempts: ReadonlyMap<number, number>,
): SeriesGap {
  const reasons = observations
    .filter((one) => one.block_id === block && !one.valid)
    .map((one) => one.reason ?? one.fault ?? 'no reason was recorded')
  return { kind: 'gap', block, attempts: attempts.get(block) ?? 1, reasons: [...new Set(reasons)] }
}

/** How often each block was measured. */
function attemptsByBlock(observations: readonly Observation[]): ReadonlyMap<number, number> {
  const attempts = new Map<number, Set<number>>()
  for (const { block_id, repetition_id } of observations) {
    const own = attempts.get(block_id)
    if (own === undefined) attempts.set(block_id, new Set([repetition_id]))
    else own.add(repetition_id)
  }
  return new Map([...attempts].map(([block, own]) => [block, own.size]))
}
