import type { Environment } from './environment.ts'
import type { RevisionName } from './implementation.ts'
import type { Machine } from './machine.ts'
import type { Command, Limits, ProcessOutcome } from './process.ts'

/** Reading and writing files; paths are absolute. */
export interface Files {
  exists(path: string): Promise<boolean>
  /** Throws when the file is not there. */
  readBytes(path: string): Promise<Uint8Array>
  readText(path: string): Promise<string>
  writeText(path: string, text: string): Promise<void>
  /** Makes the directory and its parents. */
  makeDirectory(path: string): Promise<void>
  /** Every regular file below `directory`, as absolute paths in byte order; symbolic links are not followed. */
  listRecursively(directory: string): Promise<readonly string[]>
  /** Removes a file or a directory with everything in it; nothing where there is none. */
  remove(path: string): Promise<void>
  size(path: string): Promise<number>
  /** The path with every symbolic link followed. */
  realPath(path: string): Promise<string>
  /** Lower-case hexadecimal. */
  sha256(path: string): Promise<string>
}

/** The one process starter. */
export interface Processes {
  /** Runs `command` in a process group of its own, and ends the whole group at a limit or when the run is interrupted. */
  run(command: Command, limits: Limits): Promise<ProcessOutcome>
}

/** Time, as a parameter. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  monotonicMs(): number
  /** The time of day, as ISO 8601 in UTC. */
  now(): string
}

/** One revision, checked out outside the user's repository. */
export interface Checkout {
  readonly revision: RevisionName
  /** As the user named it. */
  readonly ref: string
  /** The full commit, or `worktree:` and the tree's hash. */
  readonly version: string
  /** The root of the checkout. */
  readonly directory: string
  /** An existing, empty directory beside the checkout for everything that is built. */
  readonly buildRoot: string
}

/** Both revisions; disposing removes them and the private clone. */
export interface Checkouts extends AsyncDisposable {
  readonly baseline: Checkout
  readonly candidate: Checkout
  /** Paths, relative to the root, that differ between the two. */
  readonly changedPaths: readonly string[]
  /** Paths, relative to the root, of which the candidate's checkout has a Git LFS pointer instead of the file. */
  readonly lfsPaths: readonly string[]
  /** Paths, relative to the root, that the candidate tracks. */
  readonly trackedPaths: readonly string[]
}

/** Which revisions to check out. */
export interface RevisionRequest {
  /** The user's repository, or any directory inside it. */
  readonly repository: string
  readonly baseline: string
  /** A ref, or `worktree` for the uncommitted state. */
  readonly candidate: string
  /** A bare repository that has more of the history; left out, the user's own has it all. */
  readonly history?: string
}

/** Where processes are placed. */
export interface Placement {
  /** Left out: not placed. */
  readonly cpu?: number
  readonly explanation: string
}

/** The world, handed to the run: everything that starts a process, touches a file or reads a clock. */
export interface Host {
  readonly clock: Clock
  readonly processes: Processes
  readonly files: Files
  readonly machine: Machine
  /** How many processors this program may use. */
  readonly processors: number
  openRevisions(request: RevisionRequest): Promise<Checkouts>
  /** The machine's facts; what a probe cannot find is `unknown`, what none can find `external-metadata`. */
  describeMachine(): Promise<Environment>
  /** The environment for builds and benchmarks, built up from the allow-list and `pass`. */
  childEnvironment(pass: readonly string[]): Readonly<Record<string, string>>
  /** Where a process with one thread is placed when `cpu` is asked for. Throws a UserError for a CPU that we may not use. */
  placement(cpu: 'auto' | 'none' | number): Promise<Placement>
  /** Progress and logs, to standard error. */
  log(line: string): void
  /** A line that a build tool printed, as it comes. */
  echo(line: string): void
}
