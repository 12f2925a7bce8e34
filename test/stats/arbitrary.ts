import fc from 'fast-check'

/** Any seed. */
export const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

/** A time in µs, from a nanosecond to a quarter of an hour. */
export const times = fc.double({ min: 1e-3, max: 1e9, noNaN: true })

/** Few values, so that ties are common. */
const tiedTimes = fc.constantFrom(1, 2, 3, 100, 105)

/** Pairs of equally many samples. */
export const pairedSamples = fc
  .oneof(
    fc.array(fc.tuple(times, times), { minLength: 1, maxLength: 30 }),
    fc.array(fc.tuple(tiedTimes, tiedTimes), { minLength: 1, maxLength: 30 }),
  )
  .map((pairs) => ({ baseline: pairs.map(([b]) => b), candidate: pairs.map(([, c]) => c) }))

/** Pairs as a measurement gives them: a few per cent of noise around an effect. */
export const measuredPairs = fc
  .tuple(
    times,
    fc.double({ min: -0.2, max: 0.2, noNaN: true }),
    fc.array(
      fc.tuple(
        fc.double({ min: -0.1, max: 0.1, noNaN: true }),
        fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      ),
      {
        minLength: 2,
        maxLength: 24,
      },
    ),
  )
  .map(([base, effect, noise]) => ({
    baseline: noise.map(([b]) => base * (1 + b)),
    candidate: noise.map(([, c]) => base * (1 + effect + c)),
  }))
