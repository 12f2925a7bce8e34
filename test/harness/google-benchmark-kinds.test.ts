import { describe, expect, test } from 'vitest'
import { googleBenchmark } from '../../src/harness/google-benchmark.ts'
import type { IterationMode, Measurement } from '../../src/model/harness.ts'
import { recordedProgram } from './recorded.ts'
import { talk } from './talk.ts'

/** As `record.mjs` asked. */
function callOf(benchmark: string, dataset: string, iterationMode: IterationMode) {
  return {
    benchmark,
    dataset,
    dataSeed: '1',
    iterationMode,
    scratch: '/scratch',
    iterations: 5,
    targetUs: 10_000,
    warmupIterations: 1,
    warmupUs: 1000,
  }
}

/** What `kinds.cpp` registers, in its order. */
const ROWS = [
  ['wait', 'real_time'],
  ['wait', 'real_time/threads:2'],
  ['wait', 'threads:1'],
  ['wait', 'threads:2'],
  ['wait', 'threads:4'],
  ['wait of the process', 'process_time/real_time/threads:2'],
  ['manual', 'manual_time'],
  ['manual', 'manual_time/threads:2'],
  ['scan', '64'],
  ['scan', '256'],
  ['scan', '1024'],
  ['aggregates only', 'repeats:3/real_time'],
  ['aggregates of two threads', 'repeats:3/real_time/threads:2'],
  ['aggregates shown', 'repeats:3/real_time'],
  ['own statistics', 'repeats:2/real_time'],
  ['batched', ''],
  ['batched', 'threads:2'],
  ['counted', ''],
  ['counted', 'threads:2'],
  ['fixed', 'iterations:7/real_time'],
  ['fixed', 'iterations:7/real_time/threads:2'],
  ['at least', 'min_time:0.020/real_time'],
  ['warmed up', 'min_warmup_time:0.010/real_time'],
  ['in milliseconds', 'real_time'],
  ['in seconds', 'real_time'],
  ['add<std::uint8_t, 3>', ''],
  ['add<std::int64_t, -1>', ''],
  ['grid', 'rows:3/columns:4'],
  ['grid', 'rows:-5/columns:6'],
  ['grid', '1/columns:8'],
  ['grid', '2/columns:8'],
  ['captured/some text', ''],
] as const

