import { expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event } from '../../src/model/event.ts'
import { UserError } from '../../src/model/failure.ts'
import { resultSchema } from '../../src/model/result.ts'
import { presets } from '../../src/protocol/preset.ts'
import { build, fault, identity, listing, measured, observation, run, summary, wholeLog } from './log.ts'

const SHA = 'e'.repeat(64)
const result = (events: readonly Event[]) => reduce(events, SHA)

test('the result says everything about its run and is what the published schema says', () => {
  const reduced = result(wholeLog({ sort: 10 }))
  expect(resultSchema.parse(JSON.parse(JSON.stringify(reduced)))).toEqual(reduced)
  expect(reduced).toMatchObject({
    schema_version: 1,
    gate: { threshold_pct: 3, resamples: 10_000, confidence_pct: 95 },
    noise_model: { parity: 0.04, floor_ns: 25_000 },
    protocol: presets['regression-gate'],
    elapsed_ms: 60_000,
    revisions: { baseline: { ref: 'main' } },
    events_sha256: SHA,
  })
})

test('arms are told with both builds, their identity and what the project changed', () => {
  const log = [
    run(['cpp', 'rust']),
    ...measured('cpp', { sort: 0 }),
    build('rust@baseline', { status: 'absent', reason: 'no bench/rust' }),
    build('rust@candidate'),
    identity('cpp', false, { project_changes: ['-O2 became -O3'] }),
    listing('rust@candidate', ['sort']),
    summary,
  ]
  expect(result(log).arms).toMatchObject([
    {
      name: 'cpp',
      identical: false,
      project_changes: ['-O2 became -O3'],
      builds: { baseline: { sha256: 'cpp@baseline' }, candidate: { sha256: 'cpp@candidate' } },
    },
    { name: 'rust', builds: { baseline: { status: 'absent' }, candidate: { status: 'built' } } },
  ])
})

test('rows come in the order of the arms and of their lists', () => {
  const log = [
    run(['rust', 'cpp']),
    ...measured('cpp', { sum: 0, sort: 0 }),
    ...measured('rust', { sort: 0, sum: 0 }),
    summary,
  ]
  expect(result(log).comparisons.map(({ id }) => id)).toEqual([
    'rust/sort/1000',
    'rust/sum/1000',
    'cpp/sum/1000',
    'cpp/sort/1000',
  ])
})

test('the same log gives the same result, and the order of its observations does not matter', () => {
  const log = [
    ...wholeLog({ sort: 10, sum: 1 }).slice(0, -1),
    fault('cpp@baseline', 'sort', 21, { reason: 'later' }),
    fault('cpp@baseline', 'sort', 20, { reason: 'sooner', iterations: 7 }),
    observation('cpp@candidate', 'sum', 20, 100, { iterations: 8 }),
    summary,
  ]
  const expected = result(log)
  expect(result(log)).toEqual(expected)
  const others = log.filter((event) => event.type !== 'observation')
  const observations = log.filter((event) => event.type === 'observation')
  const backwards = [...others.slice(0, -1), ...observations.toReversed(), summary]
  // A fixed shuffle: every seventh, then the next ones.
  const shuffled = observations.toSorted(
    (a, b) =>
      ((observations.indexOf(a) * 7) % observations.length) -
      ((observations.indexOf(b) * 7) % observations.length),
  )
  expect(result(backwards)).toEqual(expected)
  expect(result([...others.slice(0, -1), ...shuffled, summary])).toEqual(expected)
})

test('thousands of rows and observations are indexed once', () => {
  const names = Array.from({ length: 300 }, (_, index) => `b${index}`)
  const reads = { count: 0 }
  const log = wholeLog(Object.fromEntries(names.map((name) => [name, 0])), {
    protocol: presets['regression-gate'],
  }).map((event) =>
    event.type === 'observation'
      ? Object.defineProperty({ ...event }, 'case', {
          enumerable: true,
          get: () => {
            reads.count += 1
            return event.case
          },
        })
      : event,
  )
  expect(result(log).comparisons).toHaveLength(300)
  // A scan of all observations for every row would read 300 × 12 000 names.
  expect(reads.count).toBeLessThan(5 * 300 * 40)
})

test.each([
  ['an empty log', []],
  ['a log that begins with something else', [summary, run()]],
])('%s is refused', (_, events: Event[]) => {
  expect(() => result(events)).toThrow(UserError)
})

test('an observation that is there twice is refused by name', () => {
  const log = [...wholeLog({ sort: 0 }), observation('cpp@baseline', 'sort', 0, 1)]
  expect(() => result(log)).toThrow(/sort\/1000 of cpp@baseline in block 5/)
})

test('Git LFS pointers in the checkouts are a doubt about the run', () => {
  const pointers = { files: 3, example: 'data/a.bin' }
  const { warnings, conclusion } = reduce(wholeLog({ sort: 0 }, { lfs_pointers: pointers }), '')
  expect(warnings).toEqual([{ kind: 'lfs-pointers', ...pointers }])
  expect(conclusion).toBe('pass')
})
