import { describe, expect, test } from 'vitest'
import { googleBenchmark } from '../../src/harness/google-benchmark.ts'
import type { IterationMode, Query, Reply } from '../../src/model/harness.ts'
import { recordedProgram } from './recorded.ts'
import { talk } from './talk.ts'

const SCRATCH = '/scratch'
const everything = () => true

/** The call that the recordings were made with. */
function callOf(benchmark: string, dataset: string, iterationMode: IterationMode) {
  return {
    benchmark,
    dataset,
    dataSeed: '1',
    iterationMode,
    scratch: SCRATCH,
    iterations: 50,
    targetUs: 1000,
    warmupIterations: 1,
    warmupUs: 1000,
  }
}

describe.each([
  ['1.7.1', 'by-time'],
  ['1.8.3', 'exact'],
  ['1.9.4', 'exact'],
] as const)('outputs of Google Benchmark %s', (version, mode) => {
  const program = recordedProgram(`google-benchmark-${version}`)

  test('a list tells how iterations are set, and names of every kind, one with a newline', () => {
    const { decoded } = talk(googleBenchmark.list(SCRATCH, everything), program)
    expect(decoded).toMatchObject({
      kind: 'ok',
      value: {
        iterations: mode,
        rows: [
          { benchmark: 'BM_Sum<int>', dataset: '8', scale: '8' },
          { benchmark: 'BM_Sum<int>', dataset: '64' },
          { benchmark: 'fixed', dataset: 'iterations:7' },
          { benchmark: 'repeated', dataset: 'repeats:3' },
          { benchmark: 'refused', dataset: '' },
          { benchmark: 'odd|<b>`"\'a b/ü', dataset: '' },
          { benchmark: 'two\nlines', dataset: '7' },
        ],
      },
    })
  })

  test.each([
    ['BM_Sum<int>', '64'],
    ['odd|<b>`"\'a b/ü', ''],
    ['two\nlines', '7'],
  ])('exactly one benchmark is run: %s', (benchmark, dataset) => {
    const call = callOf(benchmark, dataset, mode)
    expect(talk(googleBenchmark.validate(call), program).decoded).toEqual({
      kind: 'ok',
      value: { status: 'ok', fingerprint: null, output: null, notes: [] },
    })
    const { decoded } = talk(googleBenchmark.measure(call), program)
    if (decoded.kind === 'malformed') throw new Error(decoded.reason)
    const { iterations, elapsedNs, cpuNs } = decoded.value
    if (mode === 'exact') expect(iterations).toBe(50)
    // Asked for a millisecond, it takes between one and two.
    else expect([iterations > 50, elapsedNs > 1e6, elapsedNs < 2e6]).toEqual([true, true, true])
    expect(cpuNs).toBeGreaterThan(0)
  })

  test('iterations that the code fixes stay as they are', () => {
    const { decoded } = talk(googleBenchmark.measure(callOf('fixed', 'iterations:7', mode)), program)
    expect(decoded).toMatchObject({ kind: 'ok', value: { iterations: 7 } })
    expect(decoded.kind === 'ok' && decoded.value.isFixed).toBe(mode === 'exact' ? true : undefined)
  })

  test('repetitions that the code fixes are averaged, aggregates left out, counters kept', () => {
    const { decoded } = talk(googleBenchmark.measure(callOf('repeated', 'repeats:3', mode)), program)
    expect(decoded).toMatchObject({ kind: 'ok', value: { counters: { foo: 4.5 } } })
    if (decoded.kind === 'ok' && mode === 'exact') expect(decoded.value.iterations).toBe(50)
  })

  test('SkipWithError is a refusal before anything is timed, and no measurement', () => {
    const call = callOf('refused', '', mode)
    expect(talk(googleBenchmark.validate(call), program).decoded).toEqual({
      kind: 'ok',
      value: { status: 'unsupported', reason: 'needs AVX-512' },
    })
    expect(talk(googleBenchmark.measure(call), program).decoded).toEqual({
      kind: 'malformed',
      reason: 'it reports an error: needs AVX-512',
    })
  })
})

/** An output file of these runs. */
function output(runs: string, context = '"library_build_type": "release"'): Partial<Reply> {
  return { files: new Map([['benchmark.json', `{"context": {${context}}, "benchmarks": [${runs}]}`]]) }
}

const measured = (reply: Partial<Reply>, benchmark = 'b') =>
  talk(googleBenchmark.measure(callOf(benchmark, '', 'exact')), () => reply).decoded

