import { z } from 'zod'
import { type Decoded, decode, excerpt } from '../model/decoded.ts'
import type { MeasureCall, Measurement, Reply, Validation } from '../model/harness.ts'
import { parseTolerantly } from './tolerant-json.ts'

/** The file in the scratch directory that a program is told to write. */
export const OUTPUT = 'benchmark.json'

const NANOSECONDS = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const

const runSchema = z.looseObject({
  name: z.string(),
  run_name: z.string().optional(),
  run_type: z.string().optional(),
  aggregate_name: z.string().optional(),
  iterations: z.int().nonnegative().optional(),
  threads: z.int().positive().optional(),
  real_time: z.number().nullable().optional(),
  cpu_time: z.number().nullable().optional(),
  time_unit: z.enum(['ns', 'us', 'ms', 's']).optional(),
  error_occurred: z.boolean().optional(),
  error_message: z.string().optional(),
  skipped: z.unknown().optional(),
  skip_message: z.string().optional(),
})
type Run = z.infer<typeof runSchema>

const reportSchema = z.object({
  context: z.looseObject({
    library_build_type: z.string().optional(),
    library_version: z.string().optional(),
    cpu_scaling_enabled: z.boolean().optional(),
  }),
  benchmarks: z.array(runSchema),
})

/** What the output file says of one benchmark: its repetitions, or their mean where the code reports nothing else. */
export interface Report {
  readonly runs: readonly Run[]
  readonly notes: readonly string[]
  readonly version: string | undefined
}

export function readReport({ files }: Reply, name: string): Decoded<Report> {
  const text = files.get(OUTPUT)
  if (text === undefined || text.trim() === '') return nothingNamed(name)
  const json = parseTolerantly(withoutShadows(text))
  if (json.kind === 'malformed') return json
  const report = decode(reportSchema, json.value)
  if (report.kind === 'malformed') return report
  const own = report.value.benchmarks.filter((run) => (run.run_name ?? run.name) === name)
  const single = own.filter((run) => run.run_type !== 'aggregate' && run.aggregate_name === undefined)
  const runs = single.length > 0 ? single : own.filter((run) => run.aggregate_name === 'mean')
  return runs.length === 0
    ? nothingNamed(name)
    : {
        kind: 'ok',
        value: { runs, notes: notesOf(report.value.context), version: report.value.context.library_version },
      }
}

/** One key and value of a run stand on a line of their own, those of the library before the counters of the code. */
const KEY = /^ {6}"((?:[^"\\]|\\.)*)": /

/** The text with counters renamed that are called like a field of the library, such as `iterations`. */
function withoutShadows(text: string): string {
  let seen = new Set<string>()
  return text
    .split('\n')
    .map((line) => {
      if (line === '    {') seen = new Set()
      const key = KEY.exec(line)?.[1]
      if (key === undefined || !seen.has(key)) {
        if (key !== undefined) seen.add(key)
        return line
      }
      return line.replace(`"${key}"`, `"counter ${key}"`)
    })
    .join('\n')
}

function nothingNamed(name: string): Decoded<never> {
  const reason = `no benchmark is named ${excerpt(name)}: where the program prints on standard output while it lists, let it print on standard error`
  return { kind: 'malformed', reason }
}

function notesOf(context: z.infer<typeof reportSchema>['context']): readonly string[] {
  return [
    ...(context.library_build_type === 'debug'
      ? ['the library of Google Benchmark was built for debugging']
      : []),
    ...(context.cpu_scaling_enabled === true
      ? ['Google Benchmark found CPU frequency scaling switched on']
      : []),
  ]
}

/**
 * Up to 1.8 the real time of several threads is divided by their number, from 1.9 on it is not. A version is told since
 * shortly before 1.8.4.
 */
