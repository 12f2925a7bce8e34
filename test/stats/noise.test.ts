import { expect, test } from 'vitest'
import { noiseRule } from '../../src/stats/noise.ts'
import { StatisticsError } from '../../src/stats/statistics-error.ts'
import { goldenNoise } from './golden.ts'

const inNs = { floor: 25_000, iterations: 1 }

test.each(goldenNoise)('$id agrees with the golden vector', ({ a_ns, b_ns, expected }) => {
  expect(noiseRule(a_ns, b_ns, inNs)).toEqual(expected)
})

test.each(goldenNoise)('$id comes out the same in µs', ({ a_ns, b_ns, expected }) => {
  const inUs = (samples: readonly number[]) => samples.map((value) => value / 1000)
  expect(noiseRule(inUs(a_ns), inUs(b_ns), { floor: 25, iterations: 1 })).toEqual(expected)
})

test('a batch divides the floor of one timing among its calls', () => {
  // 30 % slower at 1 µs a call: 25 µs over 1 call hide it, over 1000 calls the tolerance is max(0.04, 0.025/1).
  const slow = [1.3, 1.3, 1.3]
  const fast = [1, 1, 1]
  expect(noiseRule(slow, fast, { floor: 25, iterations: 1 })).toMatchObject({
    outcome: 'parity',
    tolerance: 25,
  })
  expect(noiseRule(slow, fast, { floor: 25, iterations: 1000 })).toMatchObject({
    outcome: 'loss',
    tolerance: 0.04,
  })
})

test('a loss needs both the medians and the best runs', () => {
  const quiet = { floor: 0, iterations: 1 }
  expect(noiseRule([100, 120, 120, 120, 120], [100, 100, 100, 100, 100], quiet)?.outcome).toBe('parity')
  expect(noiseRule([120, 120, 120, 120, 120], [100, 100, 100, 100, 100], quiet)?.outcome).toBe('loss')
})

test('spread is 0 for one sample, the range below four and the interquartile range from four on', () => {
  const quiet = { floor: 0, iterations: 1 }
  // (130−100)/110 = 0.2727; quartiles of 100, 110, 120, 130 are 107.5 and 122.5: 15/115 = 0.1304
  const noiseOf = (samples: readonly number[]) => noiseRule(samples, [100], quiet)?.noise
  expect([noiseOf([100]), noiseOf([100, 110, 130]), noiseOf([100, 110, 120, 130])]).toEqual([
    0, 0.2727, 0.1304,
  ])
})

test.each([
  ['a median of zero', [1], [0, 0, 0]],
  ['a best run of zero', [1], [0, 1, 1]],
  ['a ratio beyond every double', [1e300], [1e-300]],
])('%s leaves no ratio to judge', (_, a, b) => {
  expect(noiseRule(a, b, inNs)).toBeNull()
})

test.each([
  ['no samples', [], [1], inNs],
  ['a sample that is not finite', [1], [Number.NaN], inNs],
  ['a negative floor', [1], [1], { floor: -1, iterations: 1 }],
  ['a batch of no calls', [1], [1], { floor: 1, iterations: 0 }],
])('%s is refused', (_, a, b, floor) => {
  expect(() => noiseRule(a, b, floor)).toThrow(StatisticsError)
})
