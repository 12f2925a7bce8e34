import { expect, test } from 'vitest'
import { pair } from '../../src/analysis/pairing.ts'
import { UserError } from '../../src/model/failure.ts'
import { fault, observation } from './log.ts'

const baseline = (block: number, us: number, over = {}) =>
  observation('cpp@baseline', 'sort', block, us, over)
const candidate = (block: number, us: number, over = {}) =>
  observation('cpp@candidate', 'sort', block, us, over)

function times(observations: Parameters<typeof pair>[0]) {
  return pair(observations).pairs.map((one) => [one.block, one.baseline.elapsed_us, one.candidate.elapsed_us])
}

test('pairs by block id, never by position', () => {
  expect(times([candidate(1, 21), baseline(0, 10), baseline(1, 11), candidate(0, 20)])).toEqual([
    [5, 10, 20],
    [6, 11, 21],
  ])
})

test('forms no pair across attempts at a block', () => {
  const observations = [
    baseline(0, 10),
    fault('cpp@candidate', 'sort', 0),
    fault('cpp@baseline', 'sort', 0, { repetition_id: 1 }),
    candidate(0, 20, { repetition_id: 1 }),
  ]
  expect(pair(observations)).toEqual({ pairs: [], unpaired: [5], repeated: [5] })
})

test('takes the first attempt in which both sides are valid', () => {
  const observations = [2, 1].flatMap((repetition_id) => [
    baseline(0, 10 + repetition_id, { repetition_id }),
    candidate(0, 20 + repetition_id, { repetition_id }),
  ])
  expect(times([...observations, baseline(0, 10), fault('cpp@candidate', 'sort', 0)])).toEqual([[5, 11, 21]])
})

test('reports a block that only one side was measured in', () => {
  expect(pair([baseline(0, 10), candidate(0, 20), baseline(1, 10)])).toMatchObject({ unpaired: [6] })
})

test('does not take a valid observation without a time for a sample', () => {
  expect(pair([baseline(0, 10), candidate(0, 0, { elapsed_us: null })]).unpaired).toEqual([5])
})

test('leaves exploratory blocks out', () => {
  const phase = 'exploratory' as const
  expect(pair([baseline(0, 10, { phase }), candidate(0, 20, { phase })])).toEqual({
    pairs: [],
    unpaired: [],
    repeated: [],
  })
})

test('discards no pair as an outlier', () => {
  expect(times([baseline(0, 10), candidate(0, 1e9)])).toEqual([[5, 10, 1e9]])
})

test.each(['confirmatory', 'exploratory'] as const)(
  'names a %s observation that is there twice instead of averaging it',
  (phase) => {
    const twice = [baseline(3, 10, { phase }), baseline(3, 12, { phase })]
    expect(() => pair(twice)).toThrow(UserError)
    expect(() => pair(twice)).toThrow(/sort\/1000 of cpp@baseline in block 8, attempt 0/)
  },
)
