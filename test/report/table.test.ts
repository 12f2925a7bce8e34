import { expect, test } from 'vitest'
import { byCategory, nameOf, rowOf, worstFirst } from '../../src/report/table.ts'
import { everyResult, everyRow, measuredRow, resultOf } from './result.ts'

test('worst first: wrong, invalid, regressions by Δ, inconclusive by what they hide, then the rest', () => {
  const rows = [
    measuredRow({ benchmark: 'hides-1', verdict: 'inconclusive' }, 10, 0, 1),
    measuredRow({ benchmark: 'red-3', verdict: 'regression' }, 10, 3.5, 0.1),
    measuredRow({ benchmark: 'hides-9', verdict: 'inconclusive' }, 10, 0, 9),
    measuredRow({ benchmark: 'red-80', verdict: 'regression' }, 10, 80, 1),
  ]
  const { rows: sorted } = worstFirst(resultOf([...rows, ...everyRow]))
  expect(sorted.slice(0, 9).map((row) => row.benchmark)).toEqual([
    'prefix_sum',
    'json_parse',
    'red-80',
    'edit_distance',
    'red-3',
    'edit_distance',
    'hides-9',
    'csv_parse',
    'hides-1',
  ])
})

test('only equivalent and identical rows are unchanged, and no row is lost', () => {
  const { rows, unchanged } = worstFirst(everyResult)
  expect(unchanged.map((row) => row.verdict)).toEqual(['equivalent', 'equivalent', 'identical'])
  expect(rows.length + unchanged.length).toBe(everyRow.length)
})

test('categories and rows keep the order of the result', () => {
  const groups = byCategory(everyResult)
  expect(groups.map(({ category }) => category)).toEqual([
    'algorithms',
    'data structures',
    'memory',
    'compute',
  ])
  expect(groups.flatMap(({ rows }) => rows.map((row) => row.id)).toSorted()).toEqual(
    everyRow.map((row) => row.id).toSorted(),
  )
})

test.each([
  ['regression', 'loss', false],
  ['regression', 'parity', true],
  ['regression', 'win', true],
  ['improvement', 'win', false],
  ['improvement', 'parity', true],
  ['improvement', 'loss', true],
  ['equivalent', 'parity', false],
  ['equivalent', 'loss', true],
  ['equivalent', 'win', true],
  ['inconclusive', 'loss', false],
] as const)('%s with the noise outcome %s: disagreement shown is %s', (verdict, outcome, shown) => {
  const noise = { outcome, ratio: 1, best_ratio: 1, tolerance: 0.04, noise: 0 }
  const row = rowOf(measuredRow({ benchmark: 'b', verdict, noise }, 10, 0, 1))
  expect(row.notes.some((note) => note.includes(`noise rule says ${outcome}`))).toBe(shown)
})

test('an inconclusive row that nobody has the blocks for says so', () => {
  const row = measuredRow({ benchmark: 'b', verdict: 'inconclusive' }, 10, 1, 3.2)
  const hopeless = { ...row, sensitivity: row.sensitivity && { ...row.sensitivity, blocks_to_settle: null } }
  expect(rowOf(hopeless).notes).toEqual([
    'could hide a slowdown of up to 4.20 %; more than 10 000 blocks would be needed to settle it: quieten the machine or the benchmark',
  ])
})

test('an inconclusive row says what it could hide and what would settle it', () => {
  const row = rowOf(measuredRow({ benchmark: 'b', verdict: 'inconclusive' }, 10, 1, 3.2))
  expect(row.notes).toEqual(['could hide a slowdown of up to 4.20 %; about 60 blocks would settle it'])
})

test('a row without a dataset is named by its benchmark alone', () => {
  expect(nameOf({ benchmark: 'sort', dataset: '' })).toBe('sort')
  expect(nameOf({ benchmark: 'sort', dataset: 'large' })).toBe('sort/large')
})
