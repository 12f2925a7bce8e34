import { expect, test } from 'vitest'
import type { Event } from '../../src/model/event.ts'
import { UserError } from '../../src/model/failure.ts'
import type { Host } from '../../src/model/host.ts'
import type { Load } from '../../src/model/load.ts'
import type { Machine } from '../../src/model/machine.ts'
import { awaitCalm, type Hold, holdMachine, tellLoad } from '../../src/run/hold-machine.ts'
import { identity, listing, ready, run } from '../analysis/log.ts'
import { collect, exited, fakeHost, quietMachine, setting } from './fakes.ts'

const LOG: Event[] = [run(), ...ready('cpp', ['sort'])]
const HELD: Hold = { lock: { explanation: 'locked', waitedMs: 7 }, [Symbol.dispose]: () => {} }

function load(others_pct: number): Load {
  return { cpus: 2, others_pct, runnable: 1, throttled: null, quota_stops: null, temperature_c: null }
}

/** A host whose machine takes a second to look at and shows these loads one after the other, the last one for ever. */
function hostOf(loads: readonly (Load | null)[], over: Partial<Machine> = {}): Host & { lines: string[] } {
  let nowMs = 0
  let at = 0
  const host = fakeHost(() => exited({}))
  return {
    ...host,
    clock: { ...host.clock, monotonicMs: () => nowMs },
    machine: {
      ...quietMachine,
      watch: () => () => {
        const found = loads[Math.min(at, loads.length - 1)] ?? null
        at += 1
        return found
      },
      pause: async (ms) => {
        nowMs += ms
      },
      ...over,
    },
  }
}

async function machineEvent(host: Host, more = '') {
  const [event] = await collect(awaitCalm(setting(more), HELD, host))
  return event
}

const limitOf = (host: Host, runMs = 3_600_000) => ({ startedMs: 0, runMs, clock: host.clock })

test('a calm machine is looked at for a second', async () => {
  const host = hostOf([load(3)])
  expect(await machineEvent(host)).toEqual({
    type: 'machine',
    lock: 'locked',
    lock_waited_ms: 7,
    idle_waited_ms: 1000,
    load: load(3),
    notes: [],
  })
  expect(host.lines).toEqual([])
})

test('a busy machine is waited for until it is calm', async () => {
  const host = hostOf([load(100), load(50), load(10), load(100)])
  expect(await machineEvent(host)).toMatchObject({ idle_waited_ms: 3000, load: { others_pct: 10 } })
  expect(host.lines).toEqual([
    'other processes take 100 % of 2 CPUs, 1 ready to run: waiting for them, 2 min at most (timeouts.idle)',
  ])
})

test('one that stays busy is measured on all the same, past the limit', async () => {
  const found = await machineEvent(hostOf([load(100)]), 'timeouts: {idle: 5s}\n')
  expect(found).toMatchObject({ idle_waited_ms: 5000, load: { others_pct: 100 } })
})

test('a limit of nothing does not look', async () => {
  const found = await machineEvent(hostOf([load(100)]), 'timeouts: {idle: 0s}\n')
  expect(found).toMatchObject({ idle_waited_ms: 0, load: null })
})

test('a system that tells no load is not waited for', async () => {
  expect(await machineEvent(hostOf([null]))).toMatchObject({ load: null })
})

test('what power and frequency say against measuring is told', async () => {
  expect(await machineEvent(hostOf([load(1)], { powerNotes: () => ['on battery'] }))).toMatchObject({
    notes: ['on battery'],
  })
})

test('the load during the blocks is an event of its own', async () => {
  expect(await collect(tellLoad(() => load(4)))).toEqual([{ type: 'load', load: load(4) }])
  expect(await collect(tellLoad(() => null))).toEqual([])
})

test('where another run keeps the machine past the limit the run ends in trouble that says what to do', async () => {
  const limits: number[] = []
  const host = hostOf([], {
    lock: async (limitMs) => {
      limits.push(limitMs)
      return { kind: 'taken', path: '/run/lock/pairgate.lock', holder: 'process 7 of ann', waitedMs: limitMs }
    },
  })
  const seen: Event[] = []
  const stage = async () => {
    for await (const event of holdMachine(setting('timeouts: {lock: 10m}\n'), limitOf(host), LOG, host))
      seen.push(event)
  }
  await expect(stage()).rejects.toThrow(UserError)
  expect(seen).toEqual([
    {
      type: 'trouble',
      arm: null,
      reason:
        'another run measures on this machine: process 7 of ann (/run/lock/pairgate.lock), and 10 min of waiting were not enough',
    },
  ])
  expect(limits).toEqual([600_000])
})

test('another run is waited for no longer than the run may take', async () => {
  const limits: number[] = []
  const host = hostOf([], {
    lock: async (limitMs) => {
      limits.push(limitMs)
      return quietMachine.lock(limitMs)
    },
  })
  await collect(holdMachine(setting(), limitOf(host, 60_000), LOG, host))
  expect(limits).toEqual([60_000])
})

test('nothing is locked or looked at where there is nothing to measure', async () => {
  const refuse = () => {
    throw new Error('not to be asked')
  }
  const host = hostOf([], { lock: refuse, watch: refuse })
  const log: Event[] = [
    run(),
    identity('cpp', true),
    listing('cpp@baseline', ['sort']),
    listing('cpp@candidate', ['sort']),
  ]
  const step = await holdMachine(setting(), limitOf(host), log, host).next()
  if (step.done !== true) throw new Error('an event')
  expect(await collect(awaitCalm(setting(), step.value, host))).toEqual([])
})
