import { expect, test } from 'vitest'
import { rerunOf } from '../../src/analysis/rerun.ts'
import type { Comparison } from '../../src/model/result.ts'
import { everyResult, measuredRow, statusRow } from '../report/result.ts'

function blocksOf(row: Comparison): number {
  const { args, blocks } = rerunOf(everyResult, row)
  expect(args[args.indexOf('--blocks') + 1]).toBe(String(blocks))
  return blocks
}

/** A row of 20 blocks that so many would settle. */
function settledBy(blocks: number | null): Comparison {
  const row = measuredRow({ benchmark: 'sort', verdict: 'inconclusive' }, 100, 1, 5)
  return {
    ...row,
    sensitivity: row.sensitivity && { ...row.sensitivity, blocks_to_settle: blocks },
  }
}

test.each([
  ['twice as many as it was judged on', null, 40],
  ['no fewer where fewer would settle it', 26, 40],
  ['as many as would settle it', 60, 60],
  ['ten times as many at most: further than that it is a guess', 9000, 200],
])('a row is measured again in %s', (_, settling, expected) => {
  expect(blocksOf(settledBy(settling))).toBe(expected)
})

test('blocks that stay below what would settle a row say so', () => {
  const shortOf = (settling: number | null) => rerunOf(everyResult, settledBy(settling)).short_of
  expect([null, 26, 60, 200, 201].map(shortOf)).toEqual([null, null, null, null, 201])
})

test('a row that has no pairs is measured in twice the blocks of the protocol', () => {
  expect(blocksOf(statusRow({ benchmark: 'sort', status: 'invalid' }))).toBe(40)
})

test('rows are chosen by scale, which is what filters look at', () => {
  const { args } = rerunOf(everyResult, statusRow({ benchmark: 'sort', dataset: 'large', status: 'new' }))
  expect(args).toContain('^sort/4096$')
})
