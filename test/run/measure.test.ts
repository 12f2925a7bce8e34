import { describe, expect, test } from 'vitest'
import type { Event, EventOf } from '../../src/model/event.ts'
import { UserError } from '../../src/model/failure.ts'
import type { Implementation } from '../../src/model/implementation.ts'
import type { Limit } from '../../src/run/limit.ts'
import { measureAgain, measureRows } from '../../src/run/measure.ts'
import { collect, exited, fakeHost, launched, measurement, type Program, row, setting } from './fakes.ts'

const FOUR: Implementation[] = ['cpp@baseline', 'rust@baseline', 'cpp@candidate', 'rust@candidate']
const TWO: Implementation[] = ['cpp@baseline', 'cpp@candidate']

function observations(events: readonly Event[]): EventOf<'observation'>[] {
  return events.filter((event) => event.type === 'observation')
}

async function measure(
  program: Program,
  rows = [row(FOUR)],
  chosen = setting(),
): Promise<EventOf<'observation'>[]> {
  return observations(await collect(measureRows(chosen, rows, WHOLE, fakeHost(program))))
}

/** A limit of time with this much left of an hour. */
function left(leftMs: number): Limit {
  const runMs = 3_600_000
  return { startedMs: 0, runMs, clock: { monotonicMs: () => runMs - leftMs, now: () => '' } }
}
const WHOLE = left(3_600_000)

const steady: Program = () => measurement(1000)

describe('the order', () => {
  test('turns by one place from block to block, baselines listed first', async () => {
    const seen = await measure(steady)
    const blocks = [0, 1, 2, 3, 4].map((block) => seen.filter(({ block_id }) => block_id === block))
    // Seed 1: o = (1 xor 1) mod 4 = 0, so block j starts with implementation j mod 4.
    expect(blocks.map((block) => block.map(({ implementation }) => implementation))).toEqual([
      FOUR,
      ['rust@baseline', 'cpp@candidate', 'rust@candidate', 'cpp@baseline'],
      ['cpp@candidate', 'rust@candidate', 'cpp@baseline', 'rust@baseline'],
      ['rust@candidate', 'cpp@baseline', 'rust@baseline', 'cpp@candidate'],
      FOUR,
    ])
  })

  test('has blocks as the outer loop and rows as the inner one', async () => {
    const seen = await measure(steady, [row(TWO, 'a'), row(TWO, 'b')])
    expect(seen.slice(0, 8).map((one) => `${one.block_id}${one.case}`)).toEqual([
      '0a',
      '0a',
      '0b',
      '0b',
      '1a',
      '1a',
      '1b',
      '1b',
    ])
  })

  test('has one exploratory block, then confirmatory ones rounded up to a multiple of the implementations', async () => {
    const phases = (await measure(steady)).filter(({ position }) => position === 0).map(({ phase }) => phase)
    expect(phases).toEqual(['exploratory', ...Array(4).fill('confirmatory')])
  })
})

test('an observation is the mean time of one call, in µs, with the output as its sink', async () => {
  const [first] = await measure(() => measurement(25_000, { cpu_ns: 24_000, overhead_ns: 1.5 }))
  expect(first).toMatchObject({
    elapsed_us: 2.5,
    cpu_us: 2.4,
    overhead_us: 0.0015,
    iterations: 10,
    batch_sink: '42',
    valid: true,
  })
})

