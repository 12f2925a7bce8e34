import { expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import { seriesIn } from '../../src/analysis/series.ts'
import type { Event } from '../../src/model/event.ts'
import { checked, fault, observation, ready, run, summary, wholeLog } from './log.ts'

const baseline = (block: number, us: number, over = {}) =>
  observation('cpp@baseline', 'sort', block, us, over)
const candidate = (block: number, us: number, over = {}) =>
  observation('cpp@candidate', 'sort', block, us, over)

function seriesOf(...observations: readonly Event[]) {
  const [series] = seriesIn([
    run(),
    ...ready('cpp', ['sort']),
    ...checked('cpp', 'sort'),
    ...observations,
    summary,
  ])
  if (series === undefined) throw new Error('the log has a row')
  return series
}

test('has both sides, the difference and the order of every block', () => {
  const series = seriesOf(
    candidate(1, 44, { position: 0 }),
    baseline(0, 10),
    candidate(0, 12),
    baseline(1, 40, { position: 1 }),
  )
  // The baseline's median is 25: differences of 2 and 4 are 8 and 16 % of it.
  expect(series).toEqual({
    id: 'cpp/sort/1000',
    baseline: { sorted_us: [10, 40], median_us: 25 },
    candidate: { sorted_us: [12, 44], median_us: 28 },
    blocks: [
      {
        kind: 'pair',
        block: 5,
        attempt: 0,
        attempts: 1,
        first: 'baseline',
        baseline_us: 10,
        candidate_us: 12,
        difference_us: 2,
        difference_pct: 8,
      },
      {
        kind: 'pair',
        block: 6,
        attempt: 0,
        attempts: 1,
        first: 'candidate',
        baseline_us: 40,
        candidate_us: 44,
        difference_us: 4,
        difference_pct: 16,
      },
    ],
  })
})

test('tells the attempt that a pair comes from, and why a block has none', () => {
  const { blocks } = seriesOf(
    baseline(0, 10),
    fault('cpp@candidate', 'sort', 0),
    baseline(0, 11, { repetition_id: 1 }),
    candidate(0, 12, { repetition_id: 1 }),
    baseline(1, 10),
    fault('cpp@candidate', 'sort', 1),
    baseline(1, 10, { repetition_id: 1 }),
    fault('cpp@candidate', 'sort', 1, { repetition_id: 1 }),
    baseline(2, 13),
    candidate(2, 13),
  )
  expect(blocks).toMatchObject([
    { kind: 'pair', block: 5, attempt: 1, attempts: 2, baseline_us: 11 },
    { kind: 'gap', block: 6, attempts: 2, reasons: ['ended by SIGSEGV'] },
    { kind: 'pair', block: 7, attempt: 0, attempts: 1 },
  ])
})

test('gives no percentage of a baseline that took no time, and nothing of a row without samples', () => {
  expect(seriesOf(baseline(0, 0), candidate(0, 1)).blocks).toMatchObject([
    { difference_us: 1, difference_pct: null },
  ])
  expect(seriesOf()).toMatchObject({ blocks: [], baseline: { sorted_us: [], median_us: null } })
})

test('agrees with the comparisons that it belongs to, one by one and in their order', () => {
  const events = wholeLog({ sort: 5, search: -2, hash: 0 })
  const { comparisons } = reduce(events, 'digest')
  const series = seriesIn(events)
  expect(series.map(({ id }) => id)).toEqual(comparisons.map(({ id }) => id))
  expect(series.map((one) => one.candidate.median_us)).toEqual(
    comparisons.map((one) => one.candidate_median_us),
  )
  expect(series.map(({ blocks }) => blocks.map(({ block }) => block))).toEqual(
    comparisons.map(({ samples }) => samples.block_ids),
  )
})
