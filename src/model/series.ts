import type { RevisionName } from './implementation.ts'

/** What one comparison was judged on, block by block: for those who want to see more than its medians. Times in µs. */
export interface Series {
  /** Of the comparison. */
  readonly id: string
  /** The confirmatory blocks in order, those that formed no pair among them. */
  readonly blocks: readonly SeriesBlock[]
  readonly baseline: SeriesSide
  readonly candidate: SeriesSide
}

/** One revision's samples, each the mean time of a call in a batch. */
export interface SeriesSide {
  /** Of the pairs, in ascending order. */
  readonly sorted_us: readonly number[]
  /** Null without samples. */
  readonly median_us: number | null
}

export type SeriesBlock = SeriesPair | SeriesGap

/** A block of which both sides are valid in one attempt. */
export interface SeriesPair {
  readonly kind: 'pair'
  readonly block: number
  /** The attempt that the pair comes from, from 0. */
  readonly attempt: number
  /** How often the block was measured. */
  readonly attempts: number
  /** The revision that came first in the block. */
  readonly first: RevisionName
  readonly baseline_us: number
  readonly candidate_us: number
  /** Candidate less baseline. */
  readonly difference_us: number
  /** The difference in per cent of the baseline's median over all pairs; null where that is not positive. */
  readonly difference_pct: number | null
}

/** A block that formed no pair. */
export interface SeriesGap {
  readonly kind: 'gap'
  readonly block: number
  readonly attempts: number
  /** Why its observations are not valid, each once, as recorded. */
  readonly reasons: readonly string[]
}
