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

/** The rows of each revision of a Criterion target whose benchmark `a/b/3` panics at these revisions. */
async function rowsWithPanicAt(panics: readonly string[], exclude = '[]') {
  const text = `version: 1\narms:\n  rust:\n    build: {driver: command, run: [[make]], output: rust}\n    harness: criterion\nbenchmarks: {exclude: ${exclude}}\n`
  const decoded = decodeConfig(text, 'pairgate.yml')
  if (decoded.kind === 'mistakes') throw new Error(JSON.stringify(decoded.mistakes))
  const programs: Programs = new Map(
    [...PROGRAMS.values()].map((program, index) => {
      const name: Implementation = index === 0 ? 'rust@baseline' : 'rust@candidate'
      return [name, { ...program, path: name }]
    }),
  )
  const measured = new Map([
    [
      '/s/new/benchmark.json',
      '{"group_id": "a", "function_id": "b", "value_str": "3", "throughput": null, "full_id": "a/b/3"}',
    ],
    ['/s/new/sample.json', '{"iters": [1], "times": [10]}'],
  ])
  let files = new Map<string, string>()
  const host = fakeHost((implementation, args) => {
    const isList = args.includes('--list')
    const stdout = isList && !args.includes('^$') ? 'a/b/3: benchmark\n' : ''
    const isPanic = !isList && panics.includes(implementation)
    files = isList || isPanic ? new Map() : measured
    return { kind: 'exited', code: isPanic ? 101 : 0, stdout, stderr: isPanic ? 'boom\n' : '', wallMs: 1 }
  })
  host.files.remove = async () => {}
  host.files.makeDirectory = async () => {}
  host.files.listRecursively = async () => [...files.keys()]
  host.files.size = async () => 1
  host.files.readText = async (path) => files.get(path) ?? ''
  const { config } = decoded
  const events = await collect(listRows({ ...setting(), config, baselineConfig: config }, programs, host))
  return events.flatMap((event) => {
    if (event.type !== 'listing') throw new Error(event.type)
    return event.rows.map(({ benchmark, dataset, failure = null }) => ({
      of: event.implementation,
      row: [benchmark, dataset],
      failure,
    }))
  })
}

test('a benchmark that panics at one revision is the row that the other revision has, with why', async () => {
  const failure = 'exited with code 101: "boom"'
  for (const broken of ['rust@baseline', 'rust@candidate'] as const) {
    const rows = await rowsWithPanicAt([broken])
    expect(rows).toContainEqual({ of: broken, row: ['a/b', '3'], failure })
    expect(rows.filter(({ of }) => of !== broken)).toMatchObject([{ row: ['a/b', '3'], failure: null }])
  }
})

test('one that panics at both is one row by its whole name', async () => {
  const rows = await rowsWithPanicAt(['rust@baseline', 'rust@candidate'])
  expect(rows.map(({ row }) => row)).toEqual([
    ['a/b/3', ''],
    ['a/b/3', ''],
  ])
})

test('one that is left out is not run', async () => {
  expect(await rowsWithPanicAt(['rust@baseline', 'rust@candidate'], '[^a/b/3$]')).toEqual([])
})
