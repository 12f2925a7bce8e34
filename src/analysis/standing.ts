import type { RowStatus } from '../model/verdict.ts'

/** What a wrong candidate should have given, and gave. */
export interface WrongResult {
  readonly expected: string
  readonly actual: string
}

/** Where a row stands before it is measured. */
export type Standing =
  | { readonly kind: 'measure' }
  | {
      readonly kind: 'settled'
      readonly status: Exclude<RowStatus, 'measured'>
      readonly reason: string
      readonly wrong?: WrongResult
    }
