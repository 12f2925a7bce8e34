import { median, sortSamples } from './quantile.ts'

/** One arm's samples of one dataset; at least one. */
export interface ArmSamples {
  readonly arm: string
  readonly samples: readonly number[]
}

/**
 * The arm with the smallest median; exact ties go to the name that comes first in code-unit order. Null without arms.
 * A sample that is not finite: a StatisticsError.
 */
export function tuneDataset(arms: readonly ArmSamples[]): string | null {
  const ranked = arms
    .map(({ arm, samples }) => ({ arm, median: median(sortSamples(samples)) }))
    .sort((a, b) => a.median - b.median || (a.arm < b.arm ? -1 : 1))
  return ranked[0]?.arm ?? null
}

/** The winner of one dataset; null where none of it can be used. */
export interface Winner {
  readonly dataset: string
  readonly arm: string | null
}

/** How the winner changes over datasets that grow. */
export type Crossover =
  | { readonly kind: 'no-crossover'; readonly arm: string }
  /** Below `dataset` one arm wins, from it on the other. */
  | { readonly kind: 'found'; readonly below: string; readonly at_or_above: string; readonly dataset: string }
  /** The winner changes more than once: only a table tells. */
  | { readonly kind: 'non-monotonic' }
  | { readonly kind: 'inconclusive' }

/** Where the winner changes over `winners`, which are in the order of their size; those without one are passed over. */
export function crossover(winners: readonly Winner[]): Crossover {
  const known = winners.flatMap(({ dataset, arm }) => (arm === null ? [] : [{ dataset, arm }]))
  const changes = known.flatMap((winner, index) => {
    const before = known[index - 1]
    return before === undefined || before.arm === winner.arm ? [] : [{ ...winner, before: before.arm }]
  })
  const [first] = known
  const [change] = changes
  if (first === undefined) return { kind: 'inconclusive' }
  if (change === undefined) return { kind: 'no-crossover', arm: first.arm }
  if (changes.length > 1) return { kind: 'non-monotonic' }
  return { kind: 'found', below: change.before, at_or_above: change.arm, dataset: change.dataset }
}
