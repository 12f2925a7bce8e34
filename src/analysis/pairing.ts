import { caseName } from '../model/benchmark.ts'
import type { EventOf } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import { partsOf, type RevisionName } from '../model/implementation.ts'

type Observation = EventOf<'observation'>

/** Both sides of one block, from one attempt at it. */
export interface Pair {
  readonly block: number
  readonly baseline: Observation
  readonly candidate: Observation
}

/** The confirmatory blocks of a row: those that formed a pair, in order, and those that did not. */
export interface Pairing {
  readonly pairs: readonly Pair[]
  readonly unpaired: readonly number[]
  /** Blocks that were attempted more than once. */
  readonly repeated: readonly number[]
}

type Attempt = { baseline?: Observation; candidate?: Observation }

/**
 * Pairs a row's confirmatory observations by block id, never by position: of each block the first attempt in which
 * both sides are valid. Throws a UserError when the log has an observation twice: none is averaged or left out.
 */
export function pair(observations: readonly Observation[]): Pairing {
  const blocks = new Map<number, Map<number, Attempt>>()
  for (const observation of observations) {
    const attempts = blocks.get(observation.block_id) ?? new Map<number, Attempt>()
    blocks.set(observation.block_id, attempts)
    const attempt = attempts.get(observation.repetition_id) ?? {}
    attempts.set(observation.repetition_id, attempt)
    const { revision } = partsOf(observation.implementation)
    if (attempt[revision] !== undefined)
      throw new UserError(`the log has this observation twice: ${describe(observation)}`)
    attempt[revision] = observation
  }
  const ordered = [...blocks].filter(([, attempts]) => isConfirmatory(attempts)).toSorted(([a], [b]) => a - b)
  const found = ordered.map(([block, attempts]) => ({
    block,
    pair: firstValid(block, attempts),
    attempts: attempts.size,
  }))
  return {
    pairs: found.flatMap((one) => one.pair ?? []),
    unpaired: found.filter((one) => one.pair === null).map((one) => one.block),
    repeated: found.filter((one) => one.attempts > 1).map((one) => one.block),
  }
}

function firstValid(block: number, attempts: ReadonlyMap<number, Attempt>): Pair | null {
  for (const [, { baseline, candidate }] of [...attempts].toSorted(([a], [b]) => a - b)) {
    if (isSample(baseline) && isSample(candidate)) return { block, baseline, candidate }
  }
  return null
}

function isSample(observation: Observation | undefined): observation is Observation {
  return observation?.valid === true && observation.elapsed_us !== null
}

function isConfirmatory(attempts: ReadonlyMap<number, Attempt>): boolean {
  return [...attempts.values()].some(
    ({ baseline, candidate }) => (baseline ?? candidate)?.phase === 'confirmatory',
  )
}

function describe(observation: Observation): string {
  const { case: benchmark, dataset_id, implementation, block_id, repetition_id } = observation
  return `${caseName({ benchmark, dataset: dataset_id })} of ${implementation} in block ${block_id}, attempt ${repetition_id}`
}

/** The samples of one side, µs a call, in block order. */
export function samplesOf(pairs: readonly Pair[], revision: RevisionName): number[] {
  return pairs.map((one) => one[revision].elapsed_us ?? Number.NaN)
}

/** The paired differences, candidate less baseline, in µs, in block order. */
export function differencesOf(pairs: readonly Pair[]): number[] {
  const baseline = samplesOf(pairs, 'baseline')
  return samplesOf(pairs, 'candidate').map((value, index) => value - (baseline[index] ?? Number.NaN))
}

/** The fewest calls that any sample of these pairs is the mean of. */
export function fewestIterations(pairs: readonly Pair[]): number {
  return Math.min(...pairs.flatMap((one) => [one.baseline.iterations, one.candidate.iterations]))
}
