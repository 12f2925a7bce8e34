import { expect, test } from 'vitest'
import { wilsonPct } from '../../src/stats/wilson.ts'

test.each([
  // z² = 3.8415. 0 of 60: z²/60 / (1 + z²/60) = 0.064024/1.064024.
  [0, 60, 0, 6.017],
  // 5 of 10: 50 ± 1.959964·√(0.025 + 0.0096036)/1.38415 = 50 ± 26.341.
  [5, 10, 23.659, 76.341],
  [60, 60, 93.983, 100],
  [0, 0, 0, 100],
])('%i of %i', (count, of, low, high) => {
  expect(wilsonPct(count, of).low).toBeCloseTo(low, 2)
  expect(wilsonPct(count, of).high).toBeCloseTo(high, 2)
})
