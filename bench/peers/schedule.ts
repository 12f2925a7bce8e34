import { createHash } from 'node:crypto'
import { type Condition, keyOf, type Plant } from './record.ts'

/** One comparison that is to be made. */
export interface Planned {
  readonly tool: string
  readonly plant: Plant
  readonly condition: Condition
  readonly repetition: number
}

export interface Selection {
  readonly seed: string
  /** How often a round compares each plant with each tool; quick tools more often. */
  readonly perRound: Readonly<Record<string, number>>
  readonly plants: readonly Plant[]
  readonly conditions: readonly Condition[]
}

/**
 * The comparisons of one round: both conditions, each at one piece, and within each every tool and plant, in an order
 * drawn from the seed, so that a drift of the machine falls on all alike.
 */
export function roundOf(selection: Selection, round: number): readonly Planned[] {
  const drawn = <T>(items: readonly T[], name: (item: T) => string) =>
    items.toSorted((a, b) =>
      digest(selection.seed, round, name(a)).localeCompare(digest(selection.seed, round, name(b))),
    )
  return drawn(selection.conditions, (condition) => condition).flatMap((condition) =>
    drawn(planned(selection, round, condition), keyOf),
  )
}

function planned(selection: Selection, round: number, condition: Condition): readonly Planned[] {
  return Object.entries(selection.perRound).flatMap(([tool, times]) =>
    selection.plants.flatMap((plant) =>
      Array.from({ length: times }, (_, index) => ({
        tool,
        plant,
        condition,
        repetition: round * times + index,
      })),
    ),
  )
}

function digest(seed: string, round: number, name: string): string {
  return createHash('sha256').update(`${seed} ${round} ${name}`).digest('hex')
}
