import { expect, test } from 'vitest'
import { whereabouts } from '../../src/report/whereabouts.ts'

test('a run says where its results are and how to ask for a row, for a shell to read', () => {
  expect(whereabouts('out')).toBe(
    'events, results and reports: out\nwhy a row came to its verdict: pairgate explain out BENCHMARK\n',
  )
  expect(whereabouts("my out's")).toContain(`pairgate explain 'my out'\\''s' BENCHMARK`)
})
