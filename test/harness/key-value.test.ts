import { describe, expect, test } from 'vitest'
import { keyValue } from '../../src/harness/key-value.ts'
import type { KeyValueSettings } from '../../src/model/harness-settings.ts'
import { talk } from './talk.ts'

const SETTINGS: KeyValueSettings = {
  name: 'key-value',
  benchmarks: ['small', 'sort/1000'],
  arguments: ['--run', '{benchmark}'],
}
const CALL = {
  benchmark: 'sort',
  dataset: '1000',
  dataSeed: '1',
  iterationMode: 'one',
  scratch: '',
  iterations: 3,
  targetUs: 0,
  warmupIterations: 0,
  warmupUs: 0,
} as const

test('the workloads of the configuration are the rows, and no process is asked', () => {
  const { queries, decoded } = talk(
    keyValue(SETTINGS).list('', () => true),
    () => ({}),
  )
  expect(queries).toEqual([])
  expect(decoded).toEqual({
    kind: 'ok',
    value: {
      iterations: 'one',
      rows: [
        { benchmark: 'small', dataset: '', scale: '', category: '' },
        { benchmark: 'sort', dataset: '1000', scale: '1000', category: '' },
      ],
    },
  })
})

test('a program may list its workloads itself, one a line', () => {
  const settings = { ...SETTINGS, benchmarks: { list: ['--list'] } }
  const { queries, decoded } = talk(
    keyValue(settings).list('', () => true),
    () => ({ stdout: 'a b\n\n  c|<d>/2 \n' }),
  )
  expect(queries).toEqual([{ args: ['--list'] }])
  expect(decoded).toMatchObject({
    value: { rows: [{ benchmark: 'a b' }, { benchmark: 'c|<d>', dataset: '2' }] },
  })
})

test('the result is the output, and a name is put into the arguments as it is', () => {
  const harness = keyValue({ ...SETTINGS, arguments: ['{benchmark}', 'x={benchmark}'] })
  const { queries, decoded } = talk(harness.validate({ ...CALL, benchmark: "$& $1 '", dataset: '' }), () => ({
    stdout: 'hello\nresult: 0x2a\nelapsed_ns: 1200\n',
  }))
  expect(queries).toEqual([{ args: ["$& $1 '", "x=$& $1 '"], countsThreads: true }])
  expect(decoded).toEqual({ kind: 'ok', value: { status: 'ok', fingerprint: null, output: '0x2a' } })
})

describe('a measurement', () => {
  test('is as many processes as asked for, their times added', () => {
    const { queries, decoded } = talk(keyValue(SETTINGS).measure(CALL), (_, index) => ({
      stdout: `result: 7\nelapsed_ns: ${100 + index}\n`,
    }))
    expect(queries).toEqual(Array(3).fill({ args: ['--run', 'sort/1000'] }))
    expect(decoded).toEqual({
      kind: 'ok',
      value: { iterations: 3, elapsedNs: 303, output: '7', peakRssBytes: null },
    })
  })

  test('has the result of the one process that differs', () => {
    const { decoded } = talk(keyValue(SETTINGS).measure(CALL), (_, index) => ({
      stdout: `elapsed_ns: 5\nresult: ${index === 2 ? 8 : 7}\n`,
    }))
    expect(decoded).toMatchObject({ value: { output: '8' } })
  })

  test.each([
    ['no result', 'elapsed_ns: 5\n', 'and 0 and 1 came'],
    ['an empty result', 'result:\nelapsed_ns: 5\n', 'and 0 and 1 came'],
    ['two results', 'result: 1\nresult: 1\nelapsed_ns: 5\n', 'and 2 and 1 came'],
    ['no time', 'result: 1\n', 'and 1 and 0 came'],
    ['a time of zero', 'result: 1\nelapsed_ns: 0\n', 'elapsed_ns is a positive number, not "0"'],
    ['a time in words', 'result: 1\nelapsed_ns: 5 ms\n', 'elapsed_ns is a positive number, not "5 ms"'],
    ['a time without end', 'result: 1\nelapsed_ns: 1e999\n', 'elapsed_ns is a positive number'],
  ])('of a process with %s is malformed', (_, stdout, reason) => {
    const { queries, decoded } = talk(keyValue(SETTINGS).measure(CALL), () => ({ stdout }))
    expect(queries).toHaveLength(1)
    expect(decoded.kind === 'malformed' ? decoded.reason : '').toContain(reason)
  })
})
