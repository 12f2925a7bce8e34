import { expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event } from '../../src/model/event.ts'
import type { Load } from '../../src/model/load.ts'
import { wholeLog } from './log.ts'

function load(others_pct: number, over: Partial<Load> = {}): Load {
  return {
    cpus: 2,
    others_pct,
    runnable: 3,
    throttled: null,
    quota_stops: null,
    temperature_c: null,
    ...over,
  }
}

/** A log with a regression, on a machine with these loads, of which three blocks in four may be disturbed. */
function log(before: Load | null, during: Load | null, isDisturbed = false): Event[] {
  const machine: Event = {
    type: 'machine',
    lock: 'locked /run/lock/pairgate.lock',
    lock_waited_ms: 0,
    idle_waited_ms: 1000,
    load: before,
    notes: [],
  }
  const events = wholeLog({ sort: 10 }).map((event) =>
    isDisturbed && event.type === 'observation' && event.block_id % 4 !== 0
      ? { ...event, disturbed: true }
      : event,
  )
  const last = events.at(-1)
  return [
    ...events.slice(0, -1),
    machine,
    ...(during === null ? [] : [{ type: 'load', load: during } as const]),
    ...(last === undefined ? [] : [last]),
  ]
}

test('a machine that was busy before anything was timed and stayed so makes the run invalid, never a regression', () => {
  const result = reduce(log(load(100), load(75)), '')
  expect(result.conclusion).toBe('invalid')
  expect(result.troubles).toEqual([
    {
      arm: null,
      reason:
        'the machine was busy with something else all through: before anything was timed other processes take 100 % of 2 CPUs, 3 ready to run, and while the blocks were measured other processes take 75 % of 2 CPUs, 3 ready to run: keep it to this job and measure again',
    },
  ])
  expect(result.summary.headline).toContain('busy with something else all through')
})

test('so does one that was busy before and disturbed most blocks', () => {
  expect(reduce(log(load(100), load(40), true), '').conclusion).toBe('invalid')
  expect(reduce(log(load(100), null, true), '').conclusion).toBe('invalid')
})

test('so does one that was busy during the blocks and disturbed most of them, calm or not looked at before', () => {
  expect(reduce(log(load(5), load(100), true), '').conclusion).toBe('invalid')
  expect(reduce(log(null, load(100), true), '').conclusion).toBe('invalid')
})

test.each([
  ['busy before alone', load(100), load(5), false],
  ['busy during alone', load(5), load(90), false],
  ['one neighbour all through', load(50), load(50), true],
  ['disturbed, and never looked at', null, null, true],
  ['busy during, and not looked at before', null, load(100), false],
])('%s leaves the verdict alone', (_, before, during, disturbed) => {
  expect(reduce(log(before, during, disturbed), '').conclusion).toBe('regression')
})

test('a busy machine, heat and a quota are doubts about the run', () => {
  const during = load(90, { throttled: 3, quota_stops: 7, temperature_c: 97 })
  expect(reduce(log(load(30), during), '').warnings).toEqual([
    { kind: 'busy-machine', when: 'before', load: load(30) },
    { kind: 'busy-machine', when: 'during', load: during },
    { kind: 'throttled', times: 3, temperature_c: 97 },
    { kind: 'quota-stops', times: 7 },
  ])
})

test('a calm machine is told and doubted by nothing', () => {
  const result = reduce(log(load(1), load(2, { throttled: 0, quota_stops: 0 })), '')
  expect(result.warnings).toEqual([])
  expect(result.machine).toMatchObject({
    lock: 'locked /run/lock/pairgate.lock',
    before: { others_pct: 1 },
    during: { others_pct: 2 },
  })
})

test('a log in which nothing was measured has no machine', () => {
  expect(reduce(wholeLog({ sort: 0 }), '').machine).toBeNull()
})
