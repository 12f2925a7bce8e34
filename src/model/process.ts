/** A process to run, as a value; `env` is the whole environment of the child. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The file on its standard input, as an absolute path; left out, nothing is there to be read. */
  readonly stdin?: string
}

/** What a process and those that it waited for took, as the launcher saw it. */
export interface Usage {
  readonly wallNs: number
  readonly userNs: number
  readonly systemNs: number
  /** Of the largest of them. */
  readonly peakRssBytes: number
  readonly minorFaults: number
  readonly majorFaults: number
  /** How often one gave its CPU up to wait. */
  readonly voluntarySwitches: number
  /** How often the CPU was taken from one. */
  readonly involuntarySwitches: number
  /** The most threads that any of them had at once; null where they were not counted. */
  readonly threads: number | null
}

/** How a launcher starts a process. */
export interface Launching {
  /** The launcher's own program. */
  readonly path: string
  /** The CPU it is placed on; left out, the system chooses. */
  readonly cpu?: number
  /** Whether threads are counted, which slows them down. */
  readonly countsThreads?: boolean
}

/** What bounds a process and who hears it. */
export interface Limits {
  readonly timeoutMs: number
  /** Of standard output and standard error each; more ends the process. */
  readonly maxOutputBytes: number
  /** The launcher that starts it and tells what it took; left out, nothing is told. */
  readonly launcher?: Launching
  /** Whether the outcome has the hash of standard output. */
  readonly hashesOutput?: boolean
  /** Hears both streams as they come. */
  readonly onOutput?: (text: string) => void
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
  /** SHA-256 of the bytes of standard output, in lower-case hexadecimal, where it was asked for. */
  readonly stdoutSha256?: string
  /** Where a launcher was given. */
  readonly usage?: Usage
  /** From before the start until the end was seen. */
  readonly wallMs: number
}

/** How a process ended. */
export type ProcessOutcome =
  | (Ended & { readonly kind: 'exited'; readonly code: number })
  | (Ended & { readonly kind: 'signalled'; readonly signal: string })
  | (Ended & { readonly kind: 'timed-out'; readonly limitMs: number })
  | (Ended & { readonly kind: 'too-much-output'; readonly limitBytes: number })
  | { readonly kind: 'not-started'; readonly reason: string }
