import type { Comparison } from '../model/result.ts'

/**
 * The candidates' samples of several arms' comparisons of one row, in µs, each from the blocks that all of them have:
 * an arm that was measured again alone has others, from another time.
 */
export function sharedSamples(comparisons: readonly Comparison[]): readonly (readonly number[])[] {
  const blocks = comparisons.map(({ samples }) => new Set(samples.block_ids))
  const isShared = (block: number | undefined) => block !== undefined && blocks.every((own) => own.has(block))
  return comparisons.map(({ samples }) =>
    samples.candidate_us.filter((_, index) => isShared(samples.block_ids[index])),
  )
}
