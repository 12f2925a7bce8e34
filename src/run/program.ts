import type { Implementation } from '../model/implementation.ts'

/** A built benchmark program. */
export interface Program {
  readonly path: string
  /** The root of its revision's checkout. */
  readonly checkout: string
  /** Where it is run, unless it is asked for elsewhere. */
  readonly cwd: string
  /** A directory for what it writes while it is asked something; emptied before each time. */
  readonly scratch: string
  readonly sha256: string
  /** SHA-256 of the shared objects that were built with it, by path. */
  readonly sharedObjects: ReadonlyMap<string, string>
}

/** The programs that were built, baselines first, in the order of the arms. */
export type Programs = ReadonlyMap<Implementation, Program>
