import { expect, test } from 'vitest'
import type { Listing } from '../../src/model/harness.ts'
import { brokenRows } from '../../src/run/broken-rows.ts'

const row = (benchmark: string, dataset = '') => ({ benchmark, dataset, scale: dataset, category: 'group' })
const list = (broken: Listing['broken'], ...rows: Listing['rows']): Listing => ({
  iterations: 'by-time',
  rows,
  ...(broken === undefined ? {} : { broken }),
})

test('a benchmark that the other revision can run is split as it is there', () => {
  const rows = brokenRows(list([{ name: 'a/b/3', reason: 'why' }]), [row('a/b', '3'), row('a', '3')])
  expect(rows).toEqual({ known: [{ ...row('a/b', '3'), failure: 'why' }], unknown: [] })
})

test('one that neither can run is a row by its whole name', () => {
  expect(brokenRows(list([{ name: 'a/b/3', reason: 'why' }]), [row('a')])).toEqual({
    known: [],
    unknown: [{ benchmark: 'a/b/3', dataset: '', scale: '', category: '', failure: 'why' }],
  })
})

test('a name that is cut off is every one that begins so and was not measured here', () => {
  const { known, unknown } = brokenRows(
    list([{ name: 'long...', beginning: 'long', reason: 'why' }], row('longer', '1')),
    [row('longer', '1'), row('longer', '2'), row('longest'), row('short')],
  )
  expect(known.map(({ benchmark, dataset }) => [benchmark, dataset])).toEqual([
    ['longer', '2'],
    ['longest', ''],
  ])
  expect(unknown).toEqual([])
})
