import { expect, test } from 'vitest'
import { findHotspots } from '../../src/analysis/hotspot.ts'
import type { Event } from '../../src/model/event.ts'
import { UserError } from '../../src/model/failure.ts'
import { pairedHotspot } from '../../src/stats/regression.ts'
import {
  blocks,
  checked,
  fault,
  measured,
  observation,
  quiet,
  ready,
  run,
  summary,
  validation,
} from './log.ts'

/** cpp and rust with `copy` and `sort`: rust's candidate is 20 % slower in copy and 10 % faster in sort. */
function twoArms(): Event[] {
  return [
    run(['cpp', 'rust']),
    ...measured('cpp', { copy: 0, sort: 0 }),
    ...ready('rust', ['copy', 'sort']),
    ...['copy', 'sort'].flatMap((name) => checked('rust', name)),
    ...blocks('rust', 'copy', { baseline: quiet(100), candidate: quiet(120) }),
    ...blocks('rust', 'sort', { baseline: quiet(100), candidate: quiet(90) }),
    summary,
  ]
}

const between = { baseline: 'cpp@candidate', candidate: 'rust@candidate', thresholdPct: 5 }

test('any two implementations are compared, the slowest row first, by the exploring rule', () => {
  const hotspots = findHotspots(twoArms(), between)
  expect(
    hotspots.rows.map(({ benchmark, decision, clear, pairs }) => [benchmark, decision, clear, pairs]),
  ).toEqual([
    ['copy', 'slower', true, 20],
    ['sort', 'faster', true, 20],
  ])
  const expected = pairedHotspot(quiet(100), quiet(120), { thresholdPct: 5, seed: 1n })
  expect(hotspots.rows[0]).toMatchObject({ delta_pct: expected.deltaPct, interval: expected.interval })
  expect(hotspots).toMatchObject({ seed: '1', threshold_pct: 5, left_out: [] })
})

test('the threshold and the seed are the caller’s', () => {
  const hotspots = findHotspots(twoArms(), { ...between, thresholdPct: 50, seed: '7' })
  expect(hotspots.rows.map(({ decision }) => decision)).toEqual(['equivalent', 'equivalent'])
  expect(hotspots.seed).toBe('7')
})

test('pairs come from one attempt at a block, and no block gives two', () => {
  const broken = twoArms().map((event) =>
    event.type === 'observation' &&
    event.case === 'copy' &&
    event.block_id === 5 &&
    event.implementation === 'rust@candidate'
      ? fault('rust@candidate', 'copy', 0)
      : event,
  )
  const repeated = (['cpp@baseline', 'cpp@candidate', 'rust@baseline', 'rust@candidate'] as const).map(
    (one) => observation(one, 'copy', 0, 1000, { repetition_id: 1 }),
  )
  const copy = findHotspots([...broken, ...repeated], between).rows.find(
    ({ benchmark }) => benchmark === 'copy',
  )
  expect(copy?.pairs).toBe(20)
  const again = (['cpp@candidate', 'rust@candidate'] as const).flatMap((one) => [
    observation(one, 'sort', 3, 1, { repetition_id: 1 }),
  ])
  expect(
    findHotspots([...twoArms(), ...again], between).rows.find(({ benchmark }) => benchmark === 'sort')?.pairs,
  ).toBe(20)
})

test('rows that only one side has, or in which they do other work, are left out with the reason', () => {
  const other = (['baseline', 'candidate'] as const).map((revision) =>
    validation(`rust@${revision}`, 'sort', { fingerprint: 'other' }),
  )
  expect(findHotspots([...twoArms(), ...other], between).left_out).toEqual([
    { benchmark: 'sort', dataset: '1000', reason: 'the arms have different inputs' },
  ])
})

test.each([
  [
    'an unknown implementation',
    { ...between, candidate: 'rust@candidat' },
    /did you mean rust@candidate\?.*cpp@baseline/,
  ],
  ['one implementation twice', { ...between, candidate: 'cpp@candidate' }, /both sides are cpp@candidate/],
])('%s is an error that says what to give', (_, request, message) => {
  expect(() => findHotspots(twoArms(), request)).toThrow(UserError)
  expect(() => findHotspots(twoArms(), request)).toThrow(message)
})

test('no common row is an error', () => {
  const events = [run(['cpp', 'rust']), ...measured('cpp', { sort: 0 }), ...ready('rust', ['copy']), summary]
  expect(() => findHotspots(events, between)).toThrow(/no row in common/)
})

test('work that the optimiser deleted is left out', () => {
  const nothing = blocks('rust', 'sort', { baseline: quiet(100), candidate: quiet(0.001) })
  const events = twoArms().filter(
    (event) =>
      event.type !== 'observation' || event.case !== 'sort' || !event.implementation.startsWith('rust'),
  )
  expect(findHotspots([...events, ...nothing], between).left_out).toMatchObject([
    { benchmark: 'sort', reason: expect.stringContaining('the optimiser deleted the work') },
  ])
})

test('a row that was wrong in a timed batch is left out, with its reason', () => {
  const wrong = fault('rust@candidate', 'copy', 9, { fault: 'wrong-output', reason: 'so' })
  const events = twoArms().map((event) =>
    event.type === 'observation' &&
    event.case === 'copy' &&
    event.implementation === 'rust@candidate' &&
    event.block_id === wrong.block_id
      ? wrong
      : event,
  )
  const { rows, left_out } = findHotspots(events, between)
  expect(rows.map(({ benchmark }) => benchmark)).toEqual(['sort'])
  expect(left_out).toEqual([
    { benchmark: 'copy', dataset: '1000', reason: expect.stringMatching(/^rust is wrong-result: /) },
  ])
})
