import type { Facts } from './environment.ts'

type Value = Facts[string]

/** A field that two results have otherwise. */
export interface DifferingField {
  readonly group: 'semantic' | 'performance'
  readonly field: string
  readonly here: Value
  readonly there: Value
}

/** Whether two results may be compared with each other, as far as their environments tell. */
export interface Comparability {
  readonly kind: 'comparable' | 'not-comparable'
  /** The other result: when it was measured, and of which candidate. */
  readonly against: { readonly started_at: string; readonly candidate: string }
  readonly differing: readonly DifferingField[]
  /** How many fields both results know and have alike. */
  readonly agreeing: number
  /** Fields that one of the two does not know: they neither agree nor differ. */
  readonly untold: readonly string[]
}
