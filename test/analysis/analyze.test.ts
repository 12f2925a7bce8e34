import { expect, test } from 'vitest'
import { analyzeSamples } from '../../src/analysis/analyze.ts'
import { UserError } from '../../src/model/failure.ts'
import { analysisDocumentSchema } from '../../src/model/samples.ts'
import { goldenConfirmatory, goldenNoise } from '../stats/golden.ts'

const same = (id: string) => ({ id, baseline: [1, 2, 3], candidate: [1, 2, 3], seed: '1' })

test('the golden samples give exactly the golden numbers, also once printed and read again', () => {
  const comparisons = goldenConfirmatory.map(({ id, baseline, candidate, seed }) => ({
    id,
    baseline,
    candidate,
    seed,
  }))
  const analysis = analyzeSamples({ comparisons })
  const printed = analysisDocumentSchema.parse(JSON.parse(JSON.stringify(analysis)))
  expect(printed).toEqual(analysis)
  expect(printed.comparisons.map(({ verdict, noise, ...rest }) => rest)).toEqual(
    goldenConfirmatory.map(({ id, expected }) => ({ id, ...expected })),
  )
})

test('the noise rule judges samples in µs by the floor of 25 µs', () => {
  const paired = goldenNoise.filter(({ a_ns, b_ns }) => a_ns.length === b_ns.length)
  const comparisons = paired.map(({ id, a_ns, b_ns }) => ({
    id,
    baseline: b_ns.map((value) => value / 1000),
    candidate: a_ns.map((value) => value / 1000),
    seed: '1',
  }))
  expect(analyzeSamples({ comparisons }).comparisons.map((one) => one.noise)).toEqual(
    paired.map((one) => one.expected),
  )
})

test('the iterations of a batch divide the floor', () => {
  const document = (iterations?: number) => ({
    comparisons: [
      { id: 'a', baseline: [1, 1], candidate: [2, 2], seed: '1', ...(iterations ? { iterations } : {}) },
    ],
  })
  const outcomes = [document(), document(1000)].map(
    (one) => analyzeSamples(one).comparisons[0]?.noise?.outcome,
  )
  expect(outcomes).toEqual(['parity', 'loss'])
})

test('equal samples are equivalent, however few', () => {
  const [one] = analyzeSamples({
    comparisons: [{ id: 'a', baseline: [5], candidate: [5], seed: '0' }],
  }).comparisons
  expect(one).toMatchObject({
    delta_pct: 0,
    speedup: 1,
    interval: { low: 0, high: 0 },
    verdict: 'equivalent',
  })
})

test('a baseline without any time has a verdict and no noise outcome', () => {
  const [one] = analyzeSamples({
    comparisons: [{ id: 'a', baseline: [0, 0], candidate: [0, 0], seed: '1' }],
  }).comparisons
  expect(one).toMatchObject({ verdict: 'equivalent', noise: null })
})

test('every comparison that cannot be judged is named, all at once', () => {
  const comparisons = [
    { id: 'odd one', baseline: [1, 2], candidate: [1], seed: '1' },
    same('fine'),
    { id: 'none', baseline: [], candidate: [], seed: '1' },
  ]
  expect(() => analyzeSamples({ comparisons })).toThrow(UserError)
  expect(() => analyzeSamples({ comparisons })).toThrow(
    /^comparison "odd one": .*MismatchedPairs.*\ncomparison "none": no samples.*$/,
  )
})

test('an empty list of comparisons is an error, not a pass', () => {
  expect(() => analyzeSamples({ comparisons: [] })).toThrow(UserError)
})
