/** A process to run, as a value; `env` is the whole environment of the child. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** What bounds a process and who hears it. */
export interface Limits {
  readonly timeoutMs: number
  /** Of standard output and standard error each; more ends the process. */
  readonly maxOutputBytes: number
  /** The CPU it is placed on; left out, the system chooses. */
  readonly cpu?: number
  /** Hears both streams as they come. */
  readonly onOutput?: (text: string) => void
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
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
