import { describe, expect, test } from 'vitest'
import { criterion } from '../../src/harness/criterion.ts'
import type { Reply } from '../../src/model/harness.ts'
import { recordedProgram } from './recorded.ts'
import { talk } from './talk.ts'

const everything = () => true

/** The call that the recordings were made with. */
function callOf(benchmark: string, dataset: string) {
  return {
    benchmark,
    dataset,
    dataSeed: '1',
    iterationMode: 'by-time',
    scratch: '/scratch',
    iterations: 50,
    targetUs: 10_000,
    warmupIterations: 1,
    warmupUs: 10_000,
  } as const
}

describe.each([
  ['0.4.0', 'sort <u32>|\n1000 ü`'],
  ['0.5.1', 'sort <u32>|\n1000 ü`'],
  ['0.8.2', 'sort <u32>|1000'],
])('outputs of Criterion %s', (version, odd) => {
  const program = recordedProgram(`criterion-${version}`)

  test('groups, functions and parameters are read from benchmark.json, whatever the names', () => {
    const { decoded } = talk(criterion.list('/scratch', everything), program)
    expect(decoded).toEqual({
      kind: 'ok',
      value: {
        iterations: 'by-time',
        rows: [
          { benchmark: 'sum/iterator', dataset: '1000', scale: '1000', category: 'sum' },
          { benchmark: 'sum/iterator', dataset: '10000', scale: '10000', category: 'sum' },
          { benchmark: odd, dataset: '', scale: '', category: odd },
        ],
      },
    })
  })

  test('a row that the filters leave out is not run, wherever its id might be split', () => {
    const { queries, decoded } = talk(
      criterion.list('/scratch', ({ benchmark, scale }) => `${benchmark}/${scale}` === 'sum/iterator/1000'),
      program,
    )
    expect(queries).toHaveLength(3)
    expect(decoded).toMatchObject({ value: { rows: { length: 1 } } })
  })

  test.each([
    ['sum/iterator', '10000', { throughput_elements: 10_000 }],
    [odd, '', undefined],
  ])('a batch of %s is all of its samples', (benchmark, dataset, counters) => {
    const call = callOf(benchmark, dataset)
    expect(talk(criterion.validate(call), program).decoded).toEqual({
      kind: 'ok',
      value: { status: 'ok', fingerprint: null, output: null },
    })
    const { queries, decoded } = talk(criterion.measure(call), program)
    expect(queries).toMatchObject([{ env: { CRITERION_HOME: '/scratch' } }])
    if (decoded.kind === 'malformed') throw new Error(decoded.reason)
    const { iterations, elapsedNs } = decoded.value
    expect(iterations).toBeGreaterThan(50)
    // Asked for 10 ms.
    expect(elapsedNs).toBeGreaterThan(5e6)
    expect(elapsedNs).toBeLessThan(2e7)
    expect(decoded.value.counters).toEqual(counters)
  })
})

const benchmark = (over: object = {}) =>
  JSON.stringify({
    group_id: 'a',
    function_id: null,
    value_str: null,
    throughput: null,
    full_id: 'a',
    directory_name: 'cut off at 64 characters',
    ...over,
  })
const SAMPLE = '{"sampling_mode":"Linear","iters":[1.0,2.0,3.0],"times":[10.0,20.0,30.5]}'

function files(...texts: readonly (readonly [path: string, text: string])[]): Partial<Reply> {
  return { files: new Map(texts) }
}

const measured = (reply: Partial<Reply>, name = 'a') =>
  talk(criterion.measure(callOf(name, '')), () => reply).decoded

