import { expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event, EventOf } from '../../src/model/event.ts'
import { type Implementation, implementationOf, revisionNames } from '../../src/model/implementation.ts'
import { confirmRows } from '../../src/run/confirm.ts'
import { measureRows } from '../../src/run/measure.ts'
import { recorded } from '../../src/run/record.ts'
import { checked, ready, run, summary } from '../analysis/log.ts'
import { collect, fakeHost, measurement, type Program, row, setting } from './fakes.ts'

/** A whole run of two rows in two arms, whose programs take as many ns a call as `cost` says. */
async function measured(
  cost: (implementation: Implementation, benchmark: string, count: number) => number,
  confirm?: number,
  arms: readonly string[] = ['cpp', 'rust'],
  leftMs = 3_600_000,
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
  const implementations = revisionNames.flatMap((revision) =>
    arms.map((arm) => implementationOf(arm, revision)),
  )
  const rows = ['copy', 'sort'].map((benchmark) => row(implementations, benchmark))
  const log: Event[] = [
    run(arms, { protocol: chosen.protocol }),
    ...arms.flatMap((arm) => [
      ...ready(arm, ['copy', 'sort']),
      ...checked(arm, 'copy'),
      ...checked(arm, 'sort'),
    ]),
  ]
  await collect(recorded(log, measureRows(chosen, rows, limit, host)))
  const rest = { ...limit, runMs: host.clock.monotonicMs() + leftMs }
  await collect(recorded(log, confirmRows(chosen, rows, log, rest, host)))
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

test('a row that fresh blocks alone do not find slower has not reproduced, though it is red over all of them', async () => {
  // By 9 % in the first 20 blocks, by 2 % in the fresh ones: over 60 the median is among the latter.
  const fading = (implementation: Implementation, benchmark: string, count: number) =>
    implementation === 'cpp@candidate' && benchmark === 'copy'
      ? count < 25
        ? 1090
        : count < 35
          ? 1040
          : 1020
      : 1000
  const row = rowOf(await measured(fading, 1), 'cpp/copy/1000')
  expect(row).toMatchObject({
    verdict: 'regression',
    confirmation: { reproduced: false, parts: [{ verdict: 'regression' }, {}] },
  })
})

test('where the limit of the run leaves no time to measure again, what was found stands and says so', async () => {
  const slower = (implementation: Implementation) => (implementation === 'cpp@candidate' ? 1100 : 1000)
  // A round of two rows takes 2·20·2 observations of 5 ms.
  const events = await measured(slower, 2, ['cpp', 'rust'], 390)
  expect(schedules(events)).toHaveLength(2)
  expect(rowOf(events, 'cpp/sort/1000')).toMatchObject({
    verdict: 'regression',
    confirmation: null,
    warnings: expect.arrayContaining([{ kind: 'unconfirmed', rounds: 0, of: 2 }]),
  })
  expect(schedules(await measured(slower, 2, ['cpp', 'rust'], 410))).toHaveLength(4)
})

test('fresh blocks are as many as let either side of every pair come first equally often', async () => {
  const arms = ['a', 'b', 'c', 'd', 'e']
  const slower = (implementation: Implementation) => (/^[abc]@candidate/.test(implementation) ? 1100 : 1000)
  const [first, , again] = schedules(await measured(slower, 1, arms))
  expect([first?.blocks, again?.blocks]).toEqual([20, 24])
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
