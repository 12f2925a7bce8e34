import { expect, test } from 'vitest'
import type { Event, EventOf } from '../../src/model/event.ts'
import type { Implementation } from '../../src/model/implementation.ts'
import { widthOf } from '../../src/report/glyphs.ts'
import { advanceProgress, initialProgress, type ProgressState } from '../../src/report/progress.ts'
import { plainLine, progressLine } from '../../src/report/progress-line.ts'
import { everyResult } from './result.ts'

const IMPLEMENTATIONS: readonly Implementation[] = [
  'cpp@baseline',
  'rust@baseline',
  'cpp@candidate',
  'rust@candidate',
]

const runEvent: Event = {
  type: 'run',
  schema_version: 1,
  pairgate_version: '0.1.0',
  started_at: '2026-11-30T09:00:00.000Z',
  protocol: { ...everyResult.protocol, exploratory_blocks: 1, confirmatory_blocks: 3 },
  seed: '1',
  data_seed: '1',
  filter: [],
  noise_floor: { ns: 25_000, why: '' },
  placement: '',
  arms: ['cpp', 'rust'].map((name) => ({
    name,
    driver: 'cmake',
    harness: 'pairgate',
    iterations: 'exact' as const,
    labels: {},
    lto: 'required' as const,
  })),
  revisions: everyResult.revisions,
  environment: everyResult.environment,
  lfs_pointers: null,
  config_changes: [],
}

const built = (arm: string, over: Partial<EventOf<'build'>> = {}): Event => ({
  type: 'build',
  arm,
  revision: 'baseline',
  status: 'built',
  reason: null,
  commands: [],
  toolchain: {},
  flags: {},
  build_ms: 12_400,
  size_bytes: null,
  sha256: null,
  lto: null,
  ...over,
})

const calibration = (name: string, implementation: Implementation): Event => ({
  type: 'calibration',
  case: name,
  implementation,
  dataset_id: 'large',
  cap: 10_000,
  batch_iterations: 10,
  elapsed_us: 10_000,
  target_elapsed_us: 10_000,
  retries: 2,
  valid: true,
  fault: null,
  reason: null,
})

const observation = (
  name: string,
  implementation: Implementation,
  block: number,
  over: Partial<EventOf<'observation'>> = {},
): Event => ({
  type: 'observation',
  artifact_version: 'mmka_1',
  case: name,
  implementation,
  implementation_version: 'abc',
  dataset_id: 'large',
  repetition_id: 0,
  block_id: block,
  position: 0,
  phase: block < 1 ? 'exploratory' : 'confirmatory',
  elapsed_us: 10,
  cpu_us: null,
  overhead_us: null,
  iterations: 10,
  batch_sink: '1',
  peak_rss_bytes: null,
  input_checked: true,
  valid: true,
  fault: null,
  reason: null,
  ...over,
})

const schedule = (name: string, over: Partial<EventOf<'schedule'>> = {}): Event => ({
  type: 'schedule',
  case: name,
  dataset_id: 'large',
  arms: ['cpp', 'rust'],
  first_block: 1,
  blocks: 4,
  ...over,
})

/** Two rows in two arms: 1 + 4 blocks (3 rounded up to the 4 implementations) of 8 observations are 40. */
const rows = ['sort', 'copy']
const calibrations = rows.flatMap((name) => IMPLEMENTATIONS.map((one) => calibration(name, one)))
const begun = [...calibrations, ...rows.map((name) => schedule(name))]
const blockOf = (block: number) =>
  rows.flatMap((name) => IMPLEMENTATIONS.map((one) => observation(name, one, block)))

/** The state after events that come a second apart, from 0 ms on. */
function after(events: readonly Event[]): ProgressState {
  return events.reduce((state, event, index) => advanceProgress(state, event, index * 1000), initialProgress)
}

test('builds are counted against both revisions of every arm', () => {
  expect(progressLine(after([runEvent, built('cpp')]), 1000, 80)).toBe(
    '[██░░░░░░] 25 % · building, 1 of 4 done · cpp@baseline built',
  )
})

