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

/** A program whose list is `titles`; a filter is answered by `reply`. */
function listing(titles: readonly string[], reply: (filter: string) => Partial<Reply>) {
  return talk(criterion.list('/scratch', everything), ({ args }) => {
    if (!args.includes('--list')) return reply(args.at(-1) ?? '')
    return { stdout: args.includes('^$') ? '' : titles.map((title) => `${title}: benchmark\n`).join('') }
  })
}

const PANIC = { failure: 'exited with code 101: "index out of bounds"' }

describe('a benchmark that cannot be run when it is listed', () => {
  const sound = files(['a/new/benchmark.json', benchmark()], ['a/new/sample.json', SAMPLE])

  test.each([
    ['since it panics', PANIC, PANIC.failure],
    ['since it measures nothing', { stdout: 'Testing\n' }, 'it measured nothing: "Testing\\n"'],
    [
      'since its files are cut short',
      files(['a/new/benchmark.json', '{'], ['a/new/sample.json', '']),
      'not JSON',
    ],
  ])('%s is known by its title, and the others are rows', (_, reply, reason) => {
    const { queries, decoded } = listing(['b/c/3', 'a'], (filter) => (filter === '^a$' ? sound : reply))
    expect(queries.slice(2).map(({ mayFail }) => mayFail)).toEqual([true, true])
    expect(decoded).toEqual({
      kind: 'ok',
      value: {
        iterations: 'by-time',
        rows: [{ benchmark: 'a', dataset: '', scale: '', category: 'a' }],
        broken: [{ name: 'b/c/3', reason: expect.stringContaining(reason) }],
      },
    })
  })

  test('may be the only one', () => {
    expect(listing(['b'], () => PANIC).decoded).toMatchObject({
      value: { rows: [], broken: [{ name: 'b', reason: PANIC.failure }] },
    })
  })

  test('is a row where it fails after it was measured: then it is known, and fails again when it is validated', () => {
    const { decoded } = listing(['a'], () => ({ ...sound, ...PANIC }))
    expect(decoded).toMatchObject({ value: { rows: [{ benchmark: 'a' }] } })
    expect(decoded).not.toHaveProperty('value.broken')
  })

  test('tells with what it begins where its title is cut off, once, beside those that were measured before it', () => {
    const long = 'x'.repeat(120)
    const [beginning, id] = [long.slice(0, 97), `${long}/1`]
    const { decoded } = listing([`${beginning}...`, `${beginning}... #2`], () => ({
      ...files(
        ['cut/new/benchmark.json', benchmark({ group_id: long, value_str: '1', full_id: id })],
        ['cut/new/sample.json', SAMPLE],
      ),
      ...PANIC,
    }))
    expect(decoded).toMatchObject({
      value: {
        rows: [{ benchmark: long, dataset: '1' }],
        broken: [{ name: `${beginning}...`, beginning, reason: PANIC.failure }],
      },
    })
  })
})

test('what a program prints while it lists is no benchmark', () => {
  const { queries } = talk(criterion.list('/scratch', everything), ({ args }) => {
    if (!args.includes('--list')) return PANIC
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

test('a title that is cut off is run whatever the filters, which may look for what was cut', () => {
  const long = 'x'.repeat(120)
  const run = (reply: Partial<Reply>) =>
    talk(
      criterion.list('/scratch', ({ scale }) => scale === '1'),
      ({ args }) => {
        if (!args.includes('--list')) return reply
        return { stdout: args.includes('^$') ? '' : `${long.slice(0, 97)}...: benchmark\n` }
      },
    ).decoded
  const measured = files(
    ['cut/new/benchmark.json', benchmark({ group_id: long, value_str: '1', full_id: `${long}/1` })],
    ['cut/new/sample.json', SAMPLE],
  )
  expect(run(measured)).toMatchObject({ value: { rows: [{ benchmark: long, dataset: '1' }] } })
  // By all that is known of it, it is left out.
  expect(run(PANIC)).toEqual({ kind: 'ok', value: { iterations: 'by-time', rows: [] } })
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
