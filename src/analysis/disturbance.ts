/** By how much wall time exceeds what it should be where something else ran on the CPU: 1.001 is seen of a quiet one. */
const CLEARLY = 1.05

/** Where even the calmest batch waited so much, how long it waited is the program's own affair: it tells nothing of others. */
const MOSTLY_WAITS = 1.5

/** A whole process waits this long at its start and end for nobody's fault, in µs. */
const START_US = 1000

/** What a batch took, by the clock and of its CPU. */
export interface Batch {
  readonly wallUs: number
  readonly cpuUs: number
  readonly iterations: number
  /** How many whole processes both times are of; 0 where they are of the timed part alone. */
  readonly processes: number
  /** How often its processes gave their CPU up to wait; null where that is not known. */
  readonly voluntarySwitches: number | null
}

/** How much longer a batch took than it ran; null where it did not run at all, or its clock is too coarse to tell. */
export function wallPerCpu({ wallUs, cpuUs }: Batch): number | null {
  const ratio = wallUs / cpuUs
  return Number.isFinite(ratio) ? ratio : null
}

/**
 * Whether something else ran on a batch's CPU. `calmest` is the least `wallPerCpu` of any other batch of its row and
 * revision, null before there is one: a call that sleeps waits in every batch, and a process reads its files. Calls
 * that sleep give up their CPU at least once each: where that was done less often, the wall time of the timed part
 * should be no more than its CPU time, however busy the machine was all along. Where even the calmest batch mostly waited,
 * waiting tells nothing. Threads take more CPU time than passes: they are never marked for less of that.
 */
export function isDisturbed(batch: Batch, calmest: number | null): boolean {
  const { wallUs, cpuUs, iterations, processes, voluntarySwitches } = batch
  const waits = processes > 0 || voluntarySwitches === null || voluntarySwitches >= iterations
  if (wallPerCpu(batch) === null || (calmest === null && waits)) return false
  if (calmest !== null && calmest > MOSTLY_WAITS) return false
  const expected = waits && calmest !== null ? Math.max(1, calmest) : 1
  const beyondUs = wallUs - CLEARLY * expected * cpuUs
  return beyondUs > START_US * processes
}
