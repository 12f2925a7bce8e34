import { expect, test } from 'vitest'
import { tune } from '../../src/analysis/tune.ts'
import type { Event } from '../../src/model/event.ts'
import { UserError } from '../../src/model/failure.ts'
import {
  blocks,
  build,
  calibration,
  fault,
  identity,
  listing,
  observation,
  quiet,
  run,
  summary,
  validation,
} from './log.ts'

/** Two arms whose candidates take these times, in µs, by dataset; the scale is the dataset. */
function log(
  times: Readonly<Record<string, Readonly<Record<string, number>>>>,
  scales?: readonly string[],
): Event[] {
  const arms = Object.keys(times)
  return [
    run(arms),
    ...arms.flatMap((arm) => {
      const datasets = Object.entries(times[arm] ?? {})
      const rows = datasets.map(([dataset], index) => ({ dataset, scale: scales?.[index] ?? dataset }))
      return (['baseline', 'candidate'] as const).flatMap((revision) => [
        build(`${arm}@${revision}`),
        identity(arm, false),
        listing(`${arm}@${revision}`, rows),
        ...datasets.flatMap(([dataset_id]) => [
          validation(`${arm}@${revision}`, 'sort', { dataset_id }),
          calibration(`${arm}@${revision}`, 'sort', { dataset_id }),
        ]),
      ])
    }),
    ...arms.flatMap((arm) =>
      Object.entries(times[arm] ?? {}).flatMap(([dataset_id, us]) =>
        // The baseline is slow everywhere: candidates alone are chosen between.
        blocks(arm, 'sort', { baseline: quiet(1e6), candidate: quiet(us) }, { dataset_id }),
      ),
    ),
    summary,
  ]
}

const tuned = (events: readonly Event[]) => tune(events).benchmarks[0]

test('the winner changes where the other arm’s median becomes the smaller one', () => {
  const benchmark = tuned(log({ cpp: { 10: 1, 100: 9, 1000: 90 }, rust: { 10: 2, 100: 8, 1000: 80 } }))
  expect(benchmark?.datasets.map(({ dataset, winner }) => [dataset, winner])).toEqual([
    ['10', 'cpp'],
    ['100', 'rust'],
    ['1000', 'rust'],
  ])
  expect(benchmark?.crossover).toEqual({ kind: 'found', below: 'cpp', at_or_above: 'rust', dataset: '100' })
  expect(benchmark?.datasets[0]?.medians_us).toEqual({
    cpp: expect.closeTo(1, 1),
    rust: expect.closeTo(2, 1),
  })
})

test('datasets go by their scale as a number, and by the list where one is none', () => {
  const times = { cpp: { b: 1, a: 9 }, rust: { b: 2, a: 8 } }
  expect(tuned(log(times, ['900', '1e3']))?.datasets.map(({ dataset }) => dataset)).toEqual(['b', 'a'])
  expect(tuned(log(times, ['1000', '200']))?.datasets.map(({ dataset }) => dataset)).toEqual(['a', 'b'])
  expect(tuned(log(times, ['large', '1']))?.datasets.map(({ dataset }) => dataset)).toEqual(['b', 'a'])
})

test('exploratory and invalid observations choose nothing', () => {
  const events = log({ cpp: { 10: 2 }, rust: { 10: 3 } })
  const early = [0, 1, 2, 3, 4].map((block) =>
    observation('rust@candidate', 'sort', block - 5, 1, { dataset_id: '10', phase: 'exploratory' }),
  )
  const broken = fault('rust@candidate', 'sort', 0, { dataset_id: '10', repetition_id: 1 })
  expect(tuned([...events, ...early, broken])?.datasets[0]?.winner).toBe('cpp')
})

test('arms that do other work, or one arm alone, have no winner and say why', () => {
  const other = (['baseline', 'candidate'] as const).map((revision) =>
    validation(`rust@${revision}`, 'sort', { dataset_id: '10', fingerprint: 'other' }),
  )
  expect(tuned([...log({ cpp: { 10: 2 }, rust: { 10: 1 } }), ...other])).toMatchObject({
    crossover: { kind: 'inconclusive' },
    datasets: [{ winner: null, reason: 'the arms do not do the same work' }],
  })
  expect(tuned(log({ cpp: { 10: 2 }, rust: {} }))).toMatchObject({
    datasets: [{ winner: null, reason: 'fewer than two arms were measured' }],
  })
})

test('a run of one arm has nothing to choose', () => {
  expect(() => tune(log({ cpp: { 10: 1 } }))).toThrow(UserError)
})

test('work that the optimiser deleted is won by nobody', () => {
  expect(tuned(log({ cpp: { 10: 0.001 }, rust: { 10: 5 } }))).toMatchObject({
    datasets: [{ winner: null, reason: 'fewer than two arms were measured: cpp is invalid' }],
  })
})

test('an arm that was wrong in a single timed batch is never chosen', () => {
  const events = log({ cpp: { 10: 9 }, rust: { 10: 8 } })
  const wrong = fault('rust@candidate', 'sort', 9, {
    dataset_id: '10',
    fault: 'wrong-output',
    reason: 'the output was 42 and is 41',
  })
  const isReplaced = (event: Event) =>
    event.type === 'observation' &&
    event.implementation === 'rust@candidate' &&
    event.block_id === wrong.block_id
  const [dataset] = tuned(events.flatMap((event) => (isReplaced(event) ? [wrong] : [event])))?.datasets ?? []
  expect(dataset).toMatchObject({
    winner: null,
    reason: 'fewer than two arms were measured: rust is wrong-result',
    medians_us: { cpp: expect.closeTo(9, 1) },
  })
})

test('arms are compared in the blocks that they share, not in those of a confirmation of one of them', () => {
  const events = log({ cpp: { 10: 10 }, rust: { 10: 10.5 } })
  // Measured again alone, on a machine that had become faster.
  const again = blocks(
    'rust',
    'sort',
    { baseline: quiet(1e6, 60), candidate: quiet(9, 60) },
    { dataset_id: '10' },
  ).filter(({ block_id }) => block_id >= 25)
  const [dataset] = tuned([...events.slice(0, -1), ...again, summary])?.datasets ?? []
  expect(dataset?.winner).toBe('cpp')
})
