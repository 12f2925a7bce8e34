import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divisorOf, Generator } from '../../src/stats/generator.ts'
import { StatisticsError } from '../../src/stats/statistics-error.ts'
import { seeds } from './arbitrary.ts'
import { goldenRandom } from './golden.ts'
import { plainStates } from './plain.ts'

test.each(goldenRandom)(
  'the states from seed $seed are the golden ones',
  ({ seed, states, state_200000 }) => {
    const generator = new Generator(BigInt(seed))
    const seen: string[] = []
    for (let step = 1; step <= 200_000; step += 1) {
      generator.step()
      if (step <= states.length) seen.push(String(generator.state))
    }
    expect(seen).toEqual(states)
    expect(String(generator.state)).toBe(state_200000)
  },
)

test('two 32-bit halves step exactly like 64-bit arithmetic, from any seed', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const generator = new Generator(seed)
      const plain = plainStates(seed)
      for (let step = 0; step < 50; step += 1) {
        generator.step()
        expect(generator.state).toBe(plain.next().value)
      }
    }),
  )
})

test('the remainder is that of the whole 64-bit state, for any modulus', () => {
  const moduli = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 32 }))
  fc.assert(
    fc.property(seeds, moduli, (seed, modulus) => {
      const generator = new Generator(seed)
      generator.step()
      expect(generator.remainder(divisorOf(modulus))).toBe(Number(generator.state % BigInt(modulus)))
    }),
  )
})

test('an unstepped generator holds its seed, and 88172645463393265 in place of 0', () => {
  expect(new Generator(2n ** 64n - 1n).state).toBe(2n ** 64n - 1n)
  expect(new Generator(0n).state).toBe(88172645463393265n)
})

test.each([-1n, 2n ** 64n])('%s is not a seed', (seed) => {
  expect(() => new Generator(seed)).toThrow(StatisticsError)
})

test.each([0, -3, 1.5, Number.NaN, 2 ** 33])('%s is not a modulus', (modulus) => {
  expect(() => divisorOf(modulus)).toThrow(StatisticsError)
})
