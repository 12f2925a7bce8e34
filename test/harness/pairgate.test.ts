import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harnessOf } from '../../src/harness/harnesses.ts'
import { spoken } from './talk.ts'

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'harness', 'pairgate-1')
const recorded = (name: string) => readFile(join(fixtures, name), 'utf8')

const row = { pairgate: 1, benchmark: 'sort', category: 'algorithms', dataset: '1000', scale: '1000' }
const measured = { iterations: 5, elapsed_ns: 1200, output: '7', peak_rss_bytes: 4096 }
const json = (value: object) => `${JSON.stringify(value)}\n`

/** The reason why something was not read. */
function reasonOf(decoded: { kind: 'ok' } | { kind: 'malformed'; reason: string }): string {
  return decoded.kind === 'malformed' ? decoded.reason : 'it was read'
}

describe.each(['cpp', 'rust'])('real outputs of the %s library', (language) => {
  test('the list is read, the extra field left out', async () => {
    expect(spoken.readList(await recorded(`${language}-list.txt`))).toEqual({
      kind: 'ok',
      value: [
        { benchmark: 'largest', category: 'algorithms', dataset: '1000', scale: '1000' },
        { benchmark: 'largest', category: 'algorithms', dataset: '100000', scale: '100000' },
        { benchmark: 'sort', category: 'algorithms', dataset: '1000', scale: '1000' },
      ],
    })
  })

  test('a validation is read', async () => {
    expect(spoken.readValidation(await recorded(`${language}-validate.txt`))).toEqual({
      kind: 'ok',
      value: { status: 'ok', fingerprint: 'c6f2dc3108ece38a', output: '999', expected: '999' },
    })
  })

  test('an unsupported benchmark is read with its reason', async () => {
    expect(spoken.readValidation(await recorded(`${language}-unsupported.txt`))).toEqual({
      kind: 'ok',
      value: { status: 'unsupported', reason: 'needs AVX2' },
    })
  })

  test('a measurement is read whole', async () => {
    expect(spoken.readMeasurement(await recorded(`${language}-measure.txt`), 100)).toEqual({
      kind: 'ok',
      value: {
        iterations: 100,
        output: '999',
        fingerprint: 'c6f2dc3108ece38a',
        elapsedNs: expect.any(Number),
        cpuNs: expect.any(Number),
        overheadNs: expect.any(Number),
        peakRssBytes: expect.any(Number),
      },
    })
  })
})

describe('arguments', () => {
  test('are those of the protocol', () => {
    expect(spoken.listArguments()).toEqual(['list'])
    expect(spoken.validateArguments('a b', '10', '18446744073709551615')).toEqual([
      'validate',
      '--benchmark',
      'a b',
      '--dataset',
      '10',
      '--seed',
      '18446744073709551615',
    ])
    const call = {
      benchmark: 'b',
      dataset: '1',
      dataSeed: '2',
      iterations: 3,
      warmupIterations: 4,
      warmupUs: 5.5,
    }
    expect(spoken.measureArguments(call).join(' ')).toBe(
      'measure --benchmark b --dataset 1 --seed 2 --iterations 3 --warmup-iterations 4 --warmup-us 6',
    )
  })
})

describe('a list', () => {
  test('may be empty, which is for the caller to judge', () => {
    expect(spoken.readList('')).toEqual({ kind: 'ok', value: [] })
  })

  test('may lack its last newline and hold integers for datasets and scales', () => {
    const text = `${json(row)}${JSON.stringify({ ...row, dataset: 7, scale: 7 })}`
    expect(spoken.readList(text)).toMatchObject({ kind: 'ok', value: [{}, { dataset: '7', scale: '7' }] })
  })

  test.each([
    [
      'another version',
      json({ ...row, pairgate: 2 }),
      'line 1: pairgate: protocol version 2, and this pairgate speaks version 1',
    ],
    ['no version', json({ ...row, pairgate: undefined }), 'line 1: pairgate: missing'],
    ['a missing name', json({ ...row, benchmark: undefined }), 'line 1: benchmark:'],
    ['a missing category', json(row) + json({ ...row, category: undefined }), 'line 2: category:'],
    ['a missing scale', json({ ...row, scale: undefined }), 'line 1: scale: missing'],
    ['an empty name', json({ ...row, benchmark: '' }), 'line 1: benchmark:'],
    ['text before it', `hello\n${json(row)}`, 'line 1: not JSON: "hello"'],
    ['text after it', `${json(row)}done`, 'line 2: not JSON: "done"'],
    ['an empty line inside', `${json(row)}\n${json(row)}`, 'line 2: not JSON: ""'],
    ['an array', '[]\n', 'line 1:'],
    ['a row twice', json(row) + json(row), 'line 2: sort, dataset 1000 was listed on line 1 already'],
    ['half a line', json(row).slice(0, 30), 'line 1: not JSON'],
  ])('with %s is malformed, and the reason says where', (_, text, reason) => {
    expect(reasonOf(spoken.readList(text))).toContain(reason)
  })
})

