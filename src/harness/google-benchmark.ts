import { caseName, type Listed } from '../model/benchmark.ts'
import type { CaseCall, Harness, IterationMode, Query, Reply } from '../model/harness.ts'
import { splitName } from './case-name.ts'
import { escaped, exactly } from './filter.ts'
import { measurementOf, OUTPUT, readReport, validationOf } from './google-benchmark-report.ts'
import { linesOf, without } from './lines.ts'

/** How many lines a name may have where some of them are names themselves. */
const LINES_WITH_NAMES = 4

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
    const briefly = call.iterationMode === 'exact' ? ['--benchmark_min_time=1x'] : [TIME(0)]
    const reply = yield { ...queryOf(call, briefly), countsThreads: true }
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
  const known = yield* namesAmong([...new Set(lines)])
  const names: string[] = []
  const left = new Map<string, number>()
  const listed = new Map<string, number>()
  for (const line of lines) listed.set(line, (listed.get(line) ?? 0) + 1)
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    // A line that is a name may be a part of another too: then it is listed more often than it is a name.
    const isWhole = known.has(line) && known.get(line) === listed.get(line)
    const length = isWhole ? 1 : yield* lengthOfName(lines.slice(at), known, left)
    names.push(lines.slice(at, at + length).join('\n'))
    at += length
  }
  return names
}

/** Which of these lines are names, and of how many benchmarks. */
function* namesAmong(lines: readonly string[]): Generator<Query, ReadonlyMap<string, number>, Reply> {
  const known = new Map<string, number>()
  for (let at = 0; at < lines.length; at += NAMES_PER_FILTER) {
    const asked = new Set(lines.slice(at, at + NAMES_PER_FILTER))
    const found = linesOf((yield listOf(`^(${[...asked].map(escaped).join('|')})$`)).stdout)
    for (const name of found) if (asked.has(name)) known.set(name, (known.get(name) ?? 0) + 1)
  }
  return known
}

/** How many of the first lines make one name; 1 where none does. Counts down in `left` how often each such name is still to come. */
function* lengthOfName(
  lines: readonly string[],
  known: ReadonlyMap<string, number>,
  left: Map<string, number>,
): Generator<Query, number, Reply> {
  const end = lines.findIndex((line) => known.has(line))
  const longest = Math.max(end < 0 ? lines.length : end, Math.min(lines.length, LINES_WITH_NAMES))
  for (let length = longest; length > 1; length -= 1) {
    const name = lines.slice(0, length).join('\n')
    const times = left.get(name) ?? (yield listOf(exactly(name))).stdout.split(name).length - 1
    left.set(name, Math.max(0, times - 1))
    if (times > 0) return length
  }
  return 1
}
