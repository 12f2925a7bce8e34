import { describe, expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import { type Event, eventSchema } from '../../src/model/event.ts'
import type { Result } from '../../src/model/result.ts'
import { edit, measured, run, summary, wholeLog } from './log.ts'

const MB = 1_000_000

function resourcesIn(events: readonly Event[]): Result['comparisons'][number]['resources'] | undefined {
  return reduce(events, '').comparisons[0]?.resources
}

/** A log whose observations have these peaks, by block, and whose builds these sizes and times. */
function logOf(
  peak: (side: 'baseline' | 'candidate', block: number) => number | null,
  build: Partial<Record<'baseline' | 'candidate', object>> = {},
): Event[] {
  return edit(wholeLog({ sort: 0 }), (event) => {
    if (event.type === 'build') return { ...event, ...build[event.revision] }
    if (event.type !== 'observation') return event
    const side = event.implementation === 'cpp@baseline' ? 'baseline' : 'candidate'
    return { ...event, peak_rss_bytes: peak(side, event.block_id) }
  })
}

describe('peak memory', () => {
  test('is the median of the observations: one that was charged for more does not carry it', () => {
    const log = logOf((side, block) => (side === 'candidate' && block === 9 ? 9 * MB : MB))
    expect(resourcesIn(log)).toEqual({
      baseline: { peak_rss_bytes: MB, iterations: 100, disturbed: 0, size_bytes: 1000, build_ms: 10 },
      candidate: { peak_rss_bytes: MB, iterations: 100, disturbed: 0, size_bytes: 1000, build_ms: 10 },
      peak_rss_ratio: 1,
      size_ratio: 1,
      build_ms_ratio: 1,
    })
  })

  test('of an even number of observations is the middle of the two middle ones, in whole bytes', () => {
    // Blocks 5 to 24: ten observations of 1 000 000 and ten of 1 000 001, middle 1 000 000.5, rounded up.
    const log = logOf((side, block) => (side === 'candidate' && block < 15 ? MB + 1 : MB))
    expect(resourcesIn(log)).toMatchObject({
      candidate: { peak_rss_bytes: MB + 1 },
      peak_rss_ratio: (MB + 1) / MB,
    })
  })

  test('is taken from confirmatory blocks that are valid, as times are', () => {
    const log = edit(
      logOf(() => MB),
      (event) =>
        event.type === 'observation' && event.block_id < 24
          ? { ...event, phase: 'exploratory' as const, peak_rss_bytes: 9 * MB }
          : event,
    )
    expect(resourcesIn(log)?.candidate.peak_rss_bytes).toBe(MB)
  })
})

describe('ratios', () => {
  test('are candidate over baseline', () => {
    const log = logOf((side) => (side === 'baseline' ? 4 * MB : 5 * MB), {
      baseline: { size_bytes: 2000, build_ms: 400 },
      candidate: { size_bytes: 1500, build_ms: 1000 },
    })
    // 5/4, 1500/2000, 1000/400
    expect(resourcesIn(log)).toMatchObject({ peak_rss_ratio: 1.25, size_ratio: 0.75, build_ms_ratio: 2.5 })
  })

  test.each([
    ['missing at the baseline', { baseline: { size_bytes: null } }],
    ['missing at the candidate', { candidate: { size_bytes: null } }],
    ['zero at the baseline', { baseline: { size_bytes: 0 } }],
    ['zero at the candidate', { candidate: { size_bytes: 0 } }],
  ])('there is none where a side is %s', (_, build) => {
    expect(resourcesIn(logOf(() => MB, build))).toMatchObject({ size_ratio: null, build_ms_ratio: 1 })
  })

  test('there is none of memory that the harness does not tell', () => {
    expect(resourcesIn(logOf((side) => (side === 'baseline' ? null : MB)))).toMatchObject({
      baseline: { peak_rss_bytes: null },
      peak_rss_ratio: null,
    })
  })
})

describe('growth', () => {
  const growthsOf = (events: readonly Event[]) => reduce(events, '').summary.growths

  test('of more than 5 % is named: the row with most memory, the arm with the largest program', () => {
    const log = edit([run(['cpp']), ...measured('cpp', { sort: 0, sum: 0 }), summary], (event) => {
      if (event.type === 'build') return { ...event, size_bytes: event.revision === 'baseline' ? 1000 : 1100 }
      if (event.type !== 'observation' || event.implementation === 'cpp@baseline') return event
      return { ...event, peak_rss_bytes: event.case === 'sum' ? 1.5 * MB : 1.25 * MB }
    })
    expect(growthsOf(log)).toEqual([
      { resource: 'peak-memory', id: 'cpp/sum/1000', arm: 'cpp', pct: 50 },
      { resource: 'size', id: 'cpp/sort/1000', arm: 'cpp', pct: 10 },
    ])
  })

  test('of 5 % and less, and shrinking, is not', () => {
    const build = { baseline: { size_bytes: 1000 }, candidate: { size_bytes: 900 } }
    expect(growthsOf(logOf((side) => (side === 'baseline' ? 100 : 105), build))).toEqual([])
  })

  test('changes no verdict and no conclusion', () => {
    const log = logOf((side) => (side === 'baseline' ? MB : 9 * MB))
    expect(reduce(log, '')).toMatchObject({ conclusion: 'pass', summary: { growths: [{ pct: 800 }] } })
  })
})

test('a log that was written before builds told ABI and flags is read and reduced', () => {
  const old = wholeLog({ sort: 0 }).map((event) => {
    const { abi: _abi, compile_flags: _flags, ...rest } = { abi: null, compile_flags: {}, ...event }
    return eventSchema.parse(JSON.parse(JSON.stringify(rest)))
  })
  expect(reduce(old, '')).toMatchObject({
    conclusion: 'pass',
    environment: { semantic: { 'arm.cpp.abi': 'unknown' }, performance: {} },
  })
})
