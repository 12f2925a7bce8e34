import { z } from 'zod'
import { caseName, type Listed } from '../model/benchmark.ts'
import { type Decoded, decodeJson, excerpt } from '../model/decoded.ts'
import type { Broken, Harness, Measurement, Query, Reply } from '../model/harness.ts'
import { escaped, exactly } from './filter.ts'
import { linesOf, without } from './lines.ts'

/** The fewest samples that Criterion takes, and resamples that it is not asked to dwell on. */
const BRIEF = ['--noplot', '--sample-size', '10', '--nresamples', '1000']

/** What a listing and a validation take: the time that a benchmark is warmed up and measured, in seconds. */
const SHORTEST = 0.01

/**
 * Benchmark targets of Criterion, run directly. It takes as many iterations as fit into a time, in ten samples or more;
 * a batch is all of them, read from its raw files in a directory of our own. What a benchmark is called is read from
 * `benchmark.json`, never from a directory's name or from text: of one that cannot be run nothing is known but its title
 * in the list. It tells no outputs.
 */
export const criterion: Harness = {
  name: 'criterion',

  *list(scratch, selects) {
    // What the program itself prints stands in a list of nothing too.
    const prints = yield listOf(scratch, ['^$'])
    const { stdout } = yield listOf(scratch)
    const ids = idsIn(without(linesOf(stdout), linesOf(prints.stdout)))
    if (ids.length === 0 && stdout.trim() !== '') return { kind: 'malformed', reason: noList(stdout) }
    const rows = new Map<string, Listed>()
    const broken: Broken[] = []
    const asked = new Set<string>()
    for (const title of ids) {
      const isWanted = isPossible(title, selects)
      // What stands behind the cut may be what the filters look for.
      if (!isWanted && !CUT_OFF.test(title)) continue
      const filter = filterOf(title)
      // Titles that are cut off may begin alike, and are run together then.
      if (asked.has(filter)) continue
      asked.add(filter)
      const reply = yield { ...queryOf(filter, scratch, SHORTEST, SHORTEST), mayFail: true }
      const runs = readRuns(reply)
      if (runs.kind === 'ok') {
        for (const { benchmark } of runs.value) rows.set(benchmark.full_id, rowOf(benchmark))
      }
      const reason = whyBroken(title, reply, runs)
      if (reason !== null && isWanted) broken.push({ name: title, ...beginningOf(title), reason })
    }
    const listing = { iterations: 'by-time', rows: [...rows.values()] } as const
    return { kind: 'ok', value: broken.length === 0 ? listing : { ...listing, broken } }
  },

  *validate(call) {
    const name = caseName(call)
    yield onceOf(name, call.scratch)
    const run = readRun(yield queryOf(exactly(name), call.scratch, SHORTEST, SHORTEST), name)
    return run.kind === 'malformed'
      ? run
      : { kind: 'ok', value: { status: 'ok', fingerprint: null, output: null } }
  },

  *measure(call) {
    const name = caseName(call)
    const seconds = call.targetUs / 1e6
    const run = readRun(yield queryOf(exactly(name), call.scratch, call.warmupUs / 1e6, seconds), name)
    return run.kind === 'malformed' ? run : { kind: 'ok', value: measurementOf(run.value) }
  },
}

function listOf(scratch: string, filter: readonly string[] = []): Query {
  return { args: ['--bench', '--list', ...filter], env: homeIn(scratch) }
}

/** The benchmark run once and not analysed: its threads are those of the benchmark, and none of Criterion's statistics. */
function onceOf(name: string, scratch: string): Query {
  return {
    args: ['--bench', '--test', exactly(name)],
    env: homeIn(scratch),
    exitCode: 'any',
    countsThreads: true,
  }
}

/** Why a listed benchmark, or one of those that a title stands for, could not be run. What was measured is a row. */
function whyBroken(title: string, { failure }: Reply, runs: Decoded<readonly Run[]>): string | null {
  if (runs.kind === 'malformed') return failure ?? runs.reason
  return CUT_OFF.test(title) ? failure : null
}

function beginningOf(title: string): Pick<Broken, 'beginning'> {
  return CUT_OFF.test(title) ? { beginning: title.replace(CUT_OFF, '') } : {}
}

function homeIn(scratch: string): Readonly<Record<string, string>> {
  return { CRITERION_HOME: scratch }
}

/** A title is cut off at 100 bytes, and then made unique by a number: all that begin so are meant. */
const CUT_OFF = /\.\.\.( #\d+)?$/

/** What matches the benchmark that is listed so. */
function filterOf(title: string): string {
  return CUT_OFF.test(title) ? `^${escaped(title.replace(CUT_OFF, ''))}` : exactly(title)
}

/** The benchmarks that a filter matches. */
function queryOf(filter: string, scratch: string, warmupSeconds: number, seconds: number): Query {
  return {
    args: [
      '--bench',
      ...BRIEF,
      // Neither may be zero.
      ...['--warm-up-time', String(Math.max(0.001, warmupSeconds))],
      ...['--measurement-time', String(Math.max(0.001, seconds))],
      // `--exact` came with 0.5; without it the filter is an expression in every version.
      filter,
    ],
    env: homeIn(scratch),
    collect: (path) => /(^|\/)new\/(benchmark|sample)\.json$/.test(path),
  }
}

/** The ids of a list: each ends its line with its kind. An id that holds newlines takes several lines. */
function idsIn(lines: readonly string[]): readonly string[] {
  const ids: string[] = []
  let rest: string[] = []
  for (const line of lines) {
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

/** Every benchmark that was measured: its two files lie in one directory. */
function readRuns({ files, stdout }: Reply): Decoded<readonly Run[]> {
  const runs: Run[] = []
  for (const [path, text] of files) {
    if (!path.endsWith(BENCHMARK)) continue
    const sample = files.get(`${path.slice(0, -BENCHMARK.length)}sample.json`)
    if (sample === undefined) continue
    const decoded = decodeJson(benchmarkSchema, text)
    if (decoded.kind === 'malformed') return decoded
    const samples = decodeJson(sampleSchema, sample)
    if (samples.kind === 'malformed') return samples
    runs.push({ benchmark: decoded.value, sample: samples.value })
  }
  return runs.length === 0
    ? { kind: 'malformed', reason: `it measured nothing: ${excerpt(stdout)}` }
    : { kind: 'ok', value: runs }
}

const BENCHMARK = 'benchmark.json'

/** The one benchmark that was asked for. */
function readRun(reply: Reply, name: string): Decoded<Run> {
  const runs = readRuns(reply)
  if (runs.kind === 'malformed') return runs
  const [run, ...others] = runs.value
  if (others.length > 0 || run === undefined) {
    return { kind: 'malformed', reason: `it measured ${runs.value.length} benchmarks` }
  }
  if (run.benchmark.full_id === name) return { kind: 'ok', value: run }
  return {
    kind: 'malformed',
    reason: `asked for ${excerpt(name)}, it measured ${excerpt(run.benchmark.full_id)}`,
  }
}

/** Groups and functions are the benchmark, the parameter is the dataset. */
function rowOf({ group_id, value_str, full_id }: Benchmark): Listed {
  const dataset = value_str !== null && full_id.endsWith(`/${value_str}`) ? value_str : ''
  const benchmark = dataset === '' ? full_id : full_id.slice(0, -dataset.length - 1)
  return { benchmark, dataset, scale: dataset, category: group_id }
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