function dividesTime(version: string | undefined): boolean {
  if (version === undefined) return true
  const [major, minor] = (/^v?(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number)
  return major !== undefined && minor !== undefined && (major < 1 || (major === 1 && minor < 9))
}

/** Versions that divide and those that do not must not be compared, as if the input had changed: they set batches differently too. */
function fingerprintOf({ runs, version }: Report): string | null {
  const threads = Math.max(...runs.map((run) => run.threads ?? 1))
  return threads > 1 ? `${threads} threads, Google Benchmark ${kindOf(version)}` : null
}

function kindOf(version: string | undefined): string {
  if (version === undefined) return 'before 1.9'
  // Of a commit between two releases the number says what came before it.
  if (dividesTime(version)) return version.includes('-') ? version : 'before 1.9'
  return /^v?\d/.test(version) ? '1.9 or newer' : 'of an unknown version'
}

export function validationOf(report: Report): Decoded<Validation> {
  const { runs, notes } = report
  const refusal = runs.find(isRefused)
  if (refusal !== undefined)
    return { kind: 'ok', value: { status: 'unsupported', reason: reasonOf(refusal) } }
  return { kind: 'ok', value: { status: 'ok', fingerprint: fingerprintOf(report), output: null, notes } }
}

function isRefused(run: Run): boolean {
  return run.error_occurred === true || run.skipped === true
}

function reasonOf(run: Run): string {
  return run.error_message ?? run.skip_message ?? 'no reason given'
}

/** Repetitions that are fixed in the code are averaged. */
export function measurementOf(report: Report, call: MeasureCall): Decoded<Measurement> {
  const { runs, version } = report
  const fingerprint = fingerprintOf(report)
  const atOnce = dividesTime(version) ? 1 : (runs[0]?.threads ?? 1)
  const refusal = runs.find(isRefused)
  if (refusal !== undefined) return { kind: 'malformed', reason: `it reports an error: ${reasonOf(refusal)}` }
  const timed = runs.map((run) => timesOf(run, call))
  if (!timed.every((one) => one !== null)) {
    return { kind: 'malformed', reason: 'its time is not a number' }
  }
  const mean = (of: (one: Times) => number) => timed.reduce((sum, one) => sum + of(one), 0) / timed.length
  const counters = countersOf(runs)
  return {
    kind: 'ok',
    value: {
      iterations: Math.round(mean((one) => one.iterations)),
      elapsedNs: mean((one) => (one.realNs * one.iterations) / atOnce),
      cpuNs: mean((one) => one.cpuNs * one.iterations),
      output: null,
      peakRssBytes: null,
      ...(fingerprint === null ? {} : { fingerprint }),
      ...(timed.some((one) => one.isFixed) ? { isFixed: true } : {}),
      ...(Object.keys(counters).length > 0 ? { counters } : {}),
    },
  }
}

interface Times {
  /** Of all threads. */
  readonly iterations: number
  /** Whether the code says how many there are, whatever is asked for: `KeepRunningBatch` makes more, never fewer. */
  readonly isFixed: boolean
  /** Of one iteration. */
  readonly realNs: number
  readonly cpuNs: number
}

function timesOf(run: Run, call: MeasureCall): Times | null {
  const { real_time, cpu_time, time_unit, threads = 1 } = run
  if (run.iterations === undefined || run.iterations === 0 || real_time == null || !(real_time > 0))
    return null
  const unit = NANOSECONDS[time_unit ?? 'ns']
  const [realNs, cpuNs] = [real_time * unit, Math.max(0, cpu_time ?? 0) * unit]
  const asked = call.iterations * threads
  const isExact = call.iterationMode === 'exact'
  if (run.aggregate_name !== undefined) {
    // Of a mean the number of repetitions stands there: what each had is what was asked for.
    const iterations = isExact ? asked : Math.max(1, Math.round((call.targetUs * 1000) / realNs))
    return { iterations, isFixed: false, realNs, cpuNs }
  }
  return { iterations: run.iterations, isFixed: isExact && run.iterations < asked, realNs, cpuNs }
}

/** Beside the names of the schema. */
const NOT_COUNTED = [
  'repetitions',
  'repetition_index',
  'threads',
  'family_index',
  'per_family_instance_index',
]

/** The mean of every counter that the code keeps. */
function countersOf(runs: readonly Run[]): Record<string, number> {
  const counters: Record<string, number> = {}
  for (const run of runs) {
    for (const [name, value] of Object.entries(run)) {
      if (name in runSchema.shape || NOT_COUNTED.includes(name) || typeof value !== 'number') continue
      counters[name] = (counters[name] ?? 0) + value / runs.length
    }
  }
  return counters
}
