import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mediansOfResamples, nextState, stateOfSeed } from '../../src/stats/resample.ts'
import { StatisticsError } from '../../src/stats/statistics-error.ts'
import { seeds } from './arbitrary.ts'
import { goldenRandom } from './golden.ts'
import { plainQuantile, plainStates } from './plain.ts'

test.each(goldenRandom)(
  'the states from seed $seed are the golden ones',
  ({ seed, states, state_200000 }) => {
    let state = stateOfSeed(BigInt(seed))
    const seen: string[] = []
    for (let step = 1; step <= 200_000; step += 1) {
      state = nextState(state)
      if (step <= states.length) seen.push(String(state))
    }
    expect(seen).toEqual(states)
    expect(String(state)).toBe(state_200000)
  },
)

test('a step is that of arbitrary-precision arithmetic, from any seed', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const plain = plainStates(seed)
      let state = stateOfSeed(seed)
      for (let step = 0; step < 50; step += 1) {
        state = nextState(state)
        expect(state).toBe(plain.next().value)
      }
    }),
  )
})

test('every resample has the median of the samples at the states modulo m', () => {
  const samples = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 70 })
  fc.assert(
    fc.property(samples, seeds, (drawnFrom, seed) => {
      const states = plainStates(seed)
      const draw = () => drawnFrom[Number(states.next().value % BigInt(drawnFrom.length))] ?? Number.NaN
      const medians = Array.from({ length: 9 }, () => plainQuantile(drawnFrom.map(draw), 0.5) + 0)
      // The two zeros are equal: adding 0 makes them one.
      expect([...mediansOfResamples(drawnFrom, 9, seed)].map((one) => one + 0)).toEqual(medians)
    }),
  )
})

test('more samples and resamples than any call before them leave earlier results as they were', () => {
  const few = mediansOfResamples([3, 1, 2], 4, 1n)
  const before = [...few]
  const many = mediansOfResamples(
    Array.from({ length: 30_000 }, (_, index) => index),
    40,
    1n,
  )
  // A median of 30 000 draws lies within five standard errors, each 0.5/√30000 of the range.
  for (const median of many) expect(Math.abs(median - 15_000)).toBeLessThan(450)
  expect([...few]).toEqual(before)
  expect([...mediansOfResamples([3, 1, 2], 4, 1n)]).toEqual(before)
})

test('the seed 0 is replaced by 88172645463393265', () => {
  expect(stateOfSeed(2n ** 64n - 1n)).toBe(2n ** 64n - 1n)
  expect(stateOfSeed(0n)).toBe(88172645463393265n)
})

test.each([-1n, 2n ** 64n])('%s is not a seed', (seed) => {
  expect(() => stateOfSeed(seed)).toThrow(StatisticsError)
})
