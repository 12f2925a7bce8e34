import { z } from 'zod'
import { caseName, type Listed } from '../model/benchmark.ts'
import { type Decoded, decode, excerpt } from '../model/decoded.ts'
import type {
  CaseCall,
  Harness,
  IterationMode,
  MeasureCall,
  Measurement,
  Query,
  Reply,
  Validation,
} from '../model/harness.ts'
import { splitName } from './case-name.ts'
import { escaped, exactly } from './filter.ts'
import { linesOf, without } from './lines.ts'
import { parseTolerantly } from './tolerant-json.ts'

const OUTPUT = 'benchmark.json'

/** How many names one filter asks for: some regular-expression libraries recurse over the alternatives. */
const NAMES_PER_FILTER = 20

/**
 * Programs that link Google Benchmark. From 1.8 on the number of iterations is asked for; earlier versions take a
 * time. They tell no outputs, so nothing is an oracle but an error that the benchmark itself reports.
 */
export const googleBenchmark: Harness = {
  name: 'google-benchmark',

  *list() {
    const help = yield { args: ['--help'], exitCode: 'any' }
    // What the program itself prints stands in a list of nothing too.
    const prints = linesOf((yield listOf('^$')).stdout)
    const listed = linesOf((yield { args: [LIST] }).stdout)
    // Prints that vary, with a time or an address, are not there again.
    const again = new Set(linesOf((yield { args: [LIST] }).stdout))
    const names = yield* wholeNames(without(listed, prints).filter((line) => again.has(line)))
    // A name that is registered twice is one row: both of its runs are averaged.
    return { kind: 'ok', value: { iterations: modeOf(help), rows: [...new Set(names)].map(rowOf) } }
  },

  *validate(call) {
    const reply = yield queryOf(
      call,
      call.iterationMode === 'exact' ? ['--benchmark_min_time=1x'] : [TIME(0)],
    )
    const report = readReport(reply, caseName(call))
    return report.kind === 'malformed' ? report : validationOf(report.value)
  },

  *measure(call) {
    const exact = [`--benchmark_min_time=${call.iterations}x`, WARMUP(call.warmupUs)]
    const reply = yield queryOf(call, call.iterationMode === 'exact' ? exact : [TIME(call.targetUs)])
    const report = readReport(reply, caseName(call))
    return report.kind === 'malformed' ? report : measurementOf(report.value, call)
  },
}

const LIST = '--benchmark_list_tests=true'
const TIME = (us: number) => `--benchmark_min_time=${us / 1e6}`
const WARMUP = (us: number) => `--benchmark_min_warmup_time=${us / 1e6}`

/** Whether the help speaks of a number of iterations, `<integer>x`, beside a time. */
function modeOf({ stdout }: Reply): IterationMode {
  return /benchmark_min_time=.*x\b/.test(stdout) ? 'exact' : 'by-time'
}

function rowOf(name: string): Listed {
  const { benchmark, dataset } = splitName(name)
  return { benchmark, dataset, scale: dataset, category: '' }
}

function queryOf(call: CaseCall, more: readonly string[]): Query {
  return {
    args: [
      `--benchmark_filter=${exactly(caseName(call))}`,
      // What the program prints does no harm to a file.
      `--benchmark_out=${call.scratch}/${OUTPUT}`,
      '--benchmark_out_format=json',
      ...more,
    ],
    collect: (path) => path === OUTPUT,
  }
}

function listOf(pattern: string): Query {
  return { args: [LIST, `--benchmark_filter=${pattern}`], exitCode: 'any' }
}

/** The names in a list of lines: one that holds a newline takes several. Lines that are part of no name are left as they are. */
function* wholeNames(lines: readonly string[]): Generator<Query, readonly string[], Reply> {
  const known = yield* namesAmong(lines)
  const names: string[] = []
  for (let at = 0; at < lines.length; ) {
    const length = known.has(lines[at] ?? '') ? 1 : yield* lengthOfName(lines.slice(at), known)
    names.push(lines.slice(at, at + length).join('\n'))
    at += length
  }
  return names
}

function* namesAmong(lines: readonly string[]): Generator<Query, ReadonlySet<string>, Reply> {
  const known = new Set<string>()
  for (let at = 0; at < lines.length; at += NAMES_PER_FILTER) {
    const asked = lines.slice(at, at + NAMES_PER_FILTER)
    const found = linesOf((yield listOf(`^(${asked.map(escaped).join('|')})$`)).stdout)
    for (const name of asked) if (found.includes(name)) known.add(name)
  }
  return known
}

/** How many of the first lines make one name; 1 where none does. */
function* lengthOfName(
  lines: readonly string[],
  known: ReadonlySet<string>,
): Generator<Query, number, Reply> {
  const end = lines.findIndex((line) => known.has(line))
  for (let length = end < 0 ? lines.length : end; length > 1; length -= 1) {
    const name = lines.slice(0, length).join('\n')
    const found = yield listOf(exactly(name))
    if (found.stdout.includes(name)) return length
  }
  return 1
}

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
interface Report {
  readonly runs: readonly Run[]
  readonly notes: readonly string[]
  /** Told from 1.9 on. */
  readonly version: string | undefined
}

function readReport({ files }: Reply, name: string): Decoded<Report> {
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
 * Up to 1.8 the real time of several threads is divided by their number, from 1.9 on it is not: two versions must not be
 * compared, as if the input had changed.
 */
function fingerprintOf({ runs, version }: Report): string | null {
  const threads = Math.max(...runs.map((run) => run.threads ?? 1))
  return threads > 1 ? `${threads} threads, Google Benchmark ${version ?? 'before 1.9'}` : null
}

function validationOf(report: Report): Decoded<Validation> {
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
function measurementOf(report: Report, call: MeasureCall): Decoded<Measurement> {
  const { runs, version } = report
  const fingerprint = fingerprintOf(report)
  const atOnce = version === undefined ? 1 : (runs[0]?.threads ?? 1)
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
