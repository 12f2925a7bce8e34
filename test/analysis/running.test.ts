import { expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import { runningEstimates } from '../../src/analysis/running.ts'
import type { Event } from '../../src/model/event.ts'
import { fault, observation, run, summary, wholeLog } from './log.ts'

function after(events: readonly Event[]) {
  const hear = runningEstimates()
  return events.reduce<ReturnType<typeof hear>>((_, event) => hear(event), null)
}

const block = (id: number, baseline: number, candidate: number, benchmark = 'sort') => [
  observation('cpp@baseline', benchmark, id, baseline),
  observation('cpp@candidate', benchmark, id, candidate),
]

test('after all blocks the largest difference is that of the result', () => {
  // As a run writes them: block by block, row by row.
  const turn = (event: Event) => (event.type === 'observation' ? event.block_id : -1)
  const name = (event: Event) => (event.type === 'observation' ? event.case : '')
  const [first = summary, ...others] = wholeLog({ sort: 2, copy: -9, hash: 5 })
  const events = [first, ...others.toSorted((a, b) => turn(a) - turn(b) || name(a).localeCompare(name(b)))]
  const copy = reduce(events, '').comparisons.find(({ benchmark }) => benchmark === 'copy')
  expect(after(events)).toEqual({
    arm: 'cpp',
    benchmark: 'copy',
    dataset: '1000',
    pairs: 20,
    delta_pct: copy?.delta_pct,
  })
})

test('one pair says nothing yet', () => {
  expect(after([run(), ...block(0, 100, 200)])).toBeNull()
  expect(after([run(), ...block(0, 100, 200), ...block(1, 100, 200)])).toMatchObject({ delta_pct: 100 })
})

test('exploratory blocks and invalid attempts say nothing', () => {
  const exploratory = [...block(0, 100, 200), ...block(1, 100, 200)].map((one) => ({
    ...one,
    phase: 'exploratory' as const,
  }))
  expect(after([run(), ...exploratory])).toBeNull()
  const broken = [observation('cpp@baseline', 'sort', 2, 100), fault('cpp@candidate', 'sort', 2)]
  const again = block(2, 100, 110).map((one) => ({ ...one, repetition_id: 1 }))
  expect(after([run(), ...block(0, 100, 110), ...broken])).toBeNull()
  expect(after([run(), ...block(0, 100, 110), ...broken, ...again])).toMatchObject({ pairs: 2 })
})

test('a block in which the candidate came first is a pair all the same', () => {
  const events = [run(), ...block(0, 100, 110), ...block(1, 100, 110).toReversed()]
  expect(after(events)).toMatchObject({ pairs: 2, delta_pct: expect.closeTo(10, 9) })
})

test('a baseline of zero has no per cents', () => {
  expect(after([run(), ...block(0, 0, 1), ...block(1, 0, 1)])).toMatchObject({ delta_pct: 0 })
})
