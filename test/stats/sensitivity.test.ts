import { expect, test } from 'vitest'
import {
  confirmatoryRegression,
  isSignificantRegression,
  type PairedComparison,
  pairedHotspot,
} from '../../src/stats/regression.ts'
import {
  atMostPct,
  blocksToSettle,
  detectablePct,
  falseAlarm,
  noisePct,
} from '../../src/stats/sensitivity.ts'
import { intervalPct } from '../../src/stats/verdict.ts'
import { normals } from './normals.ts'

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

test('the slowdown left possible is the high end, and none where that is below zero', () => {
  expect(atMostPct(comparison(0.5, -1, 2))).toBe(2)
  expect(atMostPct(comparison(-5, -9, -1))).toBe(0)
})

test('without a positive baseline median nothing is said in per cent', () => {
  const compared = confirmatoryRegression([0, 0], [1, 1], 1n)
  expect([atMostPct(compared), intervalPct(compared), blocksToSettle(compared, 2)]).toEqual([
    null,
    null,
    null,
  ])
})

test.each([
  // σ = 11/3.92. The low end is 6 below Δ = 4; Δ must stay beyond 3: 0.8416·σ/(4 − 3) = 2.362, and 20·2.362² = 111.5.
  ['slower, close to the threshold', comparison(4, -2, 9), 112],
  // σ = 16/3.92. The low end is 8 below Δ = 6: (8 + 0.8416·σ)/6 = 1.906 counts more than 0.8416·σ/3.
  ['slower', comparison(6, -2, 14), 73],
  // σ = 14/3.92. The high end is 10 above Δ = -5: (10 + 3.006)/5 = 2.601.
  ['faster', comparison(-5, -9, 5), 136],
  // σ = 6/3.92; Δ = 1 leaves 2 above: (4 + 1.2816·σ)/2 = 2.981.
  ['equivalent, the high end beyond', comparison(1, -1, 5), 178],
  // σ = 4/3.92; Δ = -1 leaves 2 below: (3 + 1.308)/2 = 2.154.
  ['equivalent, the low end beyond', comparison(-1, -4, 0), 93],
])('%s: the blocks that would settle it follow from the root of their number', (_, compared, blocks) => {
  expect(blocksToSettle(compared, 20)).toBe(blocks)
})

test('what is settled needs no more blocks', () => {
  expect(blocksToSettle(comparison(5, 1, 9), 20)).toBeNull()
  expect(blocksToSettle(comparison(0, -1, 1), 20)).toBeNull()
})

test('close to the threshold no number of blocks that anybody would run settles it', () => {
  // 20·(2.01/0.01)² = 808 020
  expect(blocksToSettle(comparison(2.99, 1, 5), 20)).toBeNull()
})

test('settling an inconclusive comparison always takes more blocks than it has', () => {
  expect(blocksToSettle(comparison(9, 0, 10), 20)).toBeGreaterThan(20)
})

test('the noise is the standard deviation of normal differences, whatever a single one does', () => {
  const normal = normals(21n)
  const differences = Array.from({ length: 4000 }, () => 3 * normal())
  expect(noisePct(differences, 100)).toBeCloseTo(3, 0)
  expect(noisePct([...differences.slice(1), 1e6], 100)).toBeCloseTo(3, 0)
  expect(noisePct([1, 2], 0)).toBeNull()
})

test('the detectable slowdown is the threshold without noise, and the low end and the error beyond it', () => {
  expect(detectablePct(comparison(0.4, 0.4, 0.4), 16)).toBe(3)
  // e = 2 is below 3 and its error of no account: θ = 3 + σ, σ = 4/3.92.
  expect(detectablePct(comparison(0, -2, 2), 16)).toBeCloseTo(3 + 4 / 3.919928, 6)
  // e = 6, σ = 12/3.92, τ = 0.8·6/16^¼ = 2.4.
  expect(detectablePct(comparison(1, -5, 7), 16)).toBeCloseTo(6 + Math.hypot(12 / 3.919928, 2.4), 6)
  expect(detectablePct(confirmatoryRegression([0, 0], [1, 1], 1n), 2)).toBeNull()
})

test('a false alarm takes Δ beyond the threshold and the low end above zero, and more blocks make it rarer', () => {
  // σ = 1: 3 deviations, 0.00135 on one side.
  expect(falseAlarm(comparison(0, -1.959964, 1.959964))).toBeCloseTo(0.0013499, 6)
  // σ = 4: the low end decides, above zero in 3 of 100.
  expect(falseAlarm(comparison(0, -4 * 1.959964, 4 * 1.959964))).toBeCloseTo(0.03, 4)
  expect(falseAlarm(comparison(0, -1.959964, 1.959964), 4)).toBeCloseTo(9.87e-10, 11)
  expect(falseAlarm(comparison(0.5, 0.5, 0.5))).toBe(0)
})

test('the false alarms that are expected are about those that come, without a change', () => {
  const normal = normals(33n)
  const trials = Array.from({ length: 1500 }, () => {
    const side = () => Array.from({ length: 20 }, () => 100 + (5 / Math.SQRT2) * normal())
    return pairedHotspot(side(), side(), { thresholdPct: 3, seed: 1n })
  })
  const expected = trials.reduce((sum, one) => sum + (falseAlarm(one) ?? 0), 0)
  const came = trials.filter(isSignificantRegression).length
  // 9 of 1500 come: within four deviations of a Poisson number, and the estimate errs to the careful side.
  expect(expected).toBeGreaterThan(came / 2)
  expect(expected).toBeLessThan(3 * came + 12)
})