test.each([
  ['crash', exited({}, 3, 'boom\nlast words'), 'crash', 'exited with code 3: "last words"'],
  ['signal', { kind: 'signalled', signal: 'SIGSEGV', stdout: '', stderr: '', wallMs: 1 }, 'crash', 'SIGSEGV'],
  ['timeout', { kind: 'timed-out', limitMs: 1000, stdout: '', stderr: '', wallMs: 1 }, 'timeout', '1000 ms'],
  [
    'flood',
    { kind: 'too-much-output', limitBytes: 9, stdout: '', stderr: '', wallMs: 1 },
    'garbage',
    '9 bytes',
  ],
  ['no start', { kind: 'not-started', reason: 'no such program' }, 'crash', 'no such program'],
  ['garbage', { kind: 'exited', code: 0, stdout: 'hello', stderr: '', wallMs: 1 }, 'garbage', 'hello'],
  ['missing field', exited({ iterations: 10, output: '42', peak_rss_bytes: 1 }), 'garbage', 'elapsed_ns'],
  ['other iterations', measurement(1000, { iterations: 9 }), 'garbage', 'reports 9'],
  ['wrong output', measurement(1000, { output: '41' }), 'wrong-output', '"42"'],
  ['changed input', measurement(1000, { fingerprint: 'g' }), 'input-changed', 'changes its input'],
] as const)('a %s makes the observation invalid, with its reason', async (_, outcome, fault, reason) => {
  const [first] = await measure(() => outcome)
  expect(first).toMatchObject({
    valid: false,
    fault,
    elapsed_us: null,
    reason: expect.stringContaining(reason),
  })
})

test('a floating-point output may differ from the validated one within its tolerance', async () => {
  const near = row(TWO)
  const contestants = near.contestants.map((one) => ({
    ...one,
    expectation: { output: '42', fingerprint: 'f', tolerance: 1e-9 },
  }))
  const valid = async (output: string) =>
    (await measure(() => measurement(1000, { output }), [{ ...near, contestants }]))[0]?.valid
  expect([await valid('42.00000000001'), await valid('42.1')]).toEqual([true, false])
})

describe('a block without a pair', () => {
  const failing = (times: number): Program => {
    let left = times
    return (implementation) => {
      if (implementation === 'cpp@candidate' && left > 0) {
        left -= 1
        return exited({}, 1)
      }
      return measurement(1000)
    }
  }

  test('is not repeated in the exploratory phase, which is never reduced', async () => {
    expect((await measure(failing(1))).filter(({ repetition_id }) => repetition_id > 0)).toEqual([])
  })

  test('is measured again, with all of its implementations in the same order', async () => {
    const seen = (await measure(failing(2))).filter(({ block_id }) => block_id === 1)
    const [first, second] = [seen.slice(0, 4), seen.slice(4)]
    expect(second.map(({ repetition_id }) => repetition_id)).toEqual([1, 1, 1, 1])
    expect(second.map(({ implementation }) => implementation)).toEqual(
      first.map(({ implementation }) => implementation),
    )
  })

  test('is measured at most twice more, and then the arm is given up and the others go on', async () => {
    const seen = await measure(failing(1000))
    const count = (arm: string) => seen.filter(({ implementation }) => implementation.startsWith(arm)).length
    // Both sides of cpp: one exploratory block, three attempts at the first confirmatory one.
    expect(count('cpp')).toBe(2 * (1 + 3))
    // Both sides of rust: the same, and the three other confirmatory blocks.
    expect(count('rust')).toBe(2 * (1 + 3 + 3))
  })
})

test('an estimate above the limit of the run is refused before the first block, naming the slowest rows', async () => {
  const slow = row(TWO, 'slow')
  const contestants = slow.contestants.map((contestant) => ({ ...contestant, expectedMs: 100_000 }))
  const stage = measureRows(
    setting(),
    [row(TWO, 'quick'), { ...slow, contestants }],
    left(600_000),
    fakeHost(steady),
  )
  const failure = await collect(stage).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UserError)
  // Four blocks of 100 s on both sides are more than the ten minutes that are left of an hour.
  expect(String(failure)).toMatch(
    /left of timeouts\.run \(10\.0 min of 60\.0 min\).*slow\/1000 .*quick\/1000/,
  )
})

test('each row says which blocks it is to have before the first of them', async () => {
  const events = await collect(measureRows(setting(), [row(FOUR), row(TWO, 'b')], WHOLE, fakeHost(steady)))
  const scheduled = events.slice(0, 2)
  expect(scheduled).toMatchObject([
    { type: 'schedule', case: 'sort', arms: ['cpp', 'rust'], first_block: 1, blocks: 4 },
    { type: 'schedule', case: 'b', arms: ['cpp'], first_block: 1, blocks: 4 },
  ])
})

