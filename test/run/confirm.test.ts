import { expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event, EventOf } from '../../src/model/event.ts'
import type { Implementation } from '../../src/model/implementation.ts'
import { confirmRows } from '../../src/run/confirm.ts'
import { measureRows } from '../../src/run/measure.ts'
import { recorded } from '../../src/run/record.ts'
import { checked, ready, run, summary } from '../analysis/log.ts'
import { collect, fakeHost, measurement, type Program, row, setting } from './fakes.ts'

const BOTH_ARMS: Implementation[] = ['cpp@baseline', 'rust@baseline', 'cpp@candidate', 'rust@candidate']

/** A whole run of two rows in two arms, whose programs take as many ns a call as `cost` says. */
async function measured(
  cost: (implementation: Implementation, benchmark: string, count: number) => number,
  confirm?: number,
): Promise<Event[]> {
  const asked = setting('', { protocol: 'regression-gate', ...(confirm === undefined ? {} : { confirm }) })
  const chosen = {
    ...asked,
    protocol: { ...asked.protocol, confirmation_rounds: confirm ?? asked.protocol.confirmation_rounds },
  }
  const counts = new Map<string, number>()
  const program: Program = (implementation, args) => {
    const benchmark = args[args.indexOf('--benchmark') + 1] ?? ''
    const key = `${implementation} ${benchmark}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    // A little scatter that is the same for both sides.
    return measurement(10 * cost(implementation, benchmark, count) * (1 + ((count * 7) % 5) / 1000))
  }
  const host = fakeHost(program)
  const limit = { startedMs: 0, runMs: 3_600_000, clock: host.clock }
  const rows = ['copy', 'sort'].map((benchmark) => row(BOTH_ARMS, benchmark))
  const log: Event[] = [
    run(['cpp', 'rust'], { protocol: chosen.protocol }),
    ...['cpp', 'rust'].flatMap((arm) => [
      ...ready(arm, ['copy', 'sort']),
      ...checked(arm, 'copy'),
      ...checked(arm, 'sort'),
    ]),
  ]
  await collect(recorded(log, measureRows(chosen, rows, limit, host)))
  await collect(recorded(log, confirmRows(chosen, rows, log, host)))
  return [...log, summary]
}

const schedules = (events: readonly Event[]): EventOf<'schedule'>[] =>
  events.filter((event) => event.type === 'schedule')

const rowOf = (events: readonly Event[], id: string) =>
  reduce(events, '').comparisons.find((one) => one.id === id)

test('a run that claims nothing is not measured again', async () => {
  expect(schedules(await measured(() => 1000))).toHaveLength(2)
})

test('the red pair alone is measured again, in as many fresh blocks behind all others, twice', async () => {
  const slower = (implementation: Implementation, benchmark: string) =>
    implementation === 'rust@candidate' && benchmark === 'sort' ? 1100 : 1000
  const events = await measured(slower)
  expect(schedules(events).slice(2)).toMatchObject([
    { case: 'sort', arms: ['rust'], first_block: 25, blocks: 20 },
    { case: 'sort', arms: ['rust'], first_block: 45, blocks: 20 },
  ])
  const again = events.filter((event) => event.type === 'observation' && event.block_id >= 25)
  expect(again).toHaveLength(2 * 2 * 20)
  const red = rowOf(events, 'rust/sort/1000')
  expect(red).toMatchObject({ verdict: 'regression', confirmation: { reproduced: true } })
  expect(red?.samples.block_ids).toHaveLength(60)
  expect(red?.confirmation?.parts).toMatchObject([
    { first_block: 5, blocks: 20, verdict: 'regression' },
    { first_block: 25, blocks: 20, verdict: 'regression' },
    { first_block: 45, blocks: 20, verdict: 'regression' },
  ])
  expect(rowOf(events, 'cpp/sort/1000')).toMatchObject({ verdict: 'equivalent', confirmation: null })
})

test('a slowdown that does not come back is none: the verdict is over all blocks', async () => {
  // Of 25 observations, exploratory ones included, the candidate's last 20 are slower; the fresh ones are not.
  const passing = (implementation: Implementation, benchmark: string, count: number) =>
    implementation === 'cpp@candidate' && benchmark === 'copy' && count < 25 ? 1050 : 1000
  const events = await measured(passing)
  const row = rowOf(events, 'cpp/copy/1000')
  expect(schedules(events)).toHaveLength(3)
  expect(row?.verdict).not.toBe('regression')
  expect(row?.confirmation).toMatchObject({
    reproduced: false,
    parts: [{ verdict: 'regression' }, { verdict: 'equivalent' }],
  })
  expect(reduce(events, '').conclusion).toBe('pass')
})

test('an improvement is measured again too', async () => {
  const faster = (implementation: Implementation, benchmark: string) =>
    implementation === 'cpp@candidate' && benchmark === 'copy' ? 900 : 1000
  const events = await measured(faster)
  expect(schedules(events).slice(2)).toMatchObject([{ arms: ['cpp'] }, { arms: ['cpp'] }])
  expect(rowOf(events, 'cpp/copy/1000')).toMatchObject({
    verdict: 'improvement',
    confirmation: { reproduced: true },
  })
})

test('no row is confirmed where that was asked for', async () => {
  const slower = (implementation: Implementation) => (implementation === 'cpp@candidate' ? 1100 : 1000)
  const events = await measured(slower, 0)
  expect(schedules(events)).toHaveLength(2)
  expect(rowOf(events, 'cpp/sort/1000')).toMatchObject({ verdict: 'regression', confirmation: null })
})

test('a log that ends within a confirmation has no verdict for the row', async () => {
  const slower = (implementation: Implementation) => (implementation === 'cpp@candidate' ? 1100 : 1000)
  const events = await measured(slower)
  const cut = events.filter((event) => event.type !== 'observation' || event.block_id < 30)
  expect(rowOf(cut.slice(0, -1), 'cpp/sort/1000')).toMatchObject({
    status: 'invalid',
    reason: 'incomplete: 25 of 60 blocks',
  })
  expect(rowOf(cut, 'cpp/sort/1000')).toMatchObject({
    status: 'invalid',
    reason: 'only 25 of 60 blocks have a pair',
  })
})
