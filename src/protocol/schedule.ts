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
