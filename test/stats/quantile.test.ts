import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, quantile, sortSamples } from '../../src/stats/quantile.ts'
import { StatisticsError } from '../../src/stats/statistics-error.ts'
import { plainQuantile } from './plain.ts'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const fractions = fc.double({ min: 0, max: 1, noNaN: true })

test('a quantile between two samples is weighed by how far it lies between them', () => {
  // h = 0.25·(5−1) = 1 → s[1]; h = 0.9·4 = 3.6 → 8·0.4 + 16·0.6 = 12.8
  const sorted = sortSamples([16, 1, 8, 4, 2])
  expect(quantile(sorted, 0.25)).toBe(2)
  expect(quantile(sorted, 0.9)).toBeCloseTo(12.8, 12)
})

test('the median of an even number of samples lies between the middle two', () => {
  expect(median(sortSamples([4, 1, 3, 2]))).toBe(2.5)
})

test('one sample is every quantile', () => {
  expect([0, 0.3, 1].map((f) => quantile(sortSamples([7]), f))).toEqual([7, 7, 7])
})

test('the mean of two middle samples does not overflow', () => {
  expect(median(sortSamples([1.5e308, 1.7e308]))).toBe(1.6e308)
})

test('the quantile agrees with its definition on any samples', () => {
  fc.assert(
    fc.property(fc.array(finite, { minLength: 1, maxLength: 40 }), fractions, (samples, f) => {
      // -0 and 0 are equal samples, whose order the definition leaves open.
      expect(quantile(sortSamples(samples), f) === plainQuantile(samples, f)).toBe(true)
    }),
  )
})

test('sorting leaves the samples that it was given as they were', () => {
  const samples = [3, 1, 2]
  sortSamples(samples)
  expect(samples).toEqual([3, 1, 2])
})

test('negative zero sorts before zero', () => {
  expect([...sortSamples([0, -0, 0])]).toEqual([-0, 0, 0])
})

test.each([
  ['no samples', [], 'no samples'],
  ['a sample that is not a number', [1, Number.NaN], 'not finite: NaN at index 1'],
  ['an infinite sample', [Number.NEGATIVE_INFINITY], 'not finite: -Infinity at index 0'],
])('%s cannot be sorted into samples', (_, samples, message) => {
  expect(() => sortSamples(samples)).toThrow(StatisticsError)
  expect(() => sortSamples(samples)).toThrow(message)
})

test.each([-0.1, 1.1, Number.NaN])('there is no quantile at %s', (f) => {
  expect(() => quantile(sortSamples([1]), f)).toThrow(StatisticsError)
})
