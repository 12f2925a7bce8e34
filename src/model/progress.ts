/** What a row seems to come to before all of its blocks are there: it can still change, and judges nothing. */
export interface RunningEstimate {
  readonly arm: string
  readonly benchmark: string
  readonly dataset: string
  readonly pairs: number
  /** The median paired difference so far, in per cent of the baseline's median so far. */
  readonly delta_pct: number
}