describe('an output file', () => {
  test.each([
    ['ns', 1],
    ['us', 1e3],
    ['ms', 1e6],
    ['s', 1e9],
  ])('in %s is read in nanoseconds', (unit, ns) => {
    const run = `{"name": "b", "iterations": 50, "real_time": 2.5, "cpu_time": 2, "time_unit": "${unit}"}`
    expect(measured(output(run))).toMatchObject({
      kind: 'ok',
      value: { iterations: 50, elapsedNs: 125 * ns, cpuNs: 100 * ns },
    })
  })

  test('with aggregates alone gives their mean, over as many iterations as were asked for', () => {
    const row = (name: string, time: number) =>
      `{"name": "b_${name}", "run_name": "b", "run_type": "aggregate", "aggregate_name": "${name}", "iterations": 3, "real_time": ${time}, "cpu_time": ${time}, "time_unit": "ns"}`
    expect(measured(output([row('mean', 7), row('median', 6), row('stddev', 1)].join()))).toMatchObject({
      kind: 'ok',
      value: { iterations: 50, elapsedNs: 350 },
    })
  })

  test('of several threads is told by their number and by how the version counts their time', () => {
    const run =
      '{"name": "b", "iterations": 200, "threads": 4, "real_time": 2, "cpu_time": 8, "time_unit": "ns"}'
    expect(measured(output(run))).toEqual({
      kind: 'ok',
      value: {
        iterations: 200,
        elapsedNs: 400,
        cpuNs: 1600,
        output: null,
        peakRssBytes: null,
        fingerprint: '4 threads, Google Benchmark before 1.9',
      },
    })
    const call = callOf('b', '', 'exact')
    expect(talk(googleBenchmark.validate(call), () => output(run)).decoded).toMatchObject({
      value: { fingerprint: '4 threads, Google Benchmark before 1.9' },
    })
  })

  test.each([
    ['v1.8.4', 400, 'before 1.9'],
    ['v1.8.5-30-g0123abcd', 400, 'v1.8.5-30-g0123abcd'],
    ['v1.9.0', 100, '1.9 or newer'],
    ['1.9.4', 100, '1.9 or newer'],
    ['v1.9.1-12-g0123abcd', 100, '1.9 or newer'],
    ['1.10.0', 100, '1.9 or newer'],
    ['v2.0.0', 100, '1.9 or newer'],
    ['', 100, 'of an unknown version'],
  ])('of several threads by version %j', (version, elapsedNs, kind) => {
    const run =
      '{"name": "b", "iterations": 200, "threads": 4, "real_time": 2, "cpu_time": 8, "time_unit": "ns"}'
    // From 1.9 on the real time is not divided by the number of threads.
    expect(measured(output(run, `"library_version": "${version}"`))).toMatchObject({
      value: { elapsedNs, fingerprint: `4 threads, Google Benchmark ${kind}` },
    })
  })

  test('of KeepRunningBatch has more iterations than asked for, and none that are fixed', () => {
    const run = (iterations: number) =>
      `{"name": "b", "iterations": ${iterations}, "real_time": 2, "cpu_time": 8, "time_unit": "ns"}`
    expect(measured(output(run(1000)))).not.toHaveProperty('value.isFixed')
    expect(measured(output(run(7)))).toHaveProperty('value.isFixed', true)
  })

  test('with counters that are called like its own fields keeps both', () => {
    const lines = [
      '    {',
      '      "name": "b",',
      '      "iterations": 50,',
      '      "real_time": 2.0,',
      '      "cpu_time": 2.0,',
      '      "time_unit": "ns",',
      '      "iterations": 3.5e+00,',
      '      "skipped": 3.0e+00',
      '    }',
    ].join('\n')
    expect(measured(output(`\n${lines}\n`))).toMatchObject({
      kind: 'ok',
      value: { iterations: 50, elapsedNs: 100, counters: { 'counter iterations': 3.5 } },
    })
  })

  test('with complexity beside the run leaves it out', () => {
    const run = '{"name": "b", "iterations": 5, "real_time": 2, "cpu_time": 2, "time_unit": "ns"}'
    const big =
      '{"name": "b_BigO", "run_name": "b", "run_type": "aggregate", "aggregate_name": "BigO", "cpu_coefficient": 1.0, "big_o": "N"}'
    expect(measured(output(`${run}, ${big}`))).toMatchObject({ kind: 'ok', value: { elapsedNs: 10 } })
  })

  test.each(['NaN', '-nan', 'Infinity', 'inf'])(
    'with a bare %s for a time is malformed, for a counter not',
    (bare) => {
      const run = (time: string, counter: string) =>
        `{"name": "b", "iterations": 5, "real_time": ${time}, "cpu_time": 2, "time_unit": "ns", "c": ${counter}}`
      expect(measured(output(run(bare, '1')))).toEqual({
        kind: 'malformed',
        reason: 'its time is not a number',
      })
      expect(measured(output(run('2', bare)))).toMatchObject({ kind: 'ok', value: { elapsedNs: 10 } })
    },
  )

  test('may hold raw control characters in names, as old versions write them', () => {
    const run = '{"name": "a\nNaN\tb", "iterations": 5, "real_time": 2, "cpu_time": 2, "time_unit": "ns"}'
    expect(measured(output(run), 'a\nNaN\tb')).toMatchObject({ kind: 'ok', value: { elapsedNs: 10 } })
  })

  test('of a library built for debugging, or of a machine that scales its frequency, is passed on', () => {
    const run = '{"name": "b", "iterations": 1, "real_time": 2, "cpu_time": 2, "time_unit": "ns"}'
    const context = '"library_build_type": "debug", "cpu_scaling_enabled": true'
    const call = callOf('b', '', 'exact')
    expect(talk(googleBenchmark.validate(call), () => output(run, context)).decoded).toMatchObject({
      value: {
        notes: [
          'the library of Google Benchmark was built for debugging',
          'Google Benchmark found CPU frequency scaling switched on',
        ],
      },
    })
  })

  test.each([
    ['that is missing', {}, 'no benchmark is named "b"'],
    ['of another benchmark', output('{"name": "bb", "iterations": 1}'), 'no benchmark is named "b"'],
    ['cut short', { files: new Map([['benchmark.json', '{"context": {']]) }, 'not JSON'],
    ['without a time', output('{"name": "b", "iterations": 1}'), 'its time is not a number'],
  ])('%s is malformed', (_, reply, reason) => {
    const decoded = measured(reply)
    expect(decoded.kind === 'malformed' ? decoded.reason : '').toContain(reason)
  })
})

