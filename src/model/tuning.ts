/** What `pairgate tune` prints: the fastest arm of every benchmark, dataset by dataset. */
export interface Tuning {
  readonly arms: readonly string[]
  readonly benchmarks: readonly {
    readonly benchmark: string
    readonly crossover: Crossover
    /** In the order of their size. */
    readonly datasets: readonly {
      readonly dataset: string
      readonly scale: string
      /** Null where the arms cannot be compared; `reason` says why. */
      readonly winner: string | null
      readonly reason: string | null
      /** By arm. */
      readonly medians_us: Readonly<Record<string, number>>
    }[]
  }[]
}

type Crossover =
  | { readonly kind: 'no-crossover'; readonly arm: string }
  | { readonly kind: 'found'; readonly below: string; readonly at_or_above: string; readonly dataset: string }
  | { readonly kind: 'non-monotonic' }
  | { readonly kind: 'inconclusive' }

/** What `pairgate hotspot` prints: two implementations compared row by row, slowest first; no gate. */
export interface Hotspots {
  readonly baseline: string
  readonly candidate: string
  readonly threshold_pct: number
  readonly seed: string
  readonly rows: readonly {
    readonly benchmark: string
    readonly dataset: string
    readonly pairs: number
    readonly delta_pct: number
    readonly speedup: number
    /** Of the median paired difference, in µs. */
    readonly interval: { readonly low: number; readonly high: number }
    readonly interval_pct: { readonly low: number; readonly high: number } | null
    readonly decision: 'faster' | 'slower' | 'equivalent'
    /** Whether the interval lies wholly on the decision's side of zero. */
    readonly clear: boolean
  }[]
  /** Rows that only one side measured, or in which they did other work. */
  readonly left_out: readonly {
    readonly benchmark: string
    readonly dataset: string
    readonly reason: string
  }[]
}
