import { expect, test } from 'vitest'
import { divisorOf, Generator } from '../../src/stats/generator.ts'
import { isSignificantRegression, pairedHotspot } from '../../src/stats/regression.ts'

const TRIALS = 1500
const BLOCKS = 20
const TWO_TO_32 = divisorOf(2 ** 32)

/** Standard normal numbers from a seed, by the method of Box and Muller. */
function normals(seed: bigint): () => number {
  const generator = new Generator(seed)
  const uniform = () => {
    generator.step()
    return (generator.remainder(TWO_TO_32) + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Comparisons of 20 blocks whose paired differences have the given mean and deviation, in per cent. */
function simulate(effectPct: number, deviationPct: number, seed: bigint) {
  const normal = normals(seed)
  const baseline = Array.from({ length: BLOCKS }, () => 100)
  return Array.from({ length: TRIALS }, (_, trial) => {
    const candidate = baseline.map((value) => value + effectPct + deviationPct * normal())
    return pairedHotspot(baseline, candidate, { thresholdPct: 3, seed: BigInt(trial + 1) })
  })
}

const share = <T>(all: readonly T[], holds: (one: T) => boolean) => all.filter(holds).length / all.length

test('the 95 % interval covers the true median about 19 times in 20', () => {
  // The percentile bootstrap of a median is close to its nominal level at 20 samples; three deviations of 1500
  // trials at 95 % are 1.7 %.
  const covered = share(simulate(4, 5, 11n), ({ interval }) => interval.low <= 4 && interval.high >= 4)
  expect(covered).toBeGreaterThan(0.925)
  expect(covered).toBeLessThan(0.975)
})

test('without a change, noise of 5 % makes about one row in a hundred red', () => {
  expect(share(simulate(0, 5, 12n), isSignificantRegression)).toBeLessThan(0.02)
})

test('a slowdown of 7 % under noise of 5 % is nearly always red, and one at the threshold half the time', () => {
  expect(share(simulate(7, 5, 13n), isSignificantRegression)).toBeGreaterThan(0.95)
  const atThreshold = share(simulate(3, 2, 14n), isSignificantRegression)
  expect(Math.abs(atThreshold - 0.5)).toBeLessThan(0.05)
})
