/** A crate that benchmarks are written with. */
export interface Framework {
  readonly crate: string
  /** The harness that asks its programs; null where pairgate has none. */
  readonly harness: 'pairgate' | 'criterion' | null
}

const FRAMEWORKS: readonly Framework[] = [
  { crate: 'pairgate', harness: 'pairgate' },
  { crate: 'criterion', harness: 'criterion' },
  { crate: 'codspeed-criterion-compat', harness: 'criterion' },
  ...[
    'divan',
    'codspeed-divan-compat',
    'iai',
    'iai-callgrind',
    'gungraun',
    'bencher',
    'codspeed-bencher-compat',
    'tango-bench',
    'brunch',
    'microbench',
    'easybench',
    'criterion2',
    'glassbench',
  ].map((crate) => ({ crate, harness: null })),
]

/** A framework that a package depends on, and the name that its code has for it. */
export interface Available extends Framework {
  readonly identifier: string
}

/** The frameworks among the crates of a package. */
export function frameworksIn(crates: ReadonlyMap<string, string>): readonly Available[] {
  return [...crates]
    .filter(([identifier]) => /^\w+$/.test(identifier))
    .flatMap(([identifier, crate]) =>
      FRAMEWORKS.filter((one) => one.crate === crate).map((one) => ({ ...one, identifier })),
    )
}

/** The frameworks that a source names. */
export function namedIn(source: string, available: readonly Available[]): readonly Available[] {
  const code = source.replaceAll(/\/\/[^\n]*/g, '')
  return available.filter(({ identifier }) =>
    new RegExp(`\\b(extern\\s+crate\\s+${identifier}|use\\s+(::)?${identifier}|${identifier}\\s*::)`).test(
      code,
    ),
  )
}