test('calibration counts rows, not implementations', () => {
  expect(progressLine(after([runEvent, ...calibrations]), 9000, 80)).toBe('calibrating, row 2 · copy/large')
})

test('a block is shown of all blocks, rounded up to the implementations, with the time left', () => {
  const events = [runEvent, ...begun, ...blockOf(0), ...blockOf(1)]
  // 16 of 40 observations took 16 s: 24 s are left.
  expect(progressLine(after(events), (events.length - 1) * 1000, 140)).toBe(
    '[██████░░░░░░░░░░░] 40 % · about 24 s left · block 2 of 5 (confirmatory), row 2 of 2 · copy/large',
  )
})

test('a red row that is measured again is counted in rounds of its own', () => {
  const again = schedule('sort', { arms: ['cpp'], first_block: 5, blocks: 4 })
  const confirming = (['cpp@baseline', 'cpp@candidate'] as const).map((one) => observation('sort', one, 5))
  const events = [runEvent, ...begun, ...[0, 1, 2, 3, 4].flatMap(blockOf), again, ...confirming]
  // 42 of 48 observations took 43 s, the second that the event `schedule` took with them.
  expect(progressLine(after(events), (events.length - 1) * 1000, 140)).toBe(
    '[██████████████░░░] 87 % · about 7.0 s left · block 6 of 9 (confirmation), row 1 of 1 · sort/large',
  )
})

test('the estimate counts down between events', () => {
  const events = [runEvent, ...begun, ...blockOf(0), ...blockOf(1)]
  expect(progressLine(after(events), (events.length + 4) * 1000, 100)).toContain('about 19 s left')
})

test('no time is promised before a whole block was measured', () => {
  const events = [runEvent, ...begun, ...blockOf(0).slice(0, 5)]
  expect(progressLine(after(events), 14_000, 100)).not.toContain('left')
})

test('a repeated observation is not counted as progress, and an invalid one is named', () => {
  const once = [runEvent, ...begun, ...blockOf(0)]
  const invalid = observation('copy', 'cpp@baseline', 0, { repetition_id: 1, valid: false, elapsed_us: null })
  const state = after([...once, invalid])
  expect(state.observations).toMatchObject({ done: 8, invalid: 1 })
  expect(progressLine(state, 17_000, 100)).toContain('1 invalid')
})

test('the line is cut to the terminal, and a name cannot move its cursor', () => {
  const events = [runEvent, ...begun, observation('a\u001b[2J\n'.repeat(30), 'cpp@baseline', 0)]
  const line = progressLine(after(events), 9000, 60)
  expect(line.length).toBeLessThan(60)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(line).not.toMatch(/[\u0000-\u001f]/)
})

const listing: Event = {
  type: 'listing',
  implementation: 'cpp@baseline',
  status: 'ok',
  reason: null,
  iterations: 'exact',
  rows: rows.map((benchmark) => ({
    benchmark,
    dataset: 'large',
    category: '',
    scale: '',
    sources_changed: false,
  })),
}

test('once the rows are listed, calibration is counted against them', () => {
  const events = [runEvent, listing, ...calibrations.slice(0, 4)]
  expect(progressLine(after(events), 5000, 80)).toBe('[████░░░░] 50 % · calibrating, row 1 of 2 · sort/large')
})

const estimate = { arm: 'cpp', benchmark: 'sort', dataset: 'large', pairs: 2, delta_pct: 9.784 }

test('the largest difference so far is marked as provisional, behind the bar and the time left', () => {
  const events = [runEvent, ...begun, ...blockOf(0), ...blockOf(1)]
  expect(progressLine(after(events), (events.length - 1) * 1000, 80, estimate)).toBe(
    '[███░░░░░] 40 % · about 24 s left · provisional: +9.78 % sort/large (cpp) · bl…',
  )
  expect(plainLine(after(events), initialProgress, estimate)).toBe(
    'block 2 of 5 (confirmatory), row 2 of 2, about 24 s left, provisional: +9.78 % sort/large (cpp)',
  )
})

