import type { ProtocolName } from './protocol.ts'

/** What a run is asked to do, from the command line or the action's inputs. */
export interface RunRequest {
  /** The user's repository, or any directory inside it; absolute. */
  readonly repository: string
  /** A git revision. */
  readonly baseline: string
  /** A git revision, or `worktree` for the uncommitted state. */
  readonly candidate: string
  /** A bare repository that has what the user's lacks of the history; left out, the user's own has it all. */
  readonly history?: string
  /** By which rule the baseline was chosen, in words; left out where the user named it. */
  readonly policy?: string
  /** Whether rows are measured where both binaries are identical, so that the machine's own noise shows. */
  readonly measureIdentical: boolean
  /** Path of `pairgate.yml` relative to the root of the repository. */
  readonly config: string
  /** Arms to take part; empty for all of them. */
  readonly arms: readonly string[]
  /** Regular expressions on `benchmark` or `benchmark/scale`; empty for all rows. */
  readonly filter: readonly string[]
  readonly protocol: ProtocolName
  /** More confirmatory blocks than the protocol's; left out for the protocol's own number. */
  readonly blocks?: number
  /** How often a row that came out slower or faster is measured again; left out for the protocol's own number. */
  readonly confirm?: number
  readonly seed: string
  /** Outranks the file's `cpu`. */
  readonly cpu?: 'auto' | 'none' | number
}