test('a row is measured again in fresh confirmatory blocks alone', async () => {
  const round = { first: 25, rows: [{ row: row(TWO), blocks: 2 }] }
  const events = await collect(measureAgain(round, setting(), fakeHost(steady)))
  expect(events[0]).toMatchObject({ type: 'schedule', arms: ['cpp'], first_block: 25, blocks: 2 })
  expect(observations(events).map(({ block_id, phase }) => [block_id, phase])).toEqual([
    [25, 'confirmatory'],
    [25, 'confirmatory'],
    [26, 'confirmatory'],
    [26, 'confirmatory'],
  ])
})

test('a wrong output in a timed batch is named at once', async () => {
  const events = await collect(
    measureRows(
      setting(),
      [row(TWO)],
      WHOLE,
      fakeHost(() => measurement(1000, { output: '41' })),
    ),
  )
  expect(events.find(({ type }) => type === 'validation_failure')).toMatchObject({
    case: 'sort',
    implementation: 'cpp@baseline',
    expected: '42',
    actual: '41',
  })
})

test('an observation says whether the program told the fingerprint of its input', async () => {
  const [told] = await measure(steady)
  const [silent] = await measure(() => measurement(1000, { fingerprint: undefined }))
  expect([told?.input_checked, silent?.input_checked]).toEqual([true, false])
})

describe('what an observation was taken under', () => {
  test('is what its process took, and which CPU it was placed on', async () => {
    const placed = row(TWO)
    const contestants = placed.contestants.map((one) => ({ ...one, subject: { ...one.subject, cpu: 3 } }))
    const [first] = await measure(() => launched(measurement(1000)), [{ ...placed, contestants }])
    expect(first).toMatchObject({
      cpu: 3,
      disturbed: false,
      process: {
        wall_us: 12_000,
        user_us: 10_000,
        system_us: 1000,
        peak_rss_bytes: 3_000_000,
        minor_faults: 100,
        major_faults: 0,
        voluntary_switches: 1,
        involuntary_switches: 2,
      },
    })
  })

  test('without a launcher is not known, and nothing is placed', async () => {
    const [first] = await measure(steady)
    expect(first).toMatchObject({ cpu: null, process: null, disturbed: false })
  })

  test('peak memory is that of the harness, or else of the process', async () => {
    const [own] = await measure(() => launched(measurement(1000)))
    expect(own?.peak_rss_bytes).toBe(1_000_000)
  })

  test('a batch that took a quarter longer than it ran is kept, and marked', async () => {
    let turn = 0
    const seen = await measure(
      () => launched(measurement(12_500_000, { cpu_ns: turn++ === 4 ? 10_000_000 : 12_450_000 })),
      [row(TWO)],
    )
    expect(seen.map(({ valid, disturbed }) => [valid, disturbed])).toEqual(
      seen.map((_, index) => [true, index === 4]),
    )
  })

  test('a program that sleeps in every call is marked in none of its batches', async () => {
    const sleeping = () => launched(measurement(12_500_000, { cpu_ns: 100_000 }), { voluntarySwitches: 11 })
    expect((await measure(sleeping)).filter(({ disturbed }) => disturbed)).toEqual([])
  })

  test('the lengths of its command are recorded, for both sides to be compared', async () => {
    const [first] = await measure(steady)
    // `/baseline` and its end, `cpp@baseline` and its end; no variable.
    expect(first?.command_bytes).toMatchObject({ cwd: 10, program: 13, environment: 0 })
  })

  test('environments of other lengths are a mistake of ours', async () => {
    const unequal = row(TWO)
    const contestants = unequal.contestants.map((one, index) => ({
      ...one,
      subject: { ...one.subject, env: { A: 'x'.repeat(index) } },
    }))
    await expect(measure(steady, [{ ...unequal, contestants }])).rejects.toThrow(
      'the environments of cpp at the two revisions differ: 3 and 4 bytes',
    )
  })
})
