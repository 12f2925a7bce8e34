import { z } from 'zod'
import { caseName, type Listed } from '../model/benchmark.ts'
import { type Decoded, decode, excerpt } from '../model/decoded.ts'
import type {
  CaseCall,
  Harness,
  IterationMode,
  Measurement,
  Query,
  Reply,
  Validation,
} from '../model/harness.ts'
import { splitName } from './case-name.ts'
import { escaped, exactly } from './filter.ts'
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
    const prints = linesOf(yield listOf('^$'))
    const listed = yield { args: [LIST] }
    const names = yield* wholeNames(without(linesOf(listed), prints))
    return { kind: 'ok', value: { iterations: modeOf(help), rows: names.map(rowOf) } }
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
    return report.kind === 'malformed' ? report : measurementOf(report.value)
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
  return {
    benchmark,
    dataset,
    scale: dataset,
    category: '',
    ...(/\/iterations:\d+(\/|$)/.test(name) ? { fixed_iterations: true } : {}),
  }
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

function linesOf({ stdout }: Pick<Reply, 'stdout'>): readonly string[] {
  const lines = stdout.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** `lines` less one of each of `others`. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
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
    const found = linesOf(yield listOf(`^(${asked.map(escaped).join('|')})$`))
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
  real_time: z.number().nullable().optional(),
  cpu_time: z.number().nullable().optional(),
  time_unit: z.enum(['ns', 'us', 'ms', 's']).optional(),
  error_occurred: z.boolean().optional(),
  error_message: z.string().optional(),
  skipped: z.boolean().optional(),
  skip_message: z.string().optional(),
})
type Run = z.infer<typeof runSchema>

const reportSchema = z.object({
  context: z.looseObject({
    library_build_type: z.string().optional(),
    cpu_scaling_enabled: z.boolean().optional(),
  }),
  benchmarks: z.array(runSchema),
})

/** What the output file says of one benchmark: its repetitions, or their mean where the code reports nothing else. */
interface Report {
  readonly runs: readonly Run[]
  readonly notes: readonly string[]
}

function readReport({ files }: Reply, name: string): Decoded<Report> {
  const text = files.get(OUTPUT)
  if (text === undefined || text.trim() === '') return nothingNamed(name)
  const json = parseTolerantly(text)
  if (json.kind === 'malformed') return json
  const report = decode(reportSchema, json.value)
  if (report.kind === 'malformed') return report
  const own = report.value.benchmarks.filter((run) => (run.run_name ?? run.name) === name)
  const single = own.filter((run) => run.run_type !== 'aggregate' && run.aggregate_name === undefined)
  const runs = single.length > 0 ? single : own.filter((run) => run.aggregate_name === 'mean')
  return runs.length === 0
    ? nothingNamed(name)
    : { kind: 'ok', value: { runs, notes: notesOf(report.value.context) } }
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

function validationOf({ runs, notes }: Report): Decoded<Validation> {
  const refusal = runs.find(isRefused)
  if (refusal !== undefined)
    return { kind: 'ok', value: { status: 'unsupported', reason: reasonOf(refusal) } }
  return { kind: 'ok', value: { status: 'ok', fingerprint: null, output: null, notes } }
}

function isRefused(run: Run): boolean {
  return run.error_occurred === true || run.skipped === true
}

function reasonOf(run: Run): string {
  return run.error_message ?? run.skip_message ?? 'no reason given'
}

/** Repetitions that are fixed in the code are averaged. */
function measurementOf({ runs }: Report): Decoded<Measurement> {
  const refusal = runs.find(isRefused)
  if (refusal !== undefined) return { kind: 'malformed', reason: `it reports an error: ${reasonOf(refusal)}` }
  const timed = runs.map(timesOf)
  if (!timed.every((one) => one !== null)) {
    return { kind: 'malformed', reason: 'its time is not a number' }
  }
  const mean = (of: (one: Times) => number) => timed.reduce((sum, one) => sum + of(one), 0) / timed.length
  const counters = countersOf(runs)
  return {
    kind: 'ok',
    value: {
      iterations: Math.round(mean((one) => one.iterations)),
      elapsedNs: mean((one) => one.realNs * one.iterations),
      cpuNs: mean((one) => one.cpuNs * one.iterations),
      output: null,
      peakRssBytes: null,
      ...(Object.keys(counters).length > 0 ? { counters } : {}),
    },
  }
}

interface Times {
  readonly iterations: number
  /** Of one iteration. */
  readonly realNs: number
  readonly cpuNs: number
}

function timesOf({ iterations, real_time, cpu_time, time_unit }: Run): Times | null {
  if (iterations === undefined || iterations === 0 || real_time == null || !(real_time > 0)) return null
  const unit = NANOSECONDS[time_unit ?? 'ns']
  return { iterations, realNs: real_time * unit, cpuNs: Math.max(0, cpu_time ?? 0) * unit }
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
