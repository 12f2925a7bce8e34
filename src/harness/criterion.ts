import { z } from 'zod'
import { caseName, type Listed } from '../model/benchmark.ts'
import { type Decoded, decodeJson, excerpt } from '../model/decoded.ts'
import type { CaseCall, Harness, Measurement, Query, Reply } from '../model/harness.ts'
import { exactly } from './filter.ts'

/** The fewest samples that Criterion takes, and resamples that it is not asked to dwell on. */
const BRIEF = ['--noplot', '--sample-size', '10', '--nresamples', '1000']

/** What a listing and a validation take: the time that a benchmark is warmed up and measured, in seconds. */
const SHORTEST = 0.01

/**
 * Benchmark targets of Criterion, run directly. It takes as many iterations as fit into a time, in ten samples or more;
 * a batch is all of them, read from its raw files in a directory of our own. What a benchmark is called is read from
 * `benchmark.json`, never from a directory's name or from text. It tells no outputs.
 */
export const criterion: Harness = {
  name: 'criterion',

  *list(scratch, selects) {
    const { stdout } = yield { args: ['--bench', '--list'], env: homeIn(scratch) }
    const ids = idsIn(stdout)
    if (ids.length === 0 && stdout.trim() !== '') return { kind: 'malformed', reason: noList(stdout) }
    const rows: Listed[] = []
    for (const id of ids.filter((one) => isPossible(one, selects))) {
      const run = readRun(yield queryOf(id, scratch, SHORTEST, SHORTEST, 'any'))
      // One that cannot be run is listed all the same: validation tells why.
      rows.push(run.kind === 'ok' ? rowOf(run.value.benchmark) : rowOfId(id))
    }
    return { kind: 'ok', value: { iterations: 'by-time', rows } }
  },

  *validate(call) {
    const run = readRun(yield queryOf(caseName(call), call.scratch, SHORTEST, SHORTEST))
    const wrong = run.kind === 'ok' ? misnamed(call, run.value) : run
    return wrong ?? { kind: 'ok', value: { status: 'ok', fingerprint: null, output: null } }
  },

  *measure(call) {
    const seconds = call.targetUs / 1e6
    const run = readRun(yield queryOf(caseName(call), call.scratch, call.warmupUs / 1e6, seconds))
    if (run.kind === 'malformed') return run
    return misnamed(call, run.value) ?? { kind: 'ok', value: measurementOf(run.value) }
  },
}

function homeIn(scratch: string): Readonly<Record<string, string>> {
  return { CRITERION_HOME: scratch }
}

/** Exactly one benchmark, by its full id. */
function queryOf(
  id: string,
  scratch: string,
  warmupSeconds: number,
  seconds: number,
  exitCode: Query['exitCode'] = 0,
): Query {
  return {
    args: [
      '--bench',
      ...BRIEF,
      // Neither may be zero.
      ...['--warm-up-time', String(Math.max(0.001, warmupSeconds))],
      ...['--measurement-time', String(Math.max(0.001, seconds))],
      // `--exact` came with 0.5; without it the filter is an expression in every version.
      exactly(id),
    ],
    env: homeIn(scratch),
    exitCode,
    collect: (path) => /(^|\/)new\/(benchmark|sample)\.json$/.test(path),
  }
}

/** The ids of a list: each ends its line with its kind. An id that holds newlines takes several lines. */
function idsIn(stdout: string): readonly string[] {
  const ids: string[] = []
  let rest: string[] = []
  for (const line of stdout.split('\n')) {
    // Groups are set apart by an empty line.
    if (line === '' && rest.length === 0) continue
    rest.push(line)
    const id = /^([\s\S]*): (benchmark|bench)$/.exec(rest.join('\n'))?.[1]
    if (id === undefined) continue
    ids.push(id)
    rest = []
  }
  return ids
}

function noList(stdout: string): string {
  return `no list of benchmarks: ${excerpt(stdout)}: is this a [[bench]] target with \`harness = false\` that uses Criterion 0.4 or newer?`
}

/** Whether the filters could let the benchmark through, wherever its id is split. */
function isPossible(
  id: string,
  selects: (row: { readonly benchmark: string; readonly scale: string }) => boolean,
): boolean {
  const segments = id.split('/')
  return segments.some((_, at) =>
    selects({
      benchmark: segments.slice(0, at + 1).join('/'),
      scale: segments.slice(at + 1).join('/'),
    }),
  )
}

const benchmarkSchema = z.object({
  group_id: z.string(),
  function_id: z.string().nullable(),
  value_str: z.string().nullable(),
  throughput: z.record(z.string(), z.number()).nullable().optional(),
  full_id: z.string(),
})
type Benchmark = z.infer<typeof benchmarkSchema>

const sampleSchema = z.object({
  iters: z.array(z.number().positive()).min(1),
  times: z.array(z.number().nonnegative()).min(1),
})

interface Run {
  readonly benchmark: Benchmark
  readonly sample: z.infer<typeof sampleSchema>
}

function readRun({ files, stdout }: Reply): Decoded<Run> {
  const texts = (name: string) => [...files].flatMap(([path, text]) => (path.endsWith(name) ? [text] : []))
  const [benchmark, ...others] = texts('/benchmark.json')
  const [sample] = texts('/sample.json')
  if (benchmark === undefined || sample === undefined) {
    return { kind: 'malformed', reason: `it measured nothing: ${excerpt(stdout)}` }
  }
  if (others.length > 0) return { kind: 'malformed', reason: `it measured ${1 + others.length} benchmarks` }
  const decoded = decodeJson(benchmarkSchema, benchmark)
  if (decoded.kind === 'malformed') return decoded
  const samples = decodeJson(sampleSchema, sample)
  if (samples.kind === 'malformed') return samples
  return { kind: 'ok', value: { benchmark: decoded.value, sample: samples.value } }
}

/** Groups and functions are the benchmark, the parameter is the dataset. */
function rowOf({ group_id, function_id, value_str }: Benchmark): Listed {
  const benchmark = [group_id, function_id].filter((part) => part !== null && part !== '').join('/')
  const dataset = value_str ?? ''
  return { benchmark, dataset, scale: dataset, category: group_id }
}

function rowOfId(id: string): Listed {
  return { benchmark: id, dataset: '', scale: '', category: '' }
}

function misnamed(call: CaseCall, { benchmark: { full_id } }: Run): Decoded<never> | null {
  if (full_id === caseName(call)) return null
  return {
    kind: 'malformed',
    reason: `asked for ${excerpt(caseName(call))}, it measured ${excerpt(full_id)}`,
  }
}

function measurementOf({ benchmark, sample }: Run): Measurement {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const throughput = Object.entries(benchmark.throughput ?? {}).map(
    ([unit, amount]) => [`throughput_${unit.toLowerCase()}`, amount] as const,
  )
  return {
    iterations: Math.round(sum(sample.iters)),
    elapsedNs: sum(sample.times),
    output: null,
    peakRssBytes: null,
    ...(throughput.length === 0 ? {} : { counters: Object.fromEntries(throughput) }),
  }
}