describe('raw files', () => {
  test('give the sum of all samples', () => {
    const reply = files(['a/new/benchmark.json', benchmark()], ['a/new/sample.json', SAMPLE])
    expect(measured(reply)).toEqual({
      kind: 'ok',
      value: { iterations: 6, elapsedNs: 60.5, output: null, peakRssBytes: null },
    })
  })

  test.each([
    ['that are missing', files(), 'it measured nothing'],
    [
      'of another benchmark',
      files(['b/new/benchmark.json', benchmark({ full_id: 'b' })], ['b/new/sample.json', SAMPLE]),
      'asked for "a", it measured "b"',
    ],
    [
      'of two benchmarks',
      files(
        ['a/new/benchmark.json', benchmark()],
        ['a_2/new/benchmark.json', benchmark()],
        ['a/new/sample.json', SAMPLE],
        ['a_2/new/sample.json', SAMPLE],
      ),
      'it measured 2 benchmarks',
    ],
    [
      'cut short',
      files(['a/new/benchmark.json', benchmark()], ['a/new/sample.json', '{"iters":[']),
      'not JSON',
    ],
    [
      'without samples',
      files(['a/new/benchmark.json', benchmark()], ['a/new/sample.json', '{"iters":[],"times":[]}']),
      'iters',
    ],
  ])('%s are malformed', (_, reply, reason) => {
    const decoded = measured(reply)
    expect(decoded.kind === 'malformed' ? decoded.reason : '').toContain(reason)
  })
})

test('a benchmark that cannot be run fails the list: without its parameter it would pass for another row', () => {
  const { decoded } = talk(criterion.list('/scratch', everything), ({ args }) =>
    args.includes('--list')
      ? { stdout: args.includes('^$') ? '' : 'a/b/3: benchmark\n' }
      : {
          exitCode: 101,
          stderr:
            'thread panicked at x.rs:1:2:\nindex out of bounds\nnote: run with `RUST_BACKTRACE=1` environment variable\n',
        },
  )
  expect(decoded).toEqual({
    kind: 'malformed',
    reason: '"a/b/3" cannot be run: exit code 101: "index out of bounds"',
  })
})

test('what a program prints while it lists is no benchmark', () => {
  const { queries } = talk(criterion.list('/scratch', everything), ({ args }) => {
    if (!args.includes('--list')) return { exitCode: 1 }
    return { stdout: args.includes('^$') ? 'loading\n' : 'loading\na/1: benchmark\n' }
  })
  expect(queries.at(-1)?.args.at(-1)).toBe('^a/1$')
})

test('a target of another framework is named with what is expected', () => {
  const { decoded } = talk(criterion.list('/scratch', everything), () => ({ stdout: 'running 0 tests\n' }))
  expect(decoded.kind === 'malformed' ? decoded.reason : '').toMatch(/harness = false.*Criterion 0\.4/)
})

test('a title that is cut off stands for every benchmark that begins so, each known by its full id', () => {
  const long = 'x'.repeat(120)
  const title = `${long.slice(0, 97)}... #2`
  const id = (value: string) => benchmark({ group_id: long, value_str: value, full_id: `${long}/${value}` })
  const program = ({ args }: { readonly args: readonly string[] }): Partial<Reply> => {
    if (args.includes('^$')) return {}
    if (args.includes('--list')) return { stdout: `${title}: benchmark\n` }
    return files(
      ...['1', '2'].flatMap((value) => [
        [`cut_${value}/new/benchmark.json`, id(value)] as const,
        [`cut_${value}/new/sample.json`, SAMPLE] as const,
      ]),
    )
  }
  const { queries, decoded } = talk(criterion.list('/scratch', everything), program)
  expect(queries.at(-1)?.args.at(-1)).toBe(`^${long.slice(0, 97)}`)
  expect(decoded).toMatchObject({
    value: {
      rows: [
        { benchmark: long, dataset: '1' },
        { benchmark: long, dataset: '2' },
      ],
    },
  })
})

test('an empty parameter stays part of the id', () => {
  const reply = files(
    ['a/new/benchmark.json', benchmark({ value_str: '', full_id: 'a/' })],
    ['a/new/sample.json', SAMPLE],
  )
  const { decoded } = talk(criterion.list('/scratch', everything), ({ args }) => {
    if (args.includes('^$')) return {}
    return args.includes('--list') ? { stdout: 'a/: benchmark\n' } : reply
  })
  expect(decoded).toMatchObject({ value: { rows: [{ benchmark: 'a/', dataset: '' }] } })
})
