import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundHalfEven } from '../../src/stats/round.ts'

test.each([
  // 37/32 and 35/32 are exact ties: to the even fourth decimal.
  [1.15625, 1.1562],
  [1.09375, 1.0938],
  [-1.15625, -1.1562],
  // The doubles nearest to these decimals lie above the tie, though 10 000 times them rounds onto it.
  [1.00025, 1.0003],
  [1.00045, 1.0005],
  [0.00005, 0.0001],
  [0.00004999, 0],
  [0, 0],
  [-0.00001, 0],
  [5e-324, 0],
  [123456789012345680, 123456789012345680],
  [1.7976931348623157e308, 1.7976931348623157e308],
])('%s rounds to %s', (value, rounded) => {
  expect(roundHalfEven(value, 4)).toBe(rounded)
})

test('off a tie it rounds like the exact decimal expansion', () => {
  const values = fc.double({ min: 0, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(values, (value) => {
      // toFixed is exact, and differs only in where it takes a tie: a multiple of 1/32 at most.
      fc.pre(!Number.isInteger(value * 32))
      expect(roundHalfEven(value, 4)).toBe(Number(value.toFixed(4)))
    }),
  )
})

test.each([Number.NaN, Number.NEGATIVE_INFINITY])('%s cannot be rounded', (value) => {
  expect(() => roundHalfEven(value, 4)).toThrow(RangeError)
})