describe.each([
  ['1.7.1', 'by-time', 'by-time'],
  ['1.8.3', 'exact', 'exact'],
  ['1.8.3', 'exact', 'by-time'],
  ['1.9.1', 'exact', 'exact'],
  ['1.9.1', 'exact', 'by-time'],
] as const)('Google Benchmark %s, which sets its iterations %s, measured %s', (version, own, mode) => {
  const program = recordedProgram(`google-benchmark/kinds-${version}`)

  function measured(benchmark: string, dataset = ''): Measurement {
    const { decoded } = talk(googleBenchmark.measure(callOf(benchmark, dataset, mode)), program)
    if (decoded.kind === 'malformed') throw new Error(decoded.reason)
    return decoded.value
  }

  /** Milliseconds a call. */
  function time(benchmark: string, dataset: string): number {
    const { elapsedNs, iterations } = measured(benchmark, dataset)
    return elapsedNs / iterations / 1e6
  }

  test('every kind is listed by what is run and how', () => {
    const { decoded } = talk(
      googleBenchmark.list('/scratch', () => true),
      program,
    )
    if (decoded.kind === 'malformed') throw new Error(decoded.reason)
    expect(decoded.value.iterations).toBe(own)
    const rows = decoded.value.rows.map(({ benchmark, dataset }) => [benchmark, dataset])
    expect(rows).toEqual(version === '1.7.1' ? ROWS : [['skipped', ''], ...ROWS])
  })

  test('every kind is validated and measured', () => {
    for (const [benchmark, dataset] of ROWS) {
      const call = callOf(benchmark, dataset, mode)
      expect(talk(googleBenchmark.validate(call), program).decoded).toMatchObject({ value: { status: 'ok' } })
      expect(measured(benchmark, dataset).elapsedNs).toBeGreaterThan(0)
    }
  })

  // Each of two threads waits 2 ms at the same time as the other: together they have done a call a millisecond.
  test.each([
    ['wait', 'real_time', 2],
    ['wait', 'real_time/threads:2', 1],
    ['wait', 'threads:1', 2],
    ['wait', 'threads:2', 1],
    ['wait', 'threads:4', 0.5],
    ['wait of the process', 'process_time/real_time/threads:2', 1],
    ['aggregates only', 'repeats:3/real_time', 2],
    ['aggregates of two threads', 'repeats:3/real_time/threads:2', 1],
    ['aggregates shown', 'repeats:3/real_time', 2],
    ['own statistics', 'repeats:2/real_time', 2],
    ['fixed', 'iterations:7/real_time', 2],
    ['fixed', 'iterations:7/real_time/threads:2', 1],
    ['at least', 'min_time:0.020/real_time', 2],
    ['warmed up', 'min_warmup_time:0.010/real_time', 2],
    ['in milliseconds', 'real_time', 2],
    ['in seconds', 'real_time', 2],
  ])('%s %s takes what it waits, for all threads together', (benchmark, dataset, truth) => {
    expect(time(benchmark, dataset) / truth).toBeGreaterThan(1)
    expect(time(benchmark, dataset) / truth).toBeLessThan(1.15)
  })

  test('a manual time is the time, of several threads too', () => {
    expect(time('manual', 'manual_time')).toBeCloseTo(3, 9)
    expect(time('manual', 'manual_time/threads:2')).toBeCloseTo(1.5, 9)
  })

  test('several threads are told from one, and how their time is counted', () => {
    const counted = version === '1.9.1' ? '1.9 or newer' : 'before 1.9'
    expect(measured('wait', 'threads:4').fingerprint).toBe(`4 threads, Google Benchmark ${counted}`)
    expect(measured('wait', 'threads:1').fingerprint).toBeUndefined()
  })

  test('iterations that the code fixes are as many a thread, whatever is asked for', () => {
    expect(measured('fixed', 'iterations:7/real_time').iterations).toBe(7)
    expect(measured('fixed', 'iterations:7/real_time/threads:2').iterations).toBe(14)
  })

  test('KeepRunningBatch makes whole batches', () => {
    for (const dataset of ['', 'threads:2']) {
      const { iterations, isFixed } = measured('batched', dataset)
      expect([iterations % 16, isFixed]).toEqual([0, undefined])
    }
  })

  test('counters are kept, also one that is called like a field of the library', () => {
    expect(measured('counted').counters).toMatchObject({
      plain: 6,
      'mean of threads': 8,
      'counter threads': 77,
      items_per_second: expect.any(Number),
      bytes_per_second: expect.any(Number),
    })
    expect(measured('counted', 'threads:2').counters).toMatchObject({ plain: 12, 'mean of threads': 8 })
    expect(Object.keys(measured('wait', 'threads:4').counters ?? {})).toEqual([])
  })

  test('complexity makes no row of its own and no counter', () => {
    expect(measured('scan', '1024').counters).toBeUndefined()
  })

  test('notes tell of a library that was built for debugging', () => {
    const { decoded } = talk(googleBenchmark.validate(callOf('scan', '64', mode)), program)
    // As Debian builds it.
    const notes = version === '1.7.1' ? ['the library of Google Benchmark was built for debugging'] : []
    expect(decoded).toMatchObject({ value: { notes } })
  })

  test.skipIf(version === '1.7.1')('SkipWithMessage is a refusal', () => {
    expect(talk(googleBenchmark.validate(callOf('skipped', '', mode)), program).decoded).toEqual({
      kind: 'ok',
      value: { status: 'unsupported', reason: 'nothing to do here' },
    })
  })
})
