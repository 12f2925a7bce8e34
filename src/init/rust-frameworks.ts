import type { UsedCrate } from './cargo-workspace.ts'
import type { Version } from './crate-version.ts'

/** A crate that benchmarks are written with. */
export interface Framework {
  readonly crate: string
  /** The oldest version that its harness can ask; any where none is told. */
  readonly oldest?: Version
  /** The harness that asks its programs; null where pairgate has none. */
  readonly harness: 'pairgate' | 'criterion' | null
}

const FRAMEWORKS: readonly Framework[] = [
  { crate: 'pairgate', harness: 'pairgate' },
  // 0.3 takes whole seconds.
  { crate: 'criterion', harness: 'criterion', oldest: { major: 0, minor: 4, patch: 0 } },
  // Not run by CodSpeed's own runner it is Criterion: 0.4 in its version 1, a copy of 0.5 in those since.
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
  /** Of its version; null where the manifest has none. */
  readonly requirement: string | null
}

/** The frameworks among the crates of a package. */
export function frameworksIn(crates: ReadonlyMap<string, UsedCrate>): readonly Available[] {
  return [...crates]
    .filter(([identifier]) => /^\w+$/.test(identifier))
    .flatMap(([identifier, { crate, requirement }]) =>
      FRAMEWORKS.filter((one) => one.crate === crate).map((one) => ({ ...one, identifier, requirement })),
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