test('what a program prints while it lists is no benchmark', () => {
  const names = ['BM_A', 'BM_B/8', 'BM_A']
  let calls = 0
  const program = ({ args }: Query): Partial<Reply> => {
    const filter = args
      .find((one) => one.startsWith('--benchmark_filter='))
      ?.slice('--benchmark_filter='.length)
    const listed = filter === undefined ? names : names.filter((name) => new RegExp(filter).test(name))
    calls += 1
    return { stdout: ['starting up', `at ${calls} ms`, ...listed, 'bye', ''].join('\n') }
  }
  const { decoded } = talk(googleBenchmark.list(SCRATCH, everything), program)
  expect(decoded).toMatchObject({
    // A name that is registered twice is one row.
    value: { rows: [{ benchmark: 'BM_A' }, { benchmark: 'BM_B', dataset: '8' }] },
  })
})

test('many names are asked for in parts, and of 300 characters each', () => {
  const names = Array.from({ length: 45 }, (_, index) => `${'n'.repeat(290)}(${index})`)
  const filters: string[] = []
  const program = ({ args }: Query): Partial<Reply> => {
    const filter = args
      .find((one) => one.startsWith('--benchmark_filter='))
      ?.slice('--benchmark_filter='.length)
    if (filter !== undefined) filters.push(filter)
    const listed = filter === undefined ? names : names.filter((name) => new RegExp(filter).test(name))
    return { stdout: listed.map((name) => `${name}\n`).join('') }
  }
  const { decoded } = talk(googleBenchmark.list(SCRATCH, everything), program)
  expect(decoded).toMatchObject({ value: { rows: { length: 45 } } })
  expect(filters).toHaveLength(4)
})

test.each([
  ['its last line', ['two\nlines', 'lines']],
  ['its first line', ['two', 'two\nlines']],
  ['each of its lines', ['two\nlines', 'two', 'lines']],
  ['each of its lines, in another order', ['lines', 'two\nlines', 'two']],
  ['a line of two others', ['a', 'a\nb', 'c\na', 'c\na\nb\nd']],
])('a name of several lines is found though %s is a name too', (_, names) => {
  const program = ({ args }: Query): Partial<Reply> => {
    const filter = args
      .find((one) => one.startsWith('--benchmark_filter='))
      ?.slice('--benchmark_filter='.length)
    const listed = filter === undefined ? names : names.filter((name) => new RegExp(filter).test(name))
    return { stdout: listed.map((name) => `${name}\n`).join('') }
  }
  const { decoded } = talk(googleBenchmark.list(SCRATCH, everything), program)
  if (decoded.kind === 'malformed') throw new Error(decoded.reason)
  expect(decoded.value.rows.map(({ benchmark }) => benchmark)).toEqual(names)
})