test('nothing is provisional once the run is over', () => {
  const end: Event = {
    type: 'summary',
    finished_at: '',
    elapsed_ms: 1,
    observations: 1,
    invalid_observations: 0,
  }
  const events = [runEvent, ...begun, ...blockOf(0), end]
  expect(progressLine(after(events), 20_000, 200, estimate)).not.toContain('provisional')
})

test.each([80, 120, 200, 40])('bar and time left fit into %i columns', (width) => {
  const events = [runEvent, ...begun, ...blockOf(0), ...blockOf(1)]
  const line = progressLine(after(events), (events.length - 1) * 1000, width, estimate)
  expect(widthOf(line)).toBeLessThan(width)
  expect(line).toMatch(/^\[█+░+\] 40 % · about 24 s left/)
})

/** The lines that a log gets of events that come `stepMs` apart. */
function logOf(events: readonly Event[], stepMs: number): readonly string[] {
  let state = initialProgress
  let shown = initialProgress
  const lines: string[] = []
  for (const [index, event] of events.entries()) {
    state = advanceProgress(state, event, index * stepMs)
    const line = plainLine(state, shown)
    if (line === null) continue
    shown = state
    lines.push(line)
  }
  return lines
}

test('a log gets a line per build, per phase and per block, and no more while it is quick', () => {
  const blocks = [0, 1, 2, 3, 4].flatMap(blockOf)
  const finished: Event = {
    type: 'summary',
    finished_at: '',
    elapsed_ms: 61_000,
    observations: 40,
    invalid_observations: 0,
  }
  expect(logOf([runEvent, built('cpp'), ...begun, ...blocks, finished], 10)).toEqual([
    'building, 0 of 4 done',
    'built cpp@baseline in 12 s',
    'calibrating, row 1',
    'block 1 of 5 (exploratory), row 1 of 2',
    'block 2 of 5 (confirmatory), row 1 of 2, about 1.0 s left',
    'block 3 of 5 (confirmatory), row 1 of 2, about 1.0 s left',
    'block 4 of 5 (confirmatory), row 1 of 2, about 1.0 s left',
    'block 5 of 5 (confirmatory), row 1 of 2, about 1.0 s left',
    'finished in 1 min 01 s',
  ])
})

test('within a slow block a log gets a line every ten seconds', () => {
  const lines = logOf([runEvent, ...begun, ...blockOf(0)], 6_000)
  expect(lines.filter((line) => line.startsWith('block 1'))).toHaveLength(4)
})

test('of very many blocks a log tells every ten seconds', () => {
  const long = rows.map((name) => schedule(name, { blocks: 200 }))
  const blocks = Array.from({ length: 40 }, (_, block) => blockOf(block)).flat()
  const lines = logOf([runEvent, ...calibrations, ...long, ...blocks], 100)
  // 320 observations take 32 s: the first, and one for each ten seconds after it.
  expect(lines.filter((line) => line.startsWith('block '))).toHaveLength(4)
})

test('troubles, failed builds and wrong results are said at once', () => {
  const lines = logOf(
    [
      runEvent,
      built('cpp', { status: 'failed', reason: 'cc1plus: error\nmore', revision: 'candidate' }),
      { type: 'trouble', arm: 'rust', reason: 'the list is empty' },
      {
        type: 'validation_failure',
        case: 'sort',
        implementation: 'cpp@candidate',
        dataset_id: 'large',
        expected: '1',
        actual: '2',
        reason: 'expected 1, got 2',
      },
    ],
    1,
  )
  expect(lines).toEqual([
    'building, 0 of 4 done',
    'building cpp@candidate failed: cc1plus: error',
    'trouble: rust: the list is empty',
    'wrong result: sort/large in cpp@candidate: expected 1, got 2',
  ])
})
