import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bootstrapMedian } from '../../src/stats/bootstrap.ts'
import { StatisticsError } from '../../src/stats/statistics-error.ts'
import { seeds } from './arbitrary.ts'
import { plainBootstrap } from './plain.ts'

const settings = { resamples: 200, confidencePct: 95, seed: 1n }

const samples = fc.oneof(
  fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 25 }),
  fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 25 }),
)

test('counting ranks gives exactly what sorting every resample gives', () => {
  fc.assert(
    fc.property(samples, seeds, fc.integer({ min: 1, max: 99 }), (drawn, seed, resamples) => {
      const fast = bootstrapMedian(drawn, { resamples, confidencePct: 90, seed })
      const plain = plainBootstrap(drawn, resamples, 90, seed)
      expect(fast.low === plain.low && fast.high === plain.high).toBe(true)
    }),
  )
})

test('the same seed gives the same interval, and the low end is never above the high one', () => {
  fc.assert(
    fc.property(samples, seeds, (drawn, seed) => {
      const first = bootstrapMedian(drawn, { ...settings, seed })
      expect(first).toEqual(bootstrapMedian(drawn, { ...settings, seed }))
      // Between equal medians, a·(1−w) + a·w may round to either side of a.
      const rounding = Math.max(2 ** -51 * Math.abs(first.high), Number.MIN_VALUE)
      expect(first.low).toBeLessThanOrEqual(first.high + rounding)
    }),
  )
})

test('another seed draws other resamples', () => {
  const spread = Array.from({ length: 20 }, (_, index) => index ** 2)
  expect(bootstrapMedian(spread, { ...settings, seed: 2n })).not.toEqual(bootstrapMedian(spread, settings))
})

test('a higher confidence gives a wider interval', () => {
  const spread = Array.from({ length: 20 }, (_, index) => index)
  const narrow = bootstrapMedian(spread, { ...settings, confidencePct: 50 })
  const wide = bootstrapMedian(spread, { ...settings, confidencePct: 99 })
  expect(wide.high - wide.low).toBeGreaterThan(narrow.high - narrow.low)
})

test('one sample is its own interval', () => {
  expect(bootstrapMedian([4], settings)).toEqual({ low: 4, high: 4 })
})

test('no sample is discarded: half of them far off move the interval', () => {
  const half = Array.from({ length: 20 }, (_, index) => (index < 10 ? 0 : 1000))
  expect(bootstrapMedian(half, settings)).toEqual({ low: 0, high: 1000 })
})

test.each([
  ['no samples', [], settings, 'no samples'],
  ['a sample that is not finite', [1, Number.POSITIVE_INFINITY], settings, 'not finite'],
  ['no resamples', [1], { ...settings, resamples: 0 }, 'positive whole number'],
  ['a negative number of resamples', [1], { ...settings, resamples: -5 }, 'positive whole number'],
  ['half a resample', [1], { ...settings, resamples: 1.5 }, 'positive whole number'],
  ['a confidence of 0', [1], { ...settings, confidencePct: 0 }, 'between 0 and 100'],
  ['a confidence of 100', [1], { ...settings, confidencePct: 100 }, 'between 0 and 100'],
  ['a confidence that is not a number', [1], { ...settings, confidencePct: Number.NaN }, 'between 0 and 100'],
  ['a confidence as a fraction', [1], { ...settings, confidencePct: 0.95 }, 'a percentage: did you mean 95?'],
  ['a confidence of 1', [1], { ...settings, confidencePct: 1 }, 'a percentage: did you mean 95?'],
])('%s is refused', (_, drawn, refused, message) => {
  expect(() => bootstrapMedian(drawn, refused)).toThrow(StatisticsError)
  expect(() => bootstrapMedian(drawn, refused)).toThrow(message)
})

test('a confidence just above 1 is taken as the percentage that it says', () => {
  expect(() => bootstrapMedian([1], { ...settings, confidencePct: 1.5 })).not.toThrow()
})
