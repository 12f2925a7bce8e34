import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { conclusionOf, processStart, selfComparison } from '../src/analysis/checkup.ts'
import { reduce } from '../src/analysis/reduce.ts'
import { examine } from '../src/examine.ts'
import { createHost } from '../src/host/host.ts'
import { wholeLog } from './analysis/log.ts'
import { ALONE } from './command-line.ts'

const headers = resolve(import.meta.dirname, '../harness/cpp')

async function examined(environment: Record<string, string | undefined>, plantedPct: number) {
  const directory = mkdtempSync(join(tmpdir(), 'pairgate-examined-'))
  const host = createHost({
    environment: { ...environment, ...ALONE },
    signal: new AbortController().signal,
    log: () => {},
    echo: () => {},
  })
  const plan = { directory, headers, repetitions: 2, planted: { repetitions: 3, pct: plantedPct } }
  const checkup = await examine(plan, host, () => {})
  rmSync(directory, { recursive: true, force: true })
  return checkup
}

test('a machine is examined with the stages of the gate, which finds a large planted slowdown each time and alarms nowhere else', async () => {
  // So large that no noise of a busy machine hides it.
  const {
    self_comparison: self,
    usable,
    conclusion,
    toolchains,
    process_start,
  } = await examined(process.env, 300)
  if (self.kind === 'failed') throw new Error(self.reason)
  expect(self.workloads.map(({ name, comparisons }) => [name, comparisons])).toEqual([
    ['compute', 2],
    ['memory', 2],
    ['branches', 2],
    ['allocation', 2],
  ])
  expect(self.detected).toMatchObject({ planted_pct: 300, of: 3, count: 3 })
  expect(self.false_alarms).toMatchObject({ of: 8, count: 0 })
  expect(usable).toBe(true)
  expect(conclusion).toMatch(/this machine.* sees a slowdown of [\d.]+ % to [\d.]+ %/)
  expect(toolchains).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'g++ -flto', lto: 'works' })]),
  )
  expect(process_start).toMatchObject({ samples: 50, floor_us: 25 })
})

test('a machine without any compiler is not usable, and the reason says what to install', async () => {
  const { toolchains, self_comparison, usable } = await examined({ PATH: '/no/such/place' }, 5)
  expect(toolchains.map(({ lto }) => lto)).toEqual(['absent', 'absent', 'absent', 'absent'])
  expect(self_comparison).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('apt-get install g++'),
  })
  expect(usable).toBe(false)
})

test('start times come to their median and spread, and to whether the floor is fair', () => {
  // Quartiles of 100, 110, 120, 130, 140 are 110 and 130.
  expect(processStart([140, 100, 120, 110, 130], 25)).toEqual({
    median_us: 120,
    iqr_us: 20,
    samples: 5,
    floor_us: 25,
    floor_is_fair: true,
  })
  expect(processStart([], 25)).toBeNull()
})

test('planted rows count as detected, all others as false alarms, each with its interval', () => {
  const self = selfComparison(reduce(wholeLog({ compute: 1, memory: 10, planted: 10 }), ''), 5)
  if (self.kind === 'failed') throw new Error(self.reason)
  expect(self).toMatchObject({
    workloads: [
      { name: 'compute', comparisons: 1, blocks: 20 },
      { name: 'memory', comparisons: 1, blocks: 20 },
    ],
    false_alarms: { of: 2, count: 1 },
    detected: { of: 1, count: 1, planted_pct: 5, high_pct: 100 },
  })
  expect(self.workloads[1]?.worst_false_delta_pct).toBeCloseTo(10, 5)
  expect(conclusionOf({ ...self, others_pct: 60 })).toMatch(
    /^In 20 blocks this machine, while others took 60 % of its CPUs, sees a slowdown of .* 10\.0 %, and 1 of them was called a regression .*; of 1 planted slowdowns of 5 % it found 1 \(/,
  )
})

test('a row that was not measured makes the examination fail, not its rates look better', () => {
  const whole = reduce(wholeLog({ compute: 1, planted: 10 }), '')
  const comparisons = whole.comparisons.map((row) =>
    row.benchmark === 'planted'
      ? { ...row, status: 'invalid' as const, verdict: null, reason: 'it crashed' }
      : row,
  )
  expect(selfComparison({ ...whole, comparisons }, 5)).toEqual({ kind: 'failed', reason: 'it crashed' })
  expect(selfComparison({ ...whole, comparisons: [] }, 5)).toMatchObject({ kind: 'failed' })
})
