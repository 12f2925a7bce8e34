import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmatoryRegression, type PairedComparison } from '../../src/stats/regression.ts'
import { verdictOf } from '../../src/stats/verdict.ts'
import { seeds, times } from './arbitrary.ts'

/** A comparison against a baseline's median of 200, with the interval in per cent of it. */
function comparison(deltaPct: number, lowPct: number, highPct: number): PairedComparison {
  return {
    deltaPct,
    speedup: 1 / (1 + deltaPct / 100),
    interval: { low: lowPct * 2, high: highPct * 2 },
    decision: deltaPct <= -3 ? 'faster' : deltaPct >= 3 ? 'slower' : 'equivalent',
    baselineMedian: 200,
    medianDifference: deltaPct * 2,
  }
}

test.each([
  ['slower, wholly above zero', comparison(5, 1, 9), 'regression'],
  ['slower, the low end at zero', comparison(5, 0, 9), 'inconclusive'],
  ['slower at exactly the threshold', comparison(3, 0.5, 4), 'regression'],
  ['faster, wholly below zero', comparison(-5, -9, -1), 'improvement'],
  ['faster, the high end at zero', comparison(-5, -9, 0), 'inconclusive'],
  ['within 3 %, interval and all', comparison(0.5, -1, 2), 'equivalent'],
  ['within 3 %, the ends at exactly 3 %', comparison(0.5, -3, 3), 'equivalent'],
  ['within 3 %, the high end beyond', comparison(0.5, -1, 3.5), 'inconclusive'],
  ['within 3 %, the low end beyond', comparison(0.5, -3.5, 1), 'inconclusive'],
  ['2 % slower for certain', comparison(2, 1.5, 2.5), 'equivalent'],
])('%s: the verdict follows from decision and interval', (_, compared, verdict) => {
  expect(verdictOf(compared)).toBe(verdict)
})

test('equal samples on each side are always decided', () => {
  // Ratios stay off the threshold itself, where rounding alone chooses the side.
  const ratios = fc.oneof(
    fc.double({ min: 0.5, max: 0.969, noNaN: true }),
    fc.double({ min: 0.971, max: 1.029, noNaN: true }),
    fc.double({ min: 1.031, max: 2, noNaN: true }),
  )
  const counts = fc.integer({ min: 1, max: 25 })
  fc.assert(
    fc.property(times, ratios, counts, seeds, (base, ratio, count, seed) => {
      const compared = confirmatoryRegression(Array(count).fill(base), Array(count).fill(base * ratio), seed)
      const expected = ratio > 1.03 ? 'regression' : ratio < 0.97 ? 'improvement' : 'equivalent'
      expect(verdictOf(compared)).toBe(expected)
    }),
    { numRuns: 40 },
  )
})

test('a baseline median of zero is equivalent only where nothing differs', () => {
  expect(verdictOf(confirmatoryRegression([0, 0], [0, 0], 1n))).toBe('equivalent')
  expect(verdictOf(confirmatoryRegression([0, 0], [1, 1], 1n))).toBe('inconclusive')
})
