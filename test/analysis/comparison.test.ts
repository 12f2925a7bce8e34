import { describe, expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event } from '../../src/model/event.ts'
import type { Comparison } from '../../src/model/result.ts'
import {
  blocks,
  calibration,
  checked,
  edit,
  fault,
  listing,
  observation,
  quiet,
  ready,
  run,
  summary,
  wholeLog,
} from './log.ts'

const SHA = 'e'.repeat(64)
const result = (events: readonly Event[]) => reduce(events, SHA)

function rowOf(events: readonly Event[], id = 'cpp/sort/1000'): Comparison {
  const row = result(events).comparisons.find((one) => one.id === id)
  if (row === undefined) throw new Error(`no row ${id}`)
  return row
}

/** A log of `sort` whose blocks were measured as given instead of quietly. */
function sortLog(observations: readonly Event[], more: readonly Event[] = []): Event[] {
  return [run(), ...ready('cpp', ['sort']), ...checked('cpp', 'sort'), ...more, ...observations, summary]
}

describe('a measured row', () => {
  // Baseline and candidate scatter alike, so every difference is 10 % of its baseline: 10 % of the median, 100.2 µs.
  const row = rowOf(wholeLog({ sort: 10 }))

  test('has the gate’s numbers', () => {
    expect(row).toMatchObject({
      status: 'measured',
      reason: null,
      verdict: 'regression',
      decision: 'slower',
      significant_regression: true,
      seed: '1',
      repeated_blocks: [],
      warnings: [],
    })
    expect(row.delta_pct).toBeCloseTo(10, 9)
    expect(row.speedup).toBeCloseTo(1 / 1.1, 9)
    expect(row.baseline_median_us).toBeCloseTo(100.2, 9)
    expect(row.candidate_median_us).toBeCloseTo(110.22, 9)
    expect(row.interval?.low).toBeGreaterThan(0)
    expect(row.interval_pct?.low).toBeGreaterThan(9)
    expect(row.noise).toMatchObject({ outcome: 'loss', ratio: 1.1 })
  })

  test('carries its samples and blocks, so that it explains its own verdict', () => {
    expect(row.samples.baseline_us).toEqual(quiet(100))
    expect(row.samples.candidate_us).toEqual(quiet(110.00000000000001))
    expect(row.samples.block_ids).toEqual(Array.from({ length: 20 }, (_, block) => block + 5))
  })

  test('says how large a slowdown it leaves possible', () => {
    expect(row.sensitivity?.at_most_pct).toBe(row.interval_pct?.high)
    expect(row.sensitivity?.blocks_to_settle).toBeNull()
  })

  test('has the median of the candidate itself, which need not be that of the baseline plus the difference', () => {
    const baseline = Array.from({ length: 20 }, (_, block) => [100, 110, 120, 130][block % 4] ?? 0)
    const candidate = Array.from({ length: 20 }, (_, block) => [140, 110, 120, 131][block % 4] ?? 0)
    expect(rowOf(sortLog(blocks('cpp', 'sort', { baseline, candidate }))).candidate_median_us).toBe(125.5)
  })
})

test.each([
  [0, 'equivalent'],
  [10, 'regression'],
  [-10, 'improvement'],
])('a change of %d %% is %s', (slowdown, verdict) => {
  expect(rowOf(wholeLog({ sort: slowdown })).verdict).toBe(verdict)
})

test('a row in doubt is inconclusive and says about how many blocks would settle it: an even number', () => {
  const candidate = quiet(100).map((us, block) => us * (block % 2 === 0 ? 0.93 : 1.08))
  const row = rowOf(sortLog(blocks('cpp', 'sort', { baseline: quiet(100), candidate })))
  expect(row.verdict).toBe('inconclusive')
  expect(row.sensitivity?.at_most_pct).toBeGreaterThan(3)
  const needed = row.sensitivity?.blocks_to_settle ?? Number.NaN
  expect(needed).toBeGreaterThan(20)
  expect(needed % 2).toBe(0)
})

test('the noise floor shrinks with the batch: the smaller one of both sides', () => {
  const log = edit(wholeLog({ sort: 10 }), (event) =>
    event.type === 'observation' && event.implementation === 'cpp@baseline'
      ? { ...event, iterations: 1 }
      : event,
  )
  // 25 µs over the baseline's median of 100.2 µs.
  expect(rowOf(log)).toMatchObject({ verdict: 'regression', noise: { outcome: 'parity', tolerance: 0.2495 } })
})