describe('a validation', () => {
  const valid = { status: 'ok', fingerprint: 'ab', output: '1' }

  test.each([
    [7, '7'],
    [-9007199254740991, '-9007199254740991'],
    ['18446744073709551615', '18446744073709551615'],
    ['', ''],
  ])('keeps the output %j as text', (output, text) => {
    expect(spoken.readValidation(json({ ...valid, output }))).toMatchObject({
      kind: 'ok',
      value: { output: text },
    })
  })

  test.each([
    ['nothing', '', 'nothing on standard output'],
    ['two lines', json(valid) + json(valid), 'one line is needed, and 2 came'],
    ['text before it', `note\n${json(valid)}`, 'one line is needed, and 2 came: "note'],
    ['another version', json({ ...valid, pairgate: 3 }), 'protocol version 3'],
    ['no output', json({ ...valid, output: undefined }), 'output: missing'],
    ['no fingerprint', json({ ...valid, fingerprint: undefined }), 'fingerprint:'],
    ['a raw control character', json(valid).replace('"1"', '"\u0001"'), 'not JSON'],
    ['another status', json({ ...valid, status: 'fine' }), 'status:'],
    ['a negative tolerance', json({ ...valid, tolerance: -1 }), 'tolerance:'],
    [
      'an output with a fraction',
      json({ ...valid, output: 1.5 }),
      'output: 1.5 is not an integer that JSON carries',
    ],
    [
      'an output that lost digits',
      '{"status":"ok","fingerprint":"ab","output":18446744073709551615}\n',
      'output: 18446744073709552000 is not an integer that JSON carries without loss: print it as a string',
    ],
    [
      'an output of another kind',
      json({ ...valid, output: true }),
      'output: a string or an integer is needed',
    ],
  ])('with %s is malformed', (_, text, reason) => {
    expect(reasonOf(spoken.readValidation(text))).toContain(reason)
  })

  test('that is unsupported may lack a reason', () => {
    expect(spoken.readValidation('{"status":"unsupported"}\n')).toEqual({
      kind: 'ok',
      value: { status: 'unsupported', reason: 'no reason given' },
    })
  })
})

describe('a measurement', () => {
  test('needs only the four fields, and may hold others', () => {
    expect(spoken.readMeasurement(json({ ...measured, note: 'x' }))).toEqual({
      kind: 'ok',
      value: { iterations: 5, elapsedNs: 1200, output: '7', peakRssBytes: 4096 },
    })
  })

  test('of another number of iterations than asked is refused', () => {
    expect(reasonOf(spoken.readMeasurement(json({ ...measured, iterations: 6 })))).toBe(
      'asked for 5 iterations, the program reports 6',
    )
  })

  test.each([
    ...Object.keys(measured).map((field) => [
      `no ${field}`,
      json({ ...measured, [field]: undefined }),
      `${field}:`,
    ]),
    ['a negative time', json({ ...measured, elapsed_ns: -1 }), 'elapsed_ns:'],
    ['a time of NaN', json(measured).replace('1200', 'NaN'), 'not JSON'],
    ['a time of null', json({ ...measured, elapsed_ns: Number.NaN }), 'elapsed_ns:'],
    ['a time beyond all numbers', json(measured).replace('1200', '1e999'), 'elapsed_ns:'],
    ['a time as text', json({ ...measured, elapsed_ns: '1200' }), 'elapsed_ns:'],
    ['no iterations made', json({ ...measured, iterations: 0 }), 'iterations:'],
    ['a fraction of memory', json({ ...measured, peak_rss_bytes: 0.5 }), 'peak_rss_bytes:'],
    ['negative CPU time', json({ ...measured, cpu_ns: -1 }), 'cpu_ns:'],
    ['negative overhead', json({ ...measured, overhead_ns: -1 }), 'overhead_ns:'],
    ['text after it', `${json(measured)}bye\n`, 'one line is needed, and 2 came'],
    ['a line cut short', json(measured).slice(0, 40), 'not JSON'],
    ['another version', json({ ...measured, pairgate: '1' }), 'protocol version "1"'],
  ])('with %s is malformed, and the reason names the field', (_, text, reason) => {
    expect(reasonOf(spoken.readMeasurement(text))).toContain(reason)
  })
})

test("an arm's settings name their harness", () => {
  for (const name of ['pairgate', 'google-benchmark', 'criterion'] as const) {
    expect(harnessOf({ name }).name).toBe(name)
  }
  expect(harnessOf({ name: 'key-value', benchmarks: ['a'], arguments: [] }).name).toBe('key-value')
  expect(harnessOf({ name: 'command', benchmarks: {} }).name).toBe('command')
})
