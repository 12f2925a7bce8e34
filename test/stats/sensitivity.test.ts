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
  // The low end is 6 below Δ = 4 and must come within 4: 20·(6/4)² = 45, and one more to leave zero.
  ['slower', comparison(4, -2, 9), 46],
  // The high end is 10 above Δ = -5 and must come within 5: 20·2² = 80.
  ['faster', comparison(-5, -9, 5), 81],
  // Δ = 1 leaves 2 above and 4 below. Above: 20·(4/2)² = 80; below: 20·(2/4)² = 5.
  ['equivalent, the high end beyond', comparison(1, -1, 5), 81],
  // Δ = -1 leaves 2 below and 4 above. Below: 20·(3/2)² = 45.
  ['equivalent, the low end beyond', comparison(-1, -4, 0), 46],
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
  expect(blocksToSettle(comparison(4, 0, 9), 20)).toBe(21)
})

test('the noise is the standard deviation of normal differences, whatever a single one does', () => {
  const normal = normals(21n)
  const differences = Array.from({ length: 4000 }, () => 3 * normal())
  expect(noisePct(differences, 100)).toBeCloseTo(3, 0)
  expect(noisePct([...differences.slice(1), 1e6], 100)).toBeCloseTo(3, 0)
  expect(noisePct([1, 2], 0)).toBeNull()
})

test('the detectable slowdown is the threshold without noise, and the low end and the error beyond it', () => {
  expect(detectablePct(comparison(0.4, 0.4, 0.4))).toBe(3)
  // e = 6, σ = 12/3.92: θ = 6 + 0.8416·3.061.
  expect(detectablePct(comparison(1, -5, 7))).toBeCloseTo(6 + 0.841621 * (12 / 3.919928), 6)
  expect(detectablePct(confirmatoryRegression([0, 0], [1, 1], 1n))).toBeNull()
})

const DETECTION_TRIALS = 300

test.each([
  [1, 10],
  [2, 20],
  [5, 10],
  [5, 20],
  [12, 20],
])(
  'noise of %i %% in %i blocks: a slowdown of what a run could detect is caught 7 to 9 times in 10',
  (noise, blocks) => {
    const normal = normals(BigInt(1000 * noise + blocks))
    const measure = (effectPct: number) => {
      const side = (level: number) =>
        Array.from({ length: blocks }, () => level + (noise / Math.SQRT2) * normal())
      return pairedHotspot(side(100), side(100 + effectPct), { thresholdPct: 3, seed: 1n })
    }
    let caught = 0
    for (let trial = 0; trial < DETECTION_TRIALS; trial += 1) {
      const detectable = detectablePct(measure(0)) ?? Number.NaN
      if (isSignificantRegression(measure(detectable))) caught += 1
    }
    // Three deviations of 300 trials at 7 and at 9 in 10 are 8 and 5 %.
    expect(caught / DETECTION_TRIALS).toBeGreaterThan(0.62)
    expect(caught / DETECTION_TRIALS).toBeLessThan(0.95)
  },
)

test('a false alarm takes Δ beyond the threshold and the low end above zero, and more blocks make it rarer', () => {
  // σ = 1: 3 deviations, 0.00135 on one side.
  expect(falseAlarm(comparison(0, -1.959964, 1.959964))).toBeCloseTo(0.0013499, 6)
  // σ = 4: the low end decides, 2.5 % on one side.
  expect(falseAlarm(comparison(0, -4 * 1.959964, 4 * 1.959964))).toBeCloseTo(0.025, 4)
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
