import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geometricMean } from '../../src/stats/geometric-mean.ts'
import { StatisticsError } from '../../src/stats/statistics-error.ts'

const ratios = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 30 })

test('a doubling and a halving cancel out', () => {
  expect(geometricMean([2, 0.5])).toBe(1)
})

test('the geometric mean of 1, 4 and 16 is 4', () => {
  expect(geometricMean([1, 4, 16])).toBeCloseTo(4, 12)
})

test('turning every ratio over turns the mean over, whichever side is the baseline', () => {
  fc.assert(
    fc.property(ratios, (list) => {
      expect(geometricMean(list.map((ratio) => 1 / ratio)) * geometricMean(list)).toBeCloseTo(1, 10)
    }),
  )
})

test.each([
  ['no ratios', []],
  ['a ratio of zero', [1, 0]],
  ['a negative ratio', [1, -2]],
  ['a ratio that is not finite', [1, Number.NaN]],
])('%s has no geometric mean', (_, list) => {
  expect(() => geometricMean(list)).toThrow(StatisticsError)
})
