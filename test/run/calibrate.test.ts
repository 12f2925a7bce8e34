import { expect, test } from 'vitest'
import { decodeConfig } from '../../src/model/config-text.ts'
import type { Event } from '../../src/model/event.ts'
import { type Implementation, partsOf } from '../../src/model/implementation.ts'
import type { ProcessOutcome } from '../../src/model/process.ts'
import { calibrateRows, type MeasuredRow } from '../../src/run/calibrate.ts'
import type { Programs } from '../../src/run/program.ts'
import { collect, exited, fakeHost, measurement, type Program, setting } from './fakes.ts'

const ALL: Implementation[] = ['cpp@baseline', 'rust@baseline', 'cpp@candidate', 'rust@candidate']

const PROGRAMS: Programs = new Map(
  ALL.map((name) => [
    name,
    {
      path: name,
      checkout: '/',
      cwd: '/',
      scratch: '/scratch',
      sha256: 'x',
      sharedObjects: new Map(),
    },
  ]),
)

/** A log in which every implementation lists sort/1000 and was validated. */
function validatedLog(): Event[] {
  const chosen = setting()
  const run: Event = {
    type: 'run',
    schema_version: 1,
    pairgate_version: '0',
    started_at: '',
    protocol: chosen.protocol,
    seed: '1',
    data_seed: '1',
    filter: [],
    noise_floor: { ns: 25_000, why: '' },
    placement: '',
    arms: chosen.arms.map((name) => ({
      name,
      driver: 'command',
      harness: 'pairgate',
      labels: {},
      lto: 'required',
    })),
    revisions: { baseline: { ref: 'a', version: 'a' }, candidate: { ref: 'b', version: 'b' } },
    environment: { semantic: {}, performance: {}, provenance: {} },
    lfs_pointers: null,
    config_changes: [],
  }
  const about = ALL.flatMap((implementation): Event[] => [
    {
      type: 'listing',
      implementation,
      status: 'ok',
      reason: null,
      iterations: 'exact',
      rows: [{ benchmark: 'sort', category: 'c', dataset: '1000', scale: '1000', sources_changed: false }],
    },
    {
      type: 'validation',
      case: 'sort',
      implementation,
      implementation_version: partsOf(implementation).revision,
      dataset_id: '1000',
      status: 'ok',
      reason: null,
      fingerprint: 'f',
      output: '42',
      expected: null,
      tolerance: null,
    },
  ])
  return [run, ...about]
}

async function calibrate(program: Program): Promise<{ events: Event[]; rows: readonly MeasuredRow[] }> {
  const stage = calibrateRows(setting(), PROGRAMS, validatedLog(), fakeHost(program))
  const events: Event[] = []
  for (;;) {
    const step = await stage.next()
    if (step.done === true) return { events, rows: step.value }
    events.push(step.value)
  }
}

/** A program whose calls take `callNs` each, by implementation. */
function calls(
  callNs: (implementation: Implementation) => number,
): (implementation: Implementation, args: readonly string[]) => ProcessOutcome {
  return (implementation, args) => {
    const iterations = Number(args[args.indexOf('--iterations') + 1])
    return measurement(Math.round(iterations * callNs(implementation)), { iterations })
  }
}

test('a batch reaches the target time: 1 ms of 1 µs calls are 1000 iterations', async () => {
  const { events, rows } = await calibrate(calls(() => 1000))
  expect(rows[0]?.contestants.map(({ iterations }) => iterations)).toEqual([1000, 1000, 1000, 1000])
  expect(events[0]).toMatchObject({
    type: 'calibration',
    batch_iterations: 1000,
    elapsed_us: 1000,
    valid: true,
  })
})

test('both revisions of an arm use the larger number of iterations, and the arms their own', async () => {
  const { rows } = await calibrate(
    calls((name) => ({ 'cpp@baseline': 2000, 'cpp@candidate': 1000 })[name as string] ?? 4000),
  )
  const iterations = rows[0]?.contestants.map((one) => [one.implementation, one.iterations])
  expect(iterations).toEqual([
    ['cpp@baseline', 1000],
    ['rust@baseline', 250],
    ['cpp@candidate', 1000],
    ['rust@candidate', 250],
  ])
})

