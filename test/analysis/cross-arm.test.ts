import { expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event, EventOf } from '../../src/model/event.ts'
import { blocks, checked, edit, measured, quiet, ready, run, summary, validation } from './log.ts'

const crossArm = (events: readonly Event[]) => reduce(events, '').cross_arm.rows

/** The arms cpp and rust with one row; rust's candidate takes twice the time of cpp's. */
function twoArms(
  rust: Partial<EventOf<'validation'>> = {},
  cpp: Partial<EventOf<'validation'>> = {},
): Event[] {
  return [
    run(['cpp', 'rust']),
    ...measured('cpp', { sort: 0 }),
    ...ready('rust', ['sort']),
    ...checked('rust', 'sort'),
    ...blocks('rust', 'sort', { baseline: quiet(50), candidate: quiet(200) }),
    ...(['baseline', 'candidate'] as const).flatMap((revision) => [
      validation(`rust@${revision}`, 'sort', rust),
      validation(`cpp@${revision}`, 'sort', cpp),
    ]),
    summary,
  ]
}

test('another arm’s candidate is held against the first arm’s by the noise rule', () => {
  expect(crossArm(twoArms())).toEqual([
    {
      benchmark: 'sort',
      dataset: '1000',
      category: 'algorithms',
      arm: 'rust',
      against: 'cpp',
      reason: null,
      noise: expect.objectContaining({ outcome: 'loss', ratio: 2, best_ratio: 2 }),
    },
  ])
})

test('arms that disagree without a reference are not comparable with each other, and only that', () => {
  const log = twoArms({ output: '7', expected: null }, { expected: null })
  expect(crossArm(log)).toMatchObject([{ reason: 'the arms give different outputs', noise: null }])
  expect(reduce(log, '').comparisons.map(({ status }) => status)).toEqual(['measured', 'measured'])
})

test('arms that are both right by one reference may differ within its tolerance', () => {
  const within = { expected: '1', tolerance: 0.001 }
  expect(crossArm(twoArms({ ...within, output: '0.9992' }, { ...within, output: '1.0008' }))).toMatchObject([
    { reason: null },
  ])
})

test('arms with different references do different work', () => {
  expect(crossArm(twoArms({ output: '7', expected: '7' }))).toMatchObject([
    { reason: 'the arms have different references', noise: null },
  ])
})

test('arms with different inputs are not comparable', () => {
  expect(crossArm(twoArms({ fingerprint: 'f2' }))).toMatchObject([
    { reason: 'the arms have different inputs', noise: null },
  ])
})

test('without samples the reason says so', () => {
  const log = edit(twoArms(), (event) =>
    event.type === 'identity' && event.arm === 'cpp' ? { ...event, identical: true } : event,
  )
  expect(crossArm(log)).toMatchObject([{ reason: 'no samples: cpp is identical', noise: null }])
})

test('a row that only one arm has is in no pair of arms', () => {
  expect(
    crossArm([run(['cpp', 'rust']), ...measured('cpp', { sort: 0 }), ...measured('rust', { sum: 0 })]),
  ).toEqual([])
})

test('each arm is counted against the first: outcomes, geometric means by category, and its slowest row', () => {
  const names = ['copy', 'sort', 'sum']
  const candidates = { copy: 100, sort: 200, sum: 50 }
  const { arms } = reduce(
    [
      run(['cpp', 'rust']),
      ...measured('cpp', { copy: 0, sort: 0, sum: 0 }),
      ...ready('rust', names),
      ...names.flatMap((name) => checked('rust', name)),
      ...Object.entries(candidates).flatMap(([name, us]) =>
        blocks('rust', name, { baseline: quiet(100), candidate: quiet(us) }),
      ),
      summary,
    ],
    '',
  ).cross_arm
  expect(arms).toEqual([
    {
      arm: 'rust',
      against: 'cpp',
      win: 1,
      parity: 1,
      loss: 1,
      geometric_mean: { ratio: expect.closeTo(1, 9), rows: 3 },
      categories: [{ category: 'algorithms', ratio: expect.closeTo(1, 9), rows: 3 }],
      slowest: { benchmark: 'sort', dataset: '1000', ratio: 2 },
    },
  ])
})

test('a run of one arm, and arms without a common row, have no summary', () => {
  expect(reduce([run(), ...measured('cpp', { sort: 0 }), summary], '').cross_arm).toEqual({
    rows: [],
    arms: [],
  })
  const apart = [
    run(['cpp', 'rust']),
    ...measured('cpp', { sort: 0 }),
    ...measured('rust', { copy: 0 }),
    summary,
  ]
  expect(reduce(apart, '').cross_arm.arms).toEqual([])
})

test('an arm that is faster by more than four decimals can tell still has its means', () => {
  const events = edit(twoArms(), (event) =>
    event.type === 'observation' && event.implementation.startsWith('cpp') && event.elapsed_us !== null
      ? { ...event, elapsed_us: event.elapsed_us * 1e7 }
      : event,
  )
  const { rows, arms } = reduce(events, '').cross_arm
  expect(rows[0]?.noise).toMatchObject({ outcome: 'win', ratio: 0 })
  expect(arms[0]?.geometric_mean.ratio).toBeCloseTo(2e-7, 9)
  expect(arms[0]?.slowest.ratio).toBeCloseTo(2e-7, 9)
})
