import type { Series } from './series.ts'
import type { Tuning } from './tuning.ts'

/** What a result's own numbers rest on, for a page that draws it. */
export interface Evidence {
  /** One for every comparison of the result, in their order. */
  readonly series: readonly Series[]
  /** The candidates of the arms, by benchmark and size of input; of a run of one arm, that one's. */
  readonly tuning: Tuning
}