test('an arm that cannot be calibrated is recorded with its reason after three tries, and the others go on', async () => {
  let failures = 0
  const good = calls(() => 1000)
  const { events, rows } = await calibrate((implementation, args) => {
    if (implementation !== 'cpp@candidate') return good(implementation, args)
    failures += 1
    return exited({}, 1, 'no luck')
  })
  expect(failures).toBe(3)
  expect(events.find((event) => event.type === 'calibration' && !event.valid)).toMatchObject({
    implementation: 'cpp@candidate',
    fault: 'crash',
    reason: expect.stringContaining('no luck'),
  })
  expect(rows[0]?.contestants.map(({ implementation }) => implementation)).toEqual([
    'rust@baseline',
    'rust@candidate',
  ])
})

test('a wrong output during calibration is recorded at once, never tried away', async () => {
  let wrong = false
  const good = calls(() => 1000)
  const { events, rows } = await calibrate((implementation, args) => {
    if (implementation !== 'cpp@candidate' || wrong) return good(implementation, args)
    wrong = true
    return measurement(1000, { iterations: 1, output: '41' })
  })
  expect(events).toContainEqual(
    expect.objectContaining({ implementation: 'cpp@candidate', valid: false, fault: 'wrong-output' }),
  )
  expect(rows[0]?.contestants.map(({ implementation }) => implementation)).toEqual([
    'rust@baseline',
    'rust@candidate',
  ])
})

test('one failure during calibration is tried again', async () => {
  let failed = false
  const good = calls(() => 1000)
  const { rows } = await calibrate((implementation, args) => {
    if (failed) return good(implementation, args)
    failed = true
    return exited({}, 1)
  })
  expect(rows[0]?.contestants).toHaveLength(4)
})

test('calls that take longer than the maximum sample time get one iteration and one call of warm-up', async () => {
  const { rows } = await calibrate(calls(() => 300_000_000))
  expect(rows[0]?.contestants[0]).toMatchObject({ iterations: 1, warmupIterations: 1 })
})

test('copies of a large input that are not timed do not make a process take minutes', async () => {
  const asked: number[] = []
  const host = fakeHost(() => measurement(0))
  let now = 0
  host.processes.run = async (command) => {
    const at = command.args.indexOf('--iterations')
    const iterations = Number(command.args[at + 1])
    asked.push(iterations)
    const wallMs = 5 + 2 * iterations
    now += wallMs
    // 100 ns of a call are timed; its copy takes 2 ms.
    return { ...measurement(100 * iterations, { iterations }), wallMs } as Awaited<
      ReturnType<typeof host.processes.run>
    >
  }
  await collect(calibrateRows(setting('', { protocol: 'regression-gate' }), PROGRAMS, validatedLog(), host))
  // Twice the maximum sample time of 1 s.
  expect(Math.max(...asked)).toBe(1000)
  expect(now).toBeLessThan(60_000)
})

test.each([
  [1_000_000, 10],
  [50_000, 16],
  [30_000_000, 1],
])(
  'where an iteration is a process of %i ns, at most 16 of them make a batch: %i',
  async (elapsedNs, processes) => {
    const text = `version: 1
arms:
  cpp:
    build: {driver: command, run: [[make]], output: cpp}
    harness: {name: key-value, benchmarks: [sort/1000]}
`
    const decoded = decodeConfig(text, 'pairgate.yml')
    if (decoded.kind === 'mistakes') throw new Error(JSON.stringify(decoded.mistakes))
    const chosen = { ...setting('', { protocol: 'regression-gate' }), config: decoded.config, arms: ['cpp'] }
    const log = validatedLog()
      .filter((event) => !('implementation' in event) || event.implementation.startsWith('cpp'))
      .map((event) => (event.type === 'listing' ? { ...event, iterations: 'one' as const } : event))
    let started = 0
    const host = fakeHost((_, args) => {
      started += 1
      expect(args).toEqual(['sort/1000'])
      return {
        kind: 'exited',
        code: 0,
        stdout: `result: 42\nelapsed_ns: ${elapsedNs}\n`,
        stderr: '',
        wallMs: 1,
      }
    })
    const events = await collect(calibrateRows(chosen, PROGRAMS, log, host))
    expect(events.map((event) => event.type === 'calibration' && event.batch_iterations)).toEqual([
      processes,
      processes,
    ])
    expect(started).toBeGreaterThanOrEqual(2 * processes)
  },
)
