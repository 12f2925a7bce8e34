import { expect, test } from 'vitest'
import { describeCost, isEliminated } from '../../src/analysis/elimination.ts'
import { observation } from './log.ts'

const batch = (elapsed_us: number, cpu_us: number | null, overhead_us: number | null) =>
  observation('cpp@candidate', 'sort', 0, elapsed_us, { cpu_us, overhead_us })

test.each([
  ['1.5 turns of the empty loop', 0.0015, null, 0.001, true],
  ['a little more than 1.5 turns', 0.0016, null, 0.001, false],
  ['1.5 turns of CPU time on a busy machine', 0.009, 0.0015, 0.001, true],
  ['1.5 turns of wall time where CPU time is coarse', 0.0015, 0.01, 0.001, true],
  ['no CPU time at all, which is a clock too coarse,', 5, 0, 0.001, false],
  ['less than 0.3 ns where the loop is not known', 0.00029, null, null, true],
  ['0.3 ns where the loop is not known', 0.0003, null, null, false],
  ['less than 0.3 ns where the loop is said to cost nothing', 0.00029, null, 0, true],
  ['0.2 ns of CPU time where the loop is not known', 0.001, 0.0002, null, true],
])('a call of %s is eliminated or not', (_, elapsed, cpu, overhead, expected) => {
  expect(isEliminated([batch(elapsed, cpu, overhead)])).toBe(expected)
})

test('medians are judged, not single batches', () => {
  expect(isEliminated([batch(0.001, null, 0.001), batch(5, null, 0.001), batch(6, null, 0.001)])).toBe(false)
  expect(isEliminated([batch(5, null, 0.001), batch(0.001, null, 0.001), batch(0.001, null, 0.001)])).toBe(
    true,
  )
})

test('the cost is told beside the empty loop', () => {
  expect(describeCost([batch(0.0011, null, 0.001)])).toBe('a call costs 1.10 ns, 1.1 turns of an empty loop')
  expect(describeCost([batch(0.0002, null, null)])).toBe('a call costs 0.20 ns')
})

test('nothing measured is not eliminated', () => {
  expect(isEliminated([])).toBe(false)
})
