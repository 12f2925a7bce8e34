import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UserError } from '../../src/model/failure.ts'
import { presets } from '../../src/protocol/preset.ts'
import { blockOrder, confirmatoryBlocks } from '../../src/protocol/schedule.ts'

const gate = presets['regression-gate']
const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

test('a block is a rotation that moves on by one place', () => {
  // K = 4, seed 1: o = (1 xor 1) mod 4 = 0.
  expect([0, 1, 2, 3, 4].map((block) => blockOrder(block, 4, 1n))).toEqual([
    [0, 1, 2, 3],
    [1, 2, 3, 0],
    [2, 3, 0, 1],
    [3, 0, 1, 2],
    [0, 1, 2, 3],
  ])
})

test('the seed turns the first block', () => {
  // o = (1 xor 6) mod 4 = 7 mod 4 = 3; o = (1 xor 2⁶⁴−1) mod 4 = (2⁶⁴−2) mod 4 = 2.
  expect(blockOrder(0, 4, 6n)).toEqual([3, 0, 1, 2])
  expect(blockOrder(0, 4, 2n ** 64n - 1n)).toEqual([2, 3, 0, 1])
})

test('baseline and candidate of an arm come first equally often over K blocks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), seeds, fc.nat(1000), (arms, seed, first) => {
      const count = 2 * arms
      for (let arm = 0; arm < arms; arm += 1) {
        const baselineFirst = Array.from({ length: count }, (_, j) =>
          blockOrder(first + j, count, seed),
        ).filter((order) => order.indexOf(arm) < order.indexOf(arm + arms))
        expect(baselineFirst.length).toBe(arms)
      }
    }),
  )
})

test('every implementation takes every position once over K blocks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), seeds, (count, seed) => {
      const orders = Array.from({ length: count }, (_, block) => blockOrder(block, count, seed))
      for (let position = 0; position < count; position += 1) {
        expect(new Set(orders.map((order) => order[position])).size).toBe(count)
      }
    }),
  )
})

test('the confirmatory blocks are the protocol number, rounded up to a multiple of K', () => {
  expect([1, 2, 4, 6, 8].map((count) => confirmatoryBlocks(gate, count))).toEqual([20, 20, 20, 24, 24])
  expect(confirmatoryBlocks(presets['quick-check'], 2)).toBe(4)
})

test('more blocks may be asked for', () => {
  expect(confirmatoryBlocks(gate, 4, 41)).toBe(44)
  expect(confirmatoryBlocks(gate, 4, 20)).toBe(20)
})

test.each([19, 0, -20, 20.5, Number.NaN])('%s blocks are refused with the least number', (asked) => {
  expect(() => confirmatoryBlocks(gate, 4, asked)).toThrow(UserError)
  expect(() => confirmatoryBlocks(gate, 4, asked)).toThrow('from 20 on')
})
