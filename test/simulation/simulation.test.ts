import { describe, expect, test } from 'vitest'
import {
  simulateBound,
  simulateConfirmation,
  simulateDetection,
  simulateGate,
  simulateRivals,
  simulateSettling,
} from './gate.ts'
import { shapes } from './noise.ts'

const COUNT = 600

describe.each(shapes)('%s noise without drift', (shape) => {
  test.each([
    [5, 20],
    [5, 10],
    [0.5, 20],
    [12, 20],
  ])(
    'of %d per cent in %i blocks: the interval covers the truth in 92 to 97 of 100 trials',
    (noisePct, blocks) => {
      const { coverage } = simulateGate({ shape, noisePct, drift: 'none' }, blocks, COUNT, 11n)
      expect(coverage).toBeGreaterThanOrEqual(0.92)
      expect(coverage).toBeLessThanOrEqual(0.97)
    },
  )
})

test('noise of 5 % in 20 blocks: about one unchanged row in a hundred is red, and nine of ten slowdowns of 5 %', () => {
  const { falseAlarms, power } = simulateGate({ shape: 'normal', noisePct: 5, drift: 'none' }, 20, 1500, 12n)
  expect(falseAlarms).toBeLessThan(0.02)
  expect(power[5]).toBeGreaterThan(0.85)
  expect(power[10]).toBeGreaterThan(0.99)
})

test('a slowdown of just 3 % is found half of the time where noise is small: it falls on either side of the threshold', () => {
  const { power } = simulateGate({ shape: 'normal', noisePct: 1, drift: 'none' }, 20, 1500, 12n)
  // Four deviations of 1500 trials are 5 %.
  expect(Math.abs((power[3] ?? 0) - 0.5)).toBeLessThan(0.05)
})

test('a machine that drifts by 5 % makes no more rows red, while two runs one after the other lose their heads', () => {
  const machine = { shape: 'normal', noisePct: 1, drift: 'linear' } as const
  expect(simulateGate(machine, 20, 400, 13n).falseAlarms).toBeLessThan(0.01)
  const sequential = simulateRivals({ ...machine, drift: 'wandering' }, 20, 400, 13n).at(-1)
  expect(sequential?.falseAlarms).toBeGreaterThan(0.05)
})

test('where noise is all there is, tests at 5 % without a threshold are red for one row in forty', () => {
  const found = simulateRivals({ shape: 'normal', noisePct: 2, drift: 'none' }, 20, 2000, 14n)
  for (const name of ['Mann–Whitney, 5 %', 'Welch, 5 %']) {
    // One side of 5 % is 2.5 %; four deviations of 2000 trials are 1.4 %.
    expect(Math.abs((found.find((one) => one.name === name)?.falseAlarms ?? 1) - 0.025)).toBeLessThan(0.014)
  }
})

test('confirmation takes nearly all false alarms away and hardly any power', () => {
  const machine = { shape: 'normal', noisePct: 5, drift: 'none' } as const
  const [first, once, twice] = simulateConfirmation(machine, 0, 20, 30_000, 15n)
  expect(first).toBeGreaterThan(0.004)
  expect(first).toBeLessThan(0.009)
  expect(once).toBeLessThan(first / 8)
  // A rate of 5 in 100 000 makes one run of 200 rows in a hundred red; more than 5 in 30 000 would be against it.
  expect(twice * 30_000).toBeLessThanOrEqual(5)
  const [alone, , confirmed] = simulateConfirmation(machine, 5, 20, 1200, 16n)
  expect(alone - confirmed).toBeLessThan(0.05)
  expect(confirmed).toBeGreaterThan(0.85)
})

describe.each(shapes)('what a measurement says it could see, %s noise', (shape) => {
  test.each([
    [1, 10],
    [5, 10],
    [5, 20],
    [12, 20],
    [12, 40],
  ])(
    'of %d per cent in %i blocks: a slowdown of that size is caught 7 to 9 times in 10',
    (noisePct, blocks) => {
      const caught = simulateDetection({ shape, noisePct, drift: 'none' }, blocks, 400, 17n)
      // Three deviations of 400 trials at 7 and at 9 in 10 are 7 and 4.5 %.
      expect(caught).toBeGreaterThan(0.63)
      expect(caught).toBeLessThan(0.945)
    },
  )

  test('the bound of what a row could hide is passed by one in forty', () => {
    const beyond = simulateBound({ shape, noisePct: 5, drift: 'none' }, 20, 800, 18n)
    // An interval that covers 92 to 97 % leaves 1.5 to 4 % above it; three deviations of 800 trials are 1.7 %.
    expect(beyond).toBeLessThan(0.057)
  })
})

test.each([
  [5, 0, 10],
  [8, 0, 20],
  [8, 6, 20],
])(
  'noise of %i per cent, %i per cent slower, %i blocks: most rows are settled by as many blocks as they ask for',
  (noisePct, effect, blocks) => {
    const settled = simulateSettling({ shape: 'normal', noisePct, drift: 'none' }, effect, blocks, 120, 19n)
    expect(settled).toBeGreaterThan(0.65)
  },
)
