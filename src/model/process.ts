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
  readonly peakRssBytes: number
}

/** What bounds a process and who hears it. */
export interface Limits {
  readonly timeoutMs: number
  /** Of standard output and standard error each; more ends the process. */
  readonly maxOutputBytes: number
  /** The CPU it is placed on; left out, the system chooses. */
  readonly cpu?: number
  /** The launcher that starts it and tells what it took; left out, nothing is told. */
  readonly launcher?: string
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
