import type { Facts } from './environment.ts'
import type { Comparison } from './result.ts'
import type { SeriesSide } from './series.ts'

/** What a condition looks at. */
export type Quantity =
  /** The median paired difference. */
  | 'delta'
  /** The ends of its interval. */
  | 'low-end'
  | 'high-end'
  /** Candidate over baseline, of medians and of best runs, as the noise rule has them. */
  | 'ratio-of-medians'
  | 'ratio-of-best-runs'
  /** By how much the best runs differ, whichever is the faster. */
  | 'difference-of-best-runs'

/** One number held against its threshold: `value` `relation` `threshold`. */
export interface Condition {
  readonly quantity: Quantity
  readonly value: number
  readonly relation: '>=' | '>' | '<=' | '<'
  readonly threshold: number
  readonly unit: '%' | 'µs' | '×'
  readonly holds: boolean
}

/** What must hold together for a word to be said of a row. */
export interface Rule {
  readonly word: 'regression' | 'improvement' | 'equivalent' | 'loss' | 'win' | 'best-runs-agree'
  readonly conditions: readonly Condition[]
  /** Whether all of them do. */
  readonly holds: boolean
}

/** Why a row has its story: one thing that was found. */
export type Finding =
  | 'within-threshold'
  | 'interval-clear'
  | 'interval-open'
  | 'few-pairs'
  | 'modes'
  | 'best-runs-stay'
  | 'noise-rule-agrees'
  | 'noise-rule-differs'
  | 'reproduced'
  | 'not-reproduced'
  | 'interval-doubted'

/** What a row tells, by the rules of `storyOf`. */
export interface Story {
  readonly kind: 'timing-modes' | 'real-difference' | 'too-noisy' | 'no-difference' | 'not-judged'
  readonly findings: readonly Finding[]
}

/** Whether a row fails the check, or why it does not. */
export type Effect = 'fails' | 'trouble' | 'no-regression' | 'not-gating' | 'same-program'

/** All that speaks for and against the verdict of one row. */
export interface Explanation {
  readonly comparison: Comparison
  readonly baseline: SeriesSide
  readonly candidate: SeriesSide
  /** None of a row without a verdict. */
  readonly rules: readonly Rule[]
  readonly story: Story
  readonly effect: Effect
  readonly rerun: Rerun
}

/** The command that measures a row again, in more blocks. */
export interface Rerun {
  /** Of `pairgate`. */
  readonly args: readonly string[]
  readonly blocks: number
  /** The estimate of the blocks that would settle the row, where `blocks` stays below it; else null. */
  readonly short_of: number | null
}

/** What `pairgate explain` shows. */
export interface Explanations {
  readonly rows: readonly Explanation[]
  /** What was recorded of frequency, heat and neighbours; `unknown` where it was not known. */
  readonly power: Facts
  /** What about power spoke against measuring. */
  readonly notes: readonly string[]
  readonly placement: string
}
