import { z } from 'zod'
import type { Listed } from './benchmark.ts'
import type { Decoded } from './decoded.ts'
import type { Usage } from './process.ts'

/**
 * How the iterations of a batch are set: `exact`, as many as asked for; `by-time`, as many as fit into a time asked
 * for; `one`, an iteration is a process of its own.
 */
export const iterationModeSchema = z.enum(['exact', 'by-time', 'one'])
export type IterationMode = z.infer<typeof iterationModeSchema>

/** One process that a harness asks for. */
export interface Query {
  readonly args: readonly string[]
  /** Variables beside the arm's environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Another program than the arm's own: a name on PATH, or a path, relative to where it runs. */
  readonly program?: string
  /** Where it runs, relative to the checkout, which is the default. */
  readonly directory?: string
  /** What it reads on standard input, relative to the checkout; nothing unless given. */
  readonly stdin?: string
  /** The exit code of success; 0 unless given, `any` where none is a failure. */
  readonly exitCode?: number | 'any'
  /** Whether the conversation goes on where the process fails, with why in the reply; else that is its end. */
  readonly mayFail?: boolean
  /** Whether the reply has the hash of standard output. */
  readonly hashesOutput?: boolean
  /** Whether this process does what the benchmark does and no more, so that its threads are the benchmark's. */
  readonly countsThreads?: boolean
  /** Which files of the scratch directory are handed back, by their path in it; none unless given. */
  readonly collect?: (path: string) => boolean
}

/** What came of a query. */
export interface Reply {
  /** How the process failed, where the query lets it: null where it did not. */
  readonly failure: string | null
  readonly stdout: string
  readonly stderr: string
  /** SHA-256 of the bytes of standard output, in lower-case hexadecimal, where the query asked for it. */
  readonly stdoutSha256: string | null
  /** From before the start until the end was seen. */
  readonly wallMs: number
  /** What the process took; null of another program than the arm's own, and where the machine cannot tell. */
  readonly usage: Usage | null
  /** The collected files' texts, by their path in the scratch directory. */
  readonly files: ReadonlyMap<string, string>
}

/** Asks for one process after the other, is given the reply to each, and returns what it learned. */
export type Conversation<T> = Generator<Query, Decoded<T>, Reply>

/** What a program can run, and how the batches of its rows are set. */
export interface Listing {
  readonly iterations: IterationMode
  readonly rows: readonly Listed[]
  /** What it has beside them and could not run when it was listed. */
  readonly broken?: readonly Broken[]
}

/** A benchmark of which nothing but a name is known, since it could not be run. */
export interface Broken {
  /** As the program lists it. */
  readonly name: string
  /** Where the program cuts names off: what the name begins with, and any number of benchmarks may begin so. */
  readonly beginning?: string
  readonly reason: string
}

/** What a program said of one input and the output it gave, before anything is timed. */
export type Validation =
  | {
      readonly status: 'ok'
      /** Of the input; null where the harness tells none. */
      readonly fingerprint: string | null
      /** Null where the harness tells none: then nothing is an oracle. */
      readonly output: string | null
      /** The reference value, where the benchmark has one. */
      readonly expected?: string
      /** Relative, for floating-point outputs. */
      readonly tolerance?: number
      /** What the harness says about the program or the machine, such as a library built for debugging. */
      readonly notes?: readonly string[]
    }
  | { readonly status: 'unsupported'; readonly reason: string }

/** One batch, as it was timed. */
export interface Measurement {
  readonly iterations: number
  readonly elapsedNs: number
  readonly output: string | null
  readonly peakRssBytes: number | null
  /** CPU time of the timed part, of all threads. */
  readonly cpuNs?: number
  /** Cost of one turn of the same loop around an empty body. */
  readonly overheadNs?: number
  /** Of the input, after the batch. */
  readonly fingerprint?: string
  /** Whether the code says how many iterations a batch has, whatever was asked for. */
  readonly isFixed?: boolean
  /** What else the harness counted, by name. */
  readonly counters?: Readonly<Record<string, number>>
}

/** A benchmark at a dataset, and where the program may write while it is asked about it. */
export interface CaseCall {
  readonly benchmark: string
  readonly dataset: string
  readonly dataSeed: string
  readonly iterationMode: IterationMode
  /** An empty directory of this conversation's own. */
  readonly scratch: string
}

/** Which batch to time. */
export interface MeasureCall extends CaseCall {
  /** For `exact` and `one`. */
  readonly iterations: number
  /** How long the batch is to take at least, for `by-time`. */
  readonly targetUs: number
  readonly warmupIterations: number
  readonly warmupUs: number
}

/** How an arm's program is asked to list, to validate and to measure: processes out, text in. */
export interface Harness {
  readonly name: string
  /** `selects` tells whether the filters let a row through: a harness that lists at a cost leaves the others out. */
  list(scratch: string, selects: (row: Pick<Listed, 'benchmark' | 'scale'>) => boolean): Conversation<Listing>
  validate(call: CaseCall): Conversation<Validation>
  measure(call: MeasureCall): Conversation<Measurement>
}
