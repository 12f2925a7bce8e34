import { expect, test } from 'vitest'
import { levelsOf, marksOf, stripOf, stripScale } from '../../src/report/strip.ts'

const baseline = [100, 100, 100, 101, 109]
const candidate = [105, 106, 106, 110]
const scale = stripScale([baseline, candidate], 10) ?? { low: 0, high: 0, width: 0, most: 0 }

test('both sides are on one scale, and the fullest place of either is the highest', () => {
  // From 100 to 110 in ten places: one a unit; the last holds its end too.
  expect(stripOf(baseline, scale)).toBe('█▁       ▁')
  expect(stripOf(candidate, scale)).toBe('     ▁▅  ▁')
  expect(levelsOf(scale)).toBe('▁ 1 … █ 3')
})

test('best and median are marked below, in one letter where they lie in one place', () => {
  expect(marksOf(105, 106, scale)).toBe('     bm')
  expect(marksOf(100, 108.5, scale)).toBe('b       m')
  expect(marksOf(100, 100, scale)).toBe('B')
})

test('samples that are all alike are one place', () => {
  const same = stripScale([[5, 5], [5]], 20)
  expect(same).toMatchObject({ low: 5, high: 5, most: 2 })
  expect(same && stripOf([5, 5], same)).toBe('█')
})

test('no samples are no scale; a side without any is empty', () => {
  expect(stripScale([[], []], 10)).toBeNull()
  const one = stripScale([[], [1, 2]], 10)
  expect(one && stripOf([], one)).toBe('')
})
