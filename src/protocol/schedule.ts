import { UserError } from '../model/failure.ts'
import type { Protocol } from '../model/protocol.ts'

/**
 * The order of a block of `count` implementations, as indices into the list of all baselines in arm order followed
 * by all candidates in the same order.
 *
 * Position r runs implementation `(r + block + o) mod count`, `o = (1 xor seed) mod count`. The order turns by one
 * place from block to block, so that over `count` blocks every implementation takes every position once, and either
 * side of a pair comes before the other equally often.
 */
export function blockOrder(block: number, count: number, seed: bigint): number[] {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`a block of ${count} implementations`)
  const offset = Number((1n ^ seed) % BigInt(count))
  return Array.from({ length: count }, (_, position) => (position + block + offset) % count)
}

/**
 * How many confirmatory blocks are measured: the protocol's number, or the larger one that was asked for, rounded
 * up to a multiple of `count`, the implementations in a block. Throws a UserError for fewer than the protocol's.
 */
export function confirmatoryBlocks(protocol: Protocol, count: number, asked?: number): number {
  const least = protocol.confirmatory_blocks
  const blocks = asked ?? least
  if (!Number.isSafeInteger(blocks) || blocks < least) {
    throw new UserError(
      `${blocks} blocks are not enough: ${protocol.name} takes ${least}. ` +
        `Ask for a whole number from ${least} on, or leave the number of blocks out`,
    )
  }
  return Math.ceil(blocks / count) * count
}

/** What one implementation is expected to cost in a block. */
export interface ExpectedObservation {
  /** Of the timed batch. */
  readonly batchUs: number
  readonly warmupUs: number
  /** Starting the process, preparing its input and reading its answer. */
  readonly processUs: number
}

/** A row's blocks of both phases, and who is measured in each. */
export interface ExpectedRow {
  readonly blocks: number
  readonly observations: readonly ExpectedObservation[]
}

/** The expected time of all blocks of all rows, in ms; blocks that have to be repeated are not foreseen. */
export function estimateMs(rows: readonly ExpectedRow[]): number {
  return rows.reduce((sum, row) => sum + row.blocks * blockUs(row), 0) / 1000
}

function blockUs({ observations }: ExpectedRow): number {
  return observations.reduce(
    (sum, { batchUs, warmupUs, processUs }) => sum + batchUs + warmupUs + processUs,
    0,
  )
}
