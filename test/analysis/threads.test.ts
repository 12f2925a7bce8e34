import { expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import type { EventOf } from '../../src/model/event.ts'
import { wholeLog } from './log.ts'

const PLACED = 'placed on CPU 3 of 4 allowed ones'

/** Where a run of these rows was placed, the candidate of some of which has several threads. */
function placementOf(threads: Readonly<Record<string, number>>, over: Partial<EventOf<'run'>> = {}): string {
  const names = Object.fromEntries(Object.keys(threads).map((name) => [name, 0]))
  const log = wholeLog(names, { placement: PLACED, ...over }).map((event) =>
    event.type === 'validation' && event.implementation === 'cpp@candidate'
      ? { ...event, threads: threads[event.case] ?? 1 }
      : event,
  )
  return reduce(log, '').placement
}

test('a run without threads is placed as its first event says', () => {
  expect(placementOf({ sort: 1, sum: 1 })).toBe(PLACED)
})

test('rows with several threads are named, the first of many', () => {
  expect(placementOf({ sort: 1, sum: 4 })).toBe(
    `${PLACED}; cpp: not placed where there are several threads (sum/1000 with 4)`,
  )
  expect(placementOf({ sort: 2, sum: 4 })).toBe(
    `${PLACED}; cpp: not placed where there are several threads (2 rows, such as sort/1000 with 2)`,
  )
})

test('an arm with a setting of its own says where it was placed', () => {
  const arm = { name: 'cpp', driver: 'cmake', harness: 'pairgate', labels: {}, lto: 'required' } as const
  const arms = [{ ...arm, placement: 'placed on CPU 1, as asked' }]
  expect(placementOf({ sort: 1 }, { arms })).toBe(`${PLACED}; cpp: placed on CPU 1, as asked`)
})
