/** What `pairgate doctor` found; the names are those of its JSON. */
export interface Checkup {
  readonly findings: readonly Finding[]
  readonly toolchains: readonly Toolchain[]
  /** Null where no process could be started. */
  readonly process_start: ProcessStart | null
  /** A program compared with itself. */
  readonly self_comparison: SelfComparison | { readonly kind: 'failed'; readonly reason: string }
  /** One sentence: the slowdown that this machine can see. */
  readonly conclusion: string
  /** Whether pairgate can work here at all. */
  readonly usable: boolean
}

/** One property of the machine. */
export interface Finding {
  readonly name: string
  readonly value: string
  /** `note`: neither good nor bad, or not known. */
  readonly status: 'pass' | 'warn' | 'note'
  /** What to change; null where there is nothing. */
  readonly advice: string | null
}

/** A compiler, and whether it links two files with link-time optimisation; what is not installed is `absent`. */
export interface Toolchain {
  readonly name: string
  readonly version: string | null
  readonly lto: 'works' | 'fails' | 'absent'
  /** The proof, or what went wrong, or what to install. */
  readonly detail: string
}

/** What it costs to start a process that does nothing and to wait for it, as whole programs are timed. */
export interface ProcessStart {
  readonly median_us: number
  /** Interquartile range. */
  readonly iqr_us: number
  readonly samples: number
  /** The noise rule's floor of one timing, and whether starts vary by no more than it. */
  readonly floor_us: number
  readonly floor_is_fair: boolean
}

/** Comparisons of a program with itself, and with a slower one where that was asked for. */
export interface SelfComparison {
  readonly kind: 'measured'
  /** By what the benchmark does. */
  readonly workloads: readonly {
    readonly name: string
    readonly comparisons: number
    readonly blocks: number
    /** Median over its comparisons. */
    readonly detectable_pct: number
    readonly worst_false_delta_pct: number
  }[]
  readonly others_pct: number | null
  /** Of comparisons without a difference: those that came out as a regression. */
  readonly false_alarms: Rate
  /** Of comparisons with a planted slowdown: those that came out as a regression; null where none was planted. */
  readonly detected: (Rate & { readonly planted_pct: number }) | null
}

/** A share of cases, with its 95 % interval (Wilson), in per cent. */
export interface Rate {
  readonly of: number
  readonly count: number
  readonly low_pct: number
  readonly high_pct: number
}
