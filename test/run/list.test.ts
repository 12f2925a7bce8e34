import { expect, test } from 'vitest'
import { configChanges } from '../../src/model/config-changes.ts'
import { decodeConfig } from '../../src/model/config-text.ts'
import type { Event } from '../../src/model/event.ts'
import type { Implementation } from '../../src/model/implementation.ts'
import { listRows } from '../../src/run/list.ts'
import type { Programs } from '../../src/run/program.ts'
import { collect, fakeHost, setting } from './fakes.ts'

function configOf(harness: string) {
  const text = `version: 1\narms:\n  cpp:\n    build: {driver: command, run: [[make]], output: cpp}\n    harness: ${harness}\n`
  const decoded = decodeConfig(text, 'pairgate.yml')
  if (decoded.kind === 'mistakes') throw new Error(JSON.stringify(decoded.mistakes))
  return decoded.config
}

const PROGRAMS: Programs = new Map(
  (['cpp@baseline', 'cpp@candidate'] satisfies Implementation[]).map((name) => [
    name,
    {
      path: name,
      checkout: '/',
      cwd: '/',
      scratch: '/s',
      sha256: 'x',
      sharedObjects: new Map(),
    },
  ]),
)

async function rowsBy(baseline: string, candidate: string): Promise<Record<string, string[]>> {
  const chosen = {
    ...setting(),
    baselineConfig: configOf(baseline),
    config: configOf(candidate),
    arms: ['cpp'],
  }
  const host = fakeHost(() => ({ kind: 'exited', code: 0, stdout: '', stderr: '', wallMs: 1 }))
  const events = await collect(listRows(chosen, PROGRAMS, host))
  return Object.fromEntries(
    events.flatMap((event: Event) =>
      event.type === 'listing' ? [[event.implementation, event.rows.map(({ benchmark }) => benchmark)]] : [],
    ),
  )
}

test('workloads that the configuration names are those of each revision: others are new or removed', async () => {
  expect(
    await rowsBy('{name: key-value, benchmarks: [a, b]}', '{name: key-value, benchmarks: [b, c]}'),
  ).toEqual({ 'cpp@baseline': ['a', 'b'], 'cpp@candidate': ['b', 'c'] })
  expect(
    await rowsBy(
      '{name: command, benchmarks: {a: {}}}',
      '{name: command, benchmarks: {a: {output: same}, b: {}}}',
    ),
  ).toEqual({ 'cpp@baseline': ['a'], 'cpp@candidate': ['a', 'b'] })
})

test('a harness that changes its name is the candidate’s for both', async () => {
  expect(await rowsBy('pairgate', '{name: key-value, benchmarks: [a]}')).toEqual({
    'cpp@baseline': ['a'],
    'cpp@candidate': ['a'],
  })
})

test('a candidate that changes how a workload is run or checked is named', () => {
  const changes = configChanges(
    configOf('{name: command, benchmarks: {a: {output: same}}}'),
    configOf('{name: command, benchmarks: {a: {output: ignore}}}'),
  )
  expect(changes.map(({ path }) => path)).toEqual(['arms.cpp.harness'])
  expect(configChanges(configOf('pairgate'), configOf('{name: pairgate}'))).toEqual([])
})
