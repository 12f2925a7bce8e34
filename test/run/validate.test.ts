import { expect, test } from 'vitest'
import { standingRows } from '../../src/analysis/rows.ts'
import type { Event } from '../../src/model/event.ts'
import type { Implementation } from '../../src/model/implementation.ts'
import { validateRows } from '../../src/run/validate.ts'
import { identity, listing, ready, run } from '../analysis/log.ts'
import { collect, exited, fakeHost, type Program, setting } from './fakes.ts'

const IMPLEMENTATIONS: Implementation[] = ['cpp@baseline', 'cpp@candidate']
const programs = new Map(
  IMPLEMENTATIONS.map(
    (name) =>
      [
        name,
        {
          path: name,
          checkout: '/',
          cwd: '/',
          scratch: '/scratch',
          sha256: 'x',
          sharedObjects: new Map(),
        },
      ] as const,
  ),
)
const fine = { status: 'ok', fingerprint: 'f', output: '42', expected: '42' }

/** A candidate that lists `fresh` beside the baseline's `sort`, and no longer `old`. */
const listed = [
  run(),
  ...ready('cpp', []),
  listing('cpp@baseline', ['old', 'sort']),
  listing('cpp@candidate', ['sort', 'fresh']),
]

async function validated(program: Program, log: readonly Event[] = listed): Promise<Event[]> {
  return collect(validateRows(setting(), programs, log, fakeHost(program)))
}

const names = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'validation' ? [`${event.implementation} ${event.case}`] : []))

test('rows of both revisions and new ones are run once, removed ones are not', async () => {
  expect(names(await validated(() => exited(fine)))).toEqual([
    'cpp@baseline sort',
    'cpp@candidate sort',
    'cpp@candidate fresh',
  ])
})

test('rows of identical programs are not run', async () => {
  const log = [...listed, identity('cpp', true)]
  expect(names(await validated(() => exited(fine), log))).toEqual(['cpp@candidate fresh'])
})

test.each([
  ['crashes', exited({}, 139, 'boom'), 'invalid'],
  ['misses its reference', exited({ ...fine, output: '41' }), 'wrong-result'],
  ['cannot run here', exited({ status: 'unsupported', reason: 'no AVX' }), 'skipped'],
  ['is right', exited(fine), 'new'],
] as const)('a new row that %s is settled by that', async (_, outcome, status) => {
  const events = await validated((__, args) => (args.includes('fresh') ? outcome : exited(fine)))
  const fresh = standingRows([...listed, ...events]).find(({ benchmark }) => benchmark === 'fresh')
  expect(fresh?.standing).toMatchObject({ kind: 'settled', status })
  expect(events.some(({ type }) => type === 'validation_failure')).toBe(status === 'wrong-result')
})

test('a tolerance of 1 or more, which anything meets, is refused', async () => {
  const loose = exited({ ...fine, output: '41', tolerance: 1 })
  const events = await validated(() => loose)
  expect(events[0]).toMatchObject({ status: 'failed', reason: expect.stringContaining('tolerance') })
})
