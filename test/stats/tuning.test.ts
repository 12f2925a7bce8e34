import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crossover, tuneDataset } from '../../src/stats/tuning.ts'

test('the arm with the smallest median wins, whatever its mean and its best run', () => {
  expect(
    tuneDataset([
      { arm: 'cpp', samples: [10, 10, 10] },
      { arm: 'rust', samples: [1, 11, 11] },
      { arm: 'tool', samples: [9, 9, 1000] },
    ]),
  ).toBe('tool')
})

test('exact ties go to the first name, in whatever order they come', () => {
  const arms = ['rust', 'cpp', 'Zig'].map((arm) => ({ arm, samples: [3, 1, 2] }))
  expect([tuneDataset(arms), tuneDataset(arms.toReversed())]).toEqual(['Zig', 'Zig'])
})

test('without arms nobody wins, and a sample that is not finite is an error', () => {
  expect(tuneDataset([])).toBeNull()
  expect(() => tuneDataset([{ arm: 'cpp', samples: [Number.NaN] }])).toThrow(/finite/)
  expect(() => tuneDataset([{ arm: 'cpp', samples: [] }])).toThrow(/no samples|empty|list/)
})

const over = (...arms: (string | null)[]) =>
  crossover(arms.map((arm, index) => ({ dataset: String(10 ** (index + 1)), arm })))

test.each<[string, ReturnType<typeof crossover>, (string | null)[]]>([
  ['one winner', { kind: 'no-crossover', arm: 'a' }, ['a', 'a', 'a']],
  ['one dataset', { kind: 'no-crossover', arm: 'a' }, ['a']],
  ['one change', { kind: 'found', below: 'a', at_or_above: 'b', dataset: '1000' }, ['a', 'a', 'b']],
  ['two changes', { kind: 'non-monotonic' }, ['a', 'b', 'a']],
  ['two changes to a third', { kind: 'non-monotonic' }, ['a', 'b', 'c']],
  ['nothing usable', { kind: 'inconclusive' }, [null, null]],
  ['no dataset', { kind: 'inconclusive' }, []],
  ['a gap within one winner', { kind: 'no-crossover', arm: 'a' }, ['a', null, 'a']],
  [
    'a gap before the change',
    { kind: 'found', below: 'a', at_or_above: 'b', dataset: '1000' },
    ['a', null, 'b'],
  ],
])('%s: %j', (_, expected, arms) => {
  expect(over(...arms)).toEqual(expected)
})

test('what is found agrees with every dataset that has a winner', () => {
  const winners = fc.array(fc.constantFrom('a', 'b', 'c', null), { maxLength: 8 })
  fc.assert(
    fc.property(winners, (arms) => {
      const found = over(...arms)
      const known = arms.flatMap((arm, index) => (arm === null ? [] : [{ arm, size: 10 ** (index + 1) }]))
      if (found.kind === 'no-crossover') expect(known.every(({ arm }) => arm === found.arm)).toBe(true)
      if (found.kind === 'found') {
        expect(
          known.every(({ arm, size }) =>
            size < Number(found.dataset) ? arm === found.below : arm === found.at_or_above,
          ),
        ).toBe(true)
      }
      if (found.kind === 'inconclusive') expect(known).toEqual([])
    }),
  )
})
