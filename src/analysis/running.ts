import { caseKey } from '../model/benchmark.ts'
import type { Event, EventOf } from '../model/event.ts'
import { partsOf } from '../model/implementation.ts'
import type { RunningEstimate } from '../model/progress.ts'
import { median, sortSamples } from '../stats/quantile.ts'

type Observation = EventOf<'observation'>

/** Fewer pairs say nothing yet. */
const FEWEST_PAIRS = 2

interface RowSoFar {
  readonly baseline_us: number[]
  readonly differences_us: number[]
  /** The side that came first in a block whose other side is still to come. */
  waiting: Observation | null
}

/** Estimates while a run is going on: tells after each event the largest difference so far, null before there is one. */
export function runningEstimates(): (event: Event) => RunningEstimate | null {
  const rows = new Map<string, RowSoFar>()
  const estimates = new Map<string, RunningEstimate>()
  return (event) => {
    if (event.type === 'observation' && event.phase === 'confirmatory') {
      const { arm } = partsOf(event.implementation)
      const key = JSON.stringify([arm, caseKey(event.case, event.dataset_id)])
      const row = rows.get(key) ?? { baseline_us: [], differences_us: [], waiting: null }
      rows.set(key, row)
      if (takeIn(row, event)) estimates.set(key, estimateOf(row, event, arm))
    }
    return largest([...estimates.values()])
  }
}

/** Whether the observation made a pair, and there are enough of them. */
function takeIn(row: RowSoFar, event: Observation): boolean {
  const { waiting } = row
  row.waiting = null
  if (!event.valid || event.elapsed_us === null) return false
  const isPair =
    waiting !== null &&
    waiting.block_id === event.block_id &&
    waiting.repetition_id === event.repetition_id &&
    waiting.implementation !== event.implementation
  if (!isPair) {
    row.waiting = event
    return false
  }
  const isCandidate = partsOf(event.implementation).revision === 'candidate'
  const [baseline, candidate] = isCandidate ? [waiting, event] : [event, waiting]
  row.baseline_us.push(baseline.elapsed_us ?? Number.NaN)
  row.differences_us.push((candidate.elapsed_us ?? Number.NaN) - (baseline.elapsed_us ?? Number.NaN))
  return row.differences_us.length >= FEWEST_PAIRS
}

function estimateOf(row: RowSoFar, event: Observation, arm: string): RunningEstimate {
  const reference = median(sortSamples(row.baseline_us))
  const delta_pct = reference > 0 ? (median(sortSamples(row.differences_us)) / reference) * 100 : 0
  const pairs = row.differences_us.length
  return { arm, benchmark: event.case, dataset: event.dataset_id, pairs, delta_pct }
}

function largest(estimates: readonly RunningEstimate[]): RunningEstimate | null {
  return estimates.reduce<RunningEstimate | null>(
    (most, one) => (most === null || Math.abs(one.delta_pct) > Math.abs(most.delta_pct) ? one : most),
    null,
  )
}
