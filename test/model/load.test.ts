import { expect, test } from 'vitest'
import { busyPct, calmnessOf } from '../../src/model/load.ts'

test.each([
  ['agents in the background of two CPUs', 2, 10, 'calm'],
  ['half a process beside us', 2, 25, 'calm'],
  ['one busy process on two CPUs', 2, 50, 'uneasy'],
  ['two busy processes on two CPUs', 2, 100, 'busy'],
  ['a share of the only CPU', 1, 30, 'busy'],
  ['three busy processes on four CPUs', 4, 75, 'uneasy'],
  ['four busy processes on four CPUs', 4, 100, 'busy'],
  ['a machine of 64 CPUs that is nearly full', 64, 85, 'busy'],
  ['a machine of 64 CPUs that is half full', 64, 50, 'uneasy'],
] as const)('%s', (_, cpus, others_pct, calmness) => {
  expect(calmnessOf({ cpus, others_pct })).toBe(calmness)
})

test('a machine is busy where less than three quarters of a CPU are left, or four fifths of many are taken', () => {
  // 1.25 of 2, 2.25 of 3 and 3.25 of 4, which is above four fifths.
  expect([1, 2, 3, 4, 64].map(busyPct)).toEqual([25, 62.5, 75, 80, 80])
})
