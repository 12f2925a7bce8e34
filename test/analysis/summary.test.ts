import { describe, expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event } from '../../src/model/event.ts'
import {
  blocks,
  checked,
  edit,
  listing,
  measured,
  quiet,
  ready,
  run,
  summary,
  validation,
  wholeLog,
} from './log.ts'

const summaryOf = (events: readonly Event[]) => reduce(events, '').summary

/** A log with a new row, a removed one and one that is not comparable beside the measured ones. */
function mixedLog(slowdowns: Readonly<Record<string, number>>): Event[] {
  const measuredNames = Object.keys(slowdowns)
  return [
    ...edit(wholeLog({ ...slowdowns, odd: 0 }), (event) => {
      if (event.type === 'listing') {
        const own = event.implementation === 'cpp@baseline' ? 'old' : 'fresh'
        return listing(event.implementation, [...measuredNames, 'odd', own])
      }
      return event.type === 'validation' && event.case === 'odd' && event.implementation === 'cpp@baseline'
        ? { ...event, output: '41' }
        : event
    }),
  ]
}

test('every verdict and every status is counted, also those that no row has', () => {
  expect(summaryOf(mixedLog({ sort: 10, sum: 0 }))).toMatchObject({
    verdicts: { regression: 1, improvement: 0, equivalent: 1, inconclusive: 0 },
    statuses: {
      measured: 2,
      identical: 0,
      new: 1,
      removed: 1,
      skipped: 0,
      eliminated: 0,
      'not-comparable': 1,
      'wrong-result': 0,
      invalid: 0,
    },
  })
})

test('the geometric mean is over rows that have a verdict, and says how many', () => {
  // √(1.10 · 0.90) of the two measured rows; new, removed and not comparable ones have no part in it.
  const { geometric_mean } = summaryOf(mixedLog({ sort: 10, sum: -10 }))
  expect(geometric_mean?.rows).toBe(2)
  expect(geometric_mean?.ratio).toBeCloseTo(Math.sqrt(1.1 * 0.9), 9)
})

test('without a verdict there is no geometric mean and no worst row', () => {
  expect(summaryOf([run(), ...ready('cpp', ['sort'])])).toMatchObject({ geometric_mean: null, worst: null })
})

test('the worst row is the slowest, whatever its verdict', () => {
  const { worst } = summaryOf(wholeLog({ sort: -10, sum: -5 }))
  expect(worst?.id).toBe('cpp/sum/1000')
  expect(worst?.delta_pct).toBeCloseTo(-5, 9)
})

describe('the headline', () => {
  const headline = (events: readonly Event[]) => summaryOf(events).headline

  test('is the worst row, with counts, its size and its interval', () => {
    expect(headline(wholeLog({ copy: 5, sort: 10, sum: 0 }))).toMatch(
      /^2 of 3 rows regressed: sort\/1000 \(cpp\) is 10\.0 % slower, 95 % interval \d+\.\d\.\.\d+\.\d %$/,
    )
  })

  test('names wrong results and invalid rows before regressions', () => {
    const log = edit(wholeLog({ sort: 10, hash: 0, copy: 0, sum: 0 }), (event) => {
      if (event.type !== 'validation' || event.implementation !== 'cpp@candidate') return event
      if (event.case === 'hash') return { ...event, output: '41' }
      return event.case === 'copy' || event.case === 'sum'
        ? { ...event, status: 'failed', reason: 'crashed' }
        : event
    })
    expect(headline(log)).toMatch(
      /^1 wrong result: hash\/1000 \(cpp\); 2 invalid rows: copy\/1000 \(cpp\) and others; 1 of 1 row regressed/,
    )
  })

  test('says how many rows of a passing run could hide how much', () => {
    const candidate = quiet(100).map((us, block) => us * (block % 2 === 0 ? 0.93 : 1.08))
    const log = [
      run(['cpp', 'rust']),
      ...ready('cpp', ['sort']),
      ...checked('cpp', 'sort'),
      ...blocks('cpp', 'sort', { baseline: quiet(100), candidate }),
      ...measured('rust', { sort: 0 }),
      summary,
    ]
    const { hidden } = summaryOf(log)
    expect(hidden).toMatchObject({ rows: 1, of: 2 })
    expect(headline(log)).toBe(`1 of 2 rows could hide a slowdown of up to ${hidden?.up_to_pct.toFixed(1)} %`)
  })

  test('of a clear pass counts rows and improvements', () => {
    expect(headline(wholeLog({ sort: 0 }))).toBe('no regression in 1 row')
    expect(headline(wholeLog({ sort: -10, sum: 0 }))).toBe('no regression in 2 rows, 1 improvement')
  })

  test('counts the rows that were not compared', () => {
    expect(headline(mixedLog({ sort: 0 }))).toBe('no regression in 1 row; 1 new; 1 removed; 1 not comparable')
  })

  test('of several troubles tells the first in one line and counts the others', () => {
    const troubles: Event[] = ['first\nwith its log', 'second', 'third'].map((reason) => ({
      type: 'trouble',
      arm: 'cpp',
      reason,
    }))
    expect(headline([...wholeLog({ sort: 0 }), ...troubles])).toBe('cpp: first (and 2 more troubles)')
  })

  test('never is empty', () => {
    expect(headline([run()])).not.toBe('')
    expect(headline([run(), summary])).not.toBe('')
    expect(
      headline([run(), ...ready('cpp', ['sort']), validation('cpp@baseline', 'sort'), summary]),
    ).not.toBe('')
  })
})
