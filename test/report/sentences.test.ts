import { expect, test } from 'vitest'
import { sentencesOf } from '../../src/report/sentences.ts'
import { measuredRow, statusRow } from './result.ts'

const said = (...row: Parameters<typeof measuredRow>) => sentencesOf(measuredRow(...row), 3).join(' ')

test.each([
  [
    'regression',
    9.97,
    1.06,
    /9\.97 % slower.*\+8\.91 % to \+11\.03 %, lies wholly above zero.*threshold of 3 %/,
  ],
  ['improvement', -5, 1, /5\.00 % faster.*−6\.00 % to −4\.00 %, lies wholly below zero/],
  ['equivalent', 0.4, 0.5, /0\.40 % slower.*−0\.10 % to \+0\.90 %, lies wholly within ±3 %/],
  ['inconclusive', 2, 4, /2\.00 % slower.*−2\.00 % to \+6\.00 %, does not settle it/],
] as const)('says what made a row %s', (verdict, delta, half, expected) => {
  expect(said({ benchmark: 'sort', verdict }, 100, delta, half)).toMatch(expected)
})

test('says what the noise rule judged against, in per cent', () => {
  const noise = {
    outcome: 'parity',
    ratio: 1.031,
    best_ratio: 0.96,
    tolerance: 0.2134,
    noise: 0.2134,
  } as const
  expect(said({ benchmark: 'sort', verdict: 'inconclusive', noise }, 100, 3.1, 5)).toContain(
    'judged against ±21.3 % on medians, and best runs 0.96×',
  )
})

test('says nothing of a row without samples', () => {
  expect(sentencesOf(statusRow({ benchmark: 'sort', status: 'new' }), 3)).toEqual([])
})
