import type { Listed } from './benchmark.ts'
import type { Decoded } from './decoded.ts'

/** What a program said of one input and the output it gave, before anything is timed. */
export type Validation =
  | {
      readonly status: 'ok'
      readonly fingerprint: string
      readonly output: string
      /** The reference value, where the benchmark has one. */
      readonly expected?: string
      /** Relative, for floating-point outputs. */
      readonly tolerance?: number
    }
  | { readonly status: 'unsupported'; readonly reason: string }

/** One batch, as the program timed it. */
export interface Measurement {
  readonly iterations: number
  readonly elapsedNs: number
  readonly output: string
  readonly peakRssBytes: number
  /** CPU time of the timed part, of all threads. */
  readonly cpuNs?: number
  /** Cost of one turn of the same loop around an empty body. */
  readonly overheadNs?: number
  /** Of the input, after the batch. */
  readonly fingerprint?: string
}

/** Which batch to time. */
export interface MeasureCall {
  readonly benchmark: string
  readonly dataset: string
  readonly dataSeed: string
  readonly iterations: number
  readonly warmupIterations: number
  readonly warmupUs: number
}

/** How an arm's program is asked to list, to validate and to measure: arguments out, text in. */
export interface Harness {
  readonly name: string
  readonly iterations: 'exact' | 'by-time' | 'one'
  listArguments(): readonly string[]
  readList(stdout: string): Decoded<readonly Listed[]>
  validateArguments(benchmark: string, dataset: string, dataSeed: string): readonly string[]
  readValidation(stdout: string): Decoded<Validation>
  measureArguments(call: MeasureCall): readonly string[]
  readMeasurement(stdout: string): Decoded<Measurement>
}