test('disturbed batches are counted for each side', () => {
  const log = edit(wholeLog({ sort: 0 }), (event) =>
    event.type === 'observation' && event.block_id === 9 && event.implementation === 'cpp@candidate'
      ? { ...event, disturbed: true }
      : event,
  )
  expect(rowOf(log).resources).toMatchObject({ baseline: { disturbed: 0 }, candidate: { disturbed: 1 } })
})

test('a program that keeps the fingerprint of its input to itself is a doubt', () => {
  const log = edit(wholeLog({ sort: 0 }), (event) =>
    event.type === 'observation' && event.block_id === 9 ? { ...event, input_checked: false } : event,
  )
  expect(rowOf(log).warnings).toEqual([{ kind: 'input-unchecked' }])
  expect(rowOf(wholeLog({ sort: 0 })).warnings).toEqual([])
})

test('a tolerance that differs between the revisions is a doubt', () => {
  const log = edit(wholeLog({ sort: 0 }), (event) =>
    event.type === 'validation' && event.implementation === 'cpp@candidate'
      ? { ...event, tolerance: 0.01 }
      : event,
  )
  expect(rowOf(log).warnings).toEqual([{ kind: 'tolerance-changed', baseline: null, candidate: 0.01 }])
})

describe('a row without a verdict', () => {
  const whole = () => blocks('cpp', 'sort', { baseline: quiet(100), candidate: quiet(100) })

  test('was repeated in vain', () => {
    const failing = [0, 1, 2].map((repetition_id) =>
      fault('cpp@candidate', 'sort', 19, { repetition_id, reason: `failure ${repetition_id}` }),
    )
    const kept = whole().filter((one) => one.block_id !== 24)
    const row = rowOf(sortLog([...kept, observation('cpp@baseline', 'sort', 19, 100), ...failing]))
    expect(row).toMatchObject({ status: 'invalid', verdict: null, delta_pct: null, repeated_blocks: [24] })
    expect(row.reason).toBe('only 19 of 20 blocks have a pair; the last reason: cpp@candidate: failure 2')
    expect(row.warnings).toEqual([{ kind: 'repeated-blocks', blocks: 1 }])
  })

  test('has a block without a pair beyond the protocol’s number', () => {
    const row = rowOf(sortLog([...whole(), fault('cpp@baseline', 'sort', 20)]))
    expect(row).toMatchObject({ status: 'invalid', reason: expect.stringContaining('cpp@baseline') })
  })

  test('lacks one of the blocks that were scheduled, however many the protocol has', () => {
    const schedule: Event = {
      type: 'schedule',
      case: 'sort',
      dataset_id: '1000',
      arms: ['cpp'],
      first_block: 5,
      blocks: 24,
    }
    const sides = { baseline: quiet(100, 23), candidate: quiet(100, 23) }
    const row = rowOf(sortLog(blocks('cpp', 'sort', sides), [schedule]))
    expect(row).toMatchObject({ status: 'invalid', reason: 'only 23 of 24 blocks have a pair' })
  })

  test('was scheduled fewer blocks than the protocol has', () => {
    const schedule: Event = {
      type: 'schedule',
      case: 'sort',
      dataset_id: '1000',
      arms: ['cpp'],
      first_block: 5,
      blocks: 3,
    }
    const sides = { baseline: quiet(100, 3), candidate: quiet(100, 3) }
    expect(rowOf(sortLog(blocks('cpp', 'sort', sides), [schedule])).status).toBe('invalid')
  })

  test('has a verdict again once a repeat gave the pair', () => {
    const kept = whole().filter((one) => one.block_id !== 24 || one.implementation === 'cpp@baseline')
    const again = (['cpp@baseline', 'cpp@candidate'] as const).map((implementation) =>
      observation(implementation, 'sort', 19, 100, { repetition_id: 1 }),
    )
    const row = rowOf(sortLog([...kept, fault('cpp@candidate', 'sort', 19), ...again]))
    expect(row).toMatchObject({ status: 'measured', verdict: 'equivalent', repeated_blocks: [24] })
  })

  test.each(['exploratory', 'confirmatory'] as const)(
    'gave a wrong output in a timed batch (%s)',
    (phase) => {
      const wrong = fault('cpp@candidate', 'sort', 20, {
        phase,
        fault: 'wrong-output',
        reason: 'was 42, is 43',
      })
      const log = sortLog([...whole(), wrong])
      expect(rowOf(log)).toMatchObject({ status: 'wrong-result', reason: 'the candidate: was 42, is 43' })
      expect(result(log).conclusion).toBe('wrong-result')
    },
  )

  test.each([
    ['cpp@baseline', 'wrong-output'],
    ['cpp@baseline', 'input-changed'],
    ['cpp@candidate', 'input-changed'],
  ] as const)('is invalid where %s has the fault %s', (implementation, kind) => {
    const log = sortLog([...whole(), fault(implementation, 'sort', 20, { fault: kind, reason: 'so' })])
    expect(rowOf(log)).toMatchObject({ status: 'invalid', reason: `${implementation}: so` })
  })

  test.each([
    ['crash', 'invalid', 'the candidate could not be calibrated: so'],
    ['wrong-output', 'wrong-result', 'the candidate: so'],
  ] as const)('could not be calibrated: %s', (kind, status, reason) => {
    const over = { valid: false, fault: kind, reason: 'so', elapsed_us: null }
    const log = sortLog([], [calibration('cpp@candidate', 'sort', over)])
    expect(rowOf(log)).toMatchObject({ status, reason })
  })

  test('was deleted by the optimiser at both revisions', () => {
    const nothing = quiet(0.001)
    const log = [
      run(),
      ...ready('cpp', ['sort', 'sum']),
      ...checked('cpp', 'sort'),
      ...checked('cpp', 'sum'),
      ...blocks('cpp', 'sort', { baseline: nothing, candidate: nothing }),
      ...blocks('cpp', 'sum', { baseline: quiet(100), candidate: quiet(100) }),
      summary,
    ]
    expect(rowOf(log)).toMatchObject({
      status: 'eliminated',
      reason: expect.stringContaining('1.0 turns of an empty loop'),
      delta_pct: null,
      noise: null,
    })
    expect(result(log).conclusion).toBe('pass')
  })

  test.each(['baseline', 'candidate'] as const)('was deleted by the optimiser at the %s only', (revision) => {
    const sides = { baseline: quiet(100), candidate: quiet(100), [revision]: quiet(0.001) }
    expect(rowOf(sortLog(blocks('cpp', 'sort', sides)))).toMatchObject({
      status: 'invalid',
      reason: expect.stringContaining(`at the ${revision} only`),
    })
  })

  test('has no finite ratio', () => {
    const sides = { baseline: quiet(1), candidate: quiet(0) }
    const row = rowOf(sortLog(blocks('cpp', 'sort', sides, { overhead_us: 0, cpu_us: null, iterations: 1 })))
    expect(row).toMatchObject({ status: 'invalid', verdict: null })
  })

  test('was never shown to the oracle', () => {
    const log = edit(wholeLog({ sort: 0 }), (event) =>
      event.type === 'validation' && event.implementation === 'cpp@baseline' ? null : event,
    )
    expect(rowOf(log)).toMatchObject({ status: 'invalid', reason: 'the baseline was never validated' })
  })
})

test('commands of other lengths are a doubt that names what differs', () => {
  const bytes = { cwd: 20, program: 30, arguments: 40, environment: 50 }
  const logWith = (candidate: typeof bytes) =>
    edit(wholeLog({ sort: 0 }), (event) =>
      event.type === 'observation'
        ? { ...event, command_bytes: event.implementation === 'cpp@candidate' ? candidate : bytes }
        : event,
    )
  expect(rowOf(logWith(bytes)).warnings).toEqual([])
  expect(rowOf(logWith({ ...bytes, cwd: 21, program: 31 })).warnings).toEqual([
    { kind: 'lengths-differ', parts: ['cwd', 'program'] },
  ])
})

test('doubts about a row are warnings beside its verdict', () => {
  const log = edit(wholeLog({ sort: 0 }), (event) => {
    if (event.type === 'listing') return listing(event.implementation, [{ sources_changed: true }])
    if (event.type === 'build') return { ...event, lto: { kind: 'unverified', reason: 'asked for' } }
    return event
  })
  expect(rowOf(log)).toMatchObject({
    verdict: 'equivalent',
    warnings: [{ kind: 'sources-changed' }, { kind: 'lto-unverified' }],
  })
})
