import { expect, test } from 'vitest'
import { type Batch, isDisturbed, wallPerCpu } from '../../src/analysis/disturbance.ts'

/** A timed part of 10 ms and a hundred calls, whose process gave up its CPU once. */
function batch(over: Partial<Batch> = {}): Batch {
  return { wallUs: 10_000, cpuUs: 10_000, iterations: 100, processes: 0, voluntarySwitches: 1, ...over }
}

test.each([
  ['on a quiet machine', 1.001, false],
  ['just below the limit', 1.049, false],
  ['just above it', 1.051, true],
  ['beside busy neighbours', 1.28, true],
])('a batch that spins %s, wall over CPU time %d, is disturbed: %s', (_, ratio, expected) => {
  const spinning = batch({ cpuUs: 10_000 / ratio })
  // With or without a calmer one before it, and though all before it were as bad.
  expect([null, 1.001, 1.28].map((calmest) => isDisturbed(spinning, calmest))).toEqual(
    Array(3).fill(expected),
  )
})

test('calls that wait do so in every batch: more than the calmest of them is needed', () => {
  const waiting = batch({ cpuUs: 8000, voluntarySwitches: 100 })
  expect(isDisturbed(waiting, null)).toBe(false)
  expect(isDisturbed(waiting, 1.2)).toBe(false)
  expect(isDisturbed(waiting, 1.18)).toBe(true)
})

test('where even the calmest batch mostly waits, nothing is told by how long', () => {
  const sleeping = batch({ cpuUs: 100, voluntarySwitches: 100 })
  expect(isDisturbed(sleeping, 20)).toBe(false)
  expect(isDisturbed(sleeping, 1.51)).toBe(false)
  expect(isDisturbed(sleeping, 1.49)).toBe(true)
})

test('one call that sleeps once is one that waits', () => {
  expect(isDisturbed(batch({ iterations: 1, cpuUs: 10, voluntarySwitches: 1 }), 1000)).toBe(false)
})

test('where it is not known whether calls wait, they may', () => {
  expect(isDisturbed(batch({ cpuUs: 8000, voluntarySwitches: null }), null)).toBe(false)
  expect(isDisturbed(batch({ cpuUs: 8000, voluntarySwitches: null }), 1.001)).toBe(true)
})

test('threads take more CPU time than wall time, sometimes less of it, and are marked where they take less than passes', () => {
  const threaded = batch({ cpuUs: 38_000, voluntarySwitches: 500 })
  expect(isDisturbed(threaded, 10 / 39)).toBe(false)
  expect(isDisturbed(batch({ cpuUs: 30_000, voluntarySwitches: 500 }), 10 / 39)).toBe(false)
  expect(isDisturbed(batch({ cpuUs: 8000, voluntarySwitches: 500 }), 10 / 39)).toBe(true)
})

test('a call that waits once in a hundred mostly waits in every batch, and is never marked', () => {
  const flushing = batch({ cpuUs: 5000, voluntarySwitches: 10 })
  expect(isDisturbed(flushing, 2)).toBe(false)
})

test('a whole process waits for its start, a millisecond each', () => {
  // 4 processes: 1.05 times the calmest 1.2 of 3 ms are 3.78 ms, and 4 ms beside.
  const whole = { processes: 4, iterations: 4, cpuUs: 3000, voluntarySwitches: 4 }
  expect(isDisturbed(batch({ ...whole, wallUs: 7700 }), 1.2)).toBe(false)
  expect(isDisturbed(batch({ ...whole, wallUs: 7900 }), 1.2)).toBe(true)
  expect(isDisturbed(batch({ ...whole, wallUs: 7900 }), null)).toBe(false)
})

test('a batch without CPU time says nothing', () => {
  expect(wallPerCpu(batch({ cpuUs: 0 }))).toBeNull()
  expect(isDisturbed(batch({ cpuUs: 0 }), 1)).toBe(false)
})
