import type { EventOf } from '../model/event.ts'
import { median, sortSamples } from '../stats/quantile.ts'

type Observation = EventOf<'observation'>

/** A call that costs no more turns of the empty loop than this was deleted by the optimiser. */
const TURNS = 1.5

/** The same where the harness does not tell the cost of the loop: less than this many µs a call. */
const LEAST_US = 0.0003

/**
 * Whether a side's calls cost nothing. A busy machine makes a deleted body look dear but never a real one cheap, so
 * the smaller of median CPU time and median wall time is judged.
 */
export function isEliminated(observations: readonly Observation[]): boolean {
  const wall = medianOf(observations.map((one) => one.elapsed_us))
  if (wall === null) return false
  const call = Math.min(wall, medianOf(observations.map((one) => one.cpu_us || null)) ?? wall)
  const overhead = medianOf(observations.map((one) => one.overhead_us))
  return overhead === null || overhead <= 0 ? call < LEAST_US : call <= TURNS * overhead
}

/** What a call costs beside an empty loop, in words. */
export function describeCost(observations: readonly Observation[]): string {
  const wall = medianOf(observations.map((one) => one.elapsed_us)) ?? 0
  const call = Math.min(wall, medianOf(observations.map((one) => one.cpu_us || null)) ?? wall)
  const overhead = medianOf(observations.map((one) => one.overhead_us))
  const cost = `a call costs ${(call * 1000).toFixed(2)} ns`
  return overhead === null || overhead <= 0
    ? cost
    : `${cost}, ${(call / overhead).toFixed(1)} turns of an empty loop`
}

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : median(sortSamples(known))
}
