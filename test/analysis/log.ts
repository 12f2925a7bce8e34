import type { Event, EventOf } from '../../src/model/event.ts'
import {
  type Implementation,
  implementationOf,
  partsOf,
  type RevisionName,
  revisionNames,
} from '../../src/model/implementation.ts'
import { presets } from '../../src/protocol/preset.ts'

type Over<Type extends Event['type']> = Partial<EventOf<Type>>
type Listed = EventOf<'listing'>['rows'][number]

const GATE = presets['regression-gate']
/** The first confirmatory block. */
const FIRST = GATE.exploratory_blocks

/** The first line of a log, of these arms. */
export function run(arms: readonly string[] = ['cpp'], over: Over<'run'> = {}): Event {
  return {
    type: 'run',
    schema_version: 1,
    pairgate_version: '0.1.0',
    started_at: '2026-01-01T00:00:00.000Z',
    protocol: GATE,
    seed: '1',
    data_seed: '1',
    filter: [],
    noise_floor: { ns: 25_000, why: '' },
    placement: 'not placed',
    arms: arms.map((name) => ({
      name,
      driver: 'cmake',
      harness: 'pairgate',
      labels: {},
      lto: 'required',
    })),
    revisions: {
      baseline: { ref: 'main', version: 'b'.repeat(40) },
      candidate: { ref: 'HEAD', version: 'c'.repeat(40) },
    },
    environment: { semantic: {}, performance: {}, provenance: {} },
    lfs_pointers: null,
    config_changes: [],
    ...over,
  }
}

/** An arm built at a revision. */
export function build(implementation: Implementation, over: Over<'build'> = {}): Event {
  return {
    type: 'build',
    ...partsOf(implementation),
    status: 'built',
    reason: null,
    commands: [['cmake', '--build', '.']],
    toolchain: { 'c++': 'g++ 12.2.0' },
    flags: {},
    build_ms: 10,
    size_bytes: 1000,
    sha256: implementation,
    lto: { kind: 'verified', evidence: 'all objects', without: [] },
    ...over,
  }
}

/** Whether the arm's binaries are identical. */
export function identity(arm: string, identical: boolean, over: Over<'identity'> = {}): Event {
  const reason = identical ? 'equal loaded sections' : 'the loaded sections differ'
  return { type: 'identity', arm, identical, reason, project_changes: [], ...over }
}

/** The rows that an implementation lists. */
export function listing(
  implementation: Implementation,
  benchmarks: readonly (string | Partial<Listed>)[],
  over: Over<'listing'> = {},
): Event {
  const rows = benchmarks.map((one) => ({
    benchmark: 'sort',
    category: 'algorithms',
    dataset: '1000',
    scale: '1000',
    sources_changed: false,
    ...(typeof one === 'string' ? { benchmark: one } : one),
  }))
  return { type: 'listing', implementation, status: 'ok', reason: null, iterations: 'exact', rows, ...over }
}

/** What an implementation made of its input; its own reference says 42 too unless told otherwise. */
export function validation(
  implementation: Implementation,
  benchmark: string,
  over: Over<'validation'> = {},
): Event {
  return {
    type: 'validation',
    case: benchmark,
    implementation,
    implementation_version: 'v',
    dataset_id: '1000',
    status: 'ok',
    reason: null,
    fingerprint: 'f1',
    output: '42',
    expected: '42',
    tolerance: null,
    ...over,
  }
}

/** The batch found for an implementation. */
export function calibration(
  implementation: Implementation,
  benchmark: string,
  over: Over<'calibration'> = {},
): Event {
  return {
    type: 'calibration',
    case: benchmark,
    implementation,
    dataset_id: '1000',
    cap: 10_000,
    batch_iterations: 100,
    elapsed_us: 10_000,
    target_elapsed_us: 10_000,
    retries: 1,
    valid: true,
    fault: null,
    reason: null,
    ...over,
  }
}

/** One batch in a confirmatory block; `block` counts from the first of them. */
export function observation(
  implementation: Implementation,
  benchmark: string,
  block: number,
  elapsedUs: number,
  over: Over<'observation'> = {},
): EventOf<'observation'> {
  return {
    type: 'observation',
    artifact_version: 'mmka_1',
    case: benchmark,
    implementation,
    implementation_version: 'v',
    dataset_id: '1000',
    repetition_id: 0,
    block_id: FIRST + block,
    position: partsOf(implementation).revision === 'baseline' ? 0 : 1,
    phase: 'confirmatory',
    elapsed_us: elapsedUs,
    cpu_us: elapsedUs,
    overhead_us: 0.001,
    iterations: 100,
    batch_sink: '42',
    peak_rss_bytes: 1_000_000,
    input_checked: true,
    valid: true,
    fault: null,
    reason: null,
    ...over,
  }
}

/** The same batch, failed. */
export function fault(
  implementation: Implementation,
  benchmark: string,
  block: number,
  over: Over<'observation'> = {},
): EventOf<'observation'> {
  return observation(implementation, benchmark, block, 0, {
    elapsed_us: null,
    cpu_us: null,
    overhead_us: null,
    batch_sink: null,
    peak_rss_bytes: null,
    input_checked: null,
    valid: false,
    fault: 'crash',
    reason: 'ended by SIGSEGV',
    ...over,
  })
}

/** The last line of a log. */
export const summary: Event = {
  type: 'summary',
  finished_at: '2026-01-01T00:01:00.000Z',
  elapsed_ms: 60_000,
  observations: 0,
  invalid_observations: 0,
}

/** Quiet samples around `us`, one a block: within 0.4 % of it, in no order, no two of them alike. */
export function quiet(us: number, blocks: number = GATE.confirmatory_blocks): number[] {
  return Array.from({ length: blocks }, (_, index) => us * (1 + ((index * 7) % 5) / 1000 + index * 1e-13))
}

/** All confirmatory blocks of a row. */
export function blocks(
  arm: string,
  benchmark: string,
  sides: Readonly<Record<RevisionName, readonly number[]>>,
  over: Over<'observation'> = {},
): EventOf<'observation'>[] {
  return revisionNames.flatMap((revision) =>
    sides[revision].map((us, block) =>
      observation(implementationOf(arm, revision), benchmark, block, us, over),
    ),
  )
}

/** Both builds of an arm, their identity and both lists: an arm that is ready to be validated. */
export function ready(arm: string, benchmarks: readonly string[]): Event[] {
  return [
    ...revisionNames.map((revision) => build(implementationOf(arm, revision))),
    identity(arm, false),
    ...revisionNames.map((revision) => listing(implementationOf(arm, revision), benchmarks)),
  ]
}

/** Both validations and calibrations of a row. */
export function checked(arm: string, benchmark: string): Event[] {
  return revisionNames.flatMap((revision) => {
    const implementation = implementationOf(arm, revision)
    return [validation(implementation, benchmark), calibration(implementation, benchmark)]
  })
}

/** How much slower the candidate of each benchmark is, in per cent. */
export type Slowdowns = Readonly<Record<string, number>>

/** The events between `run` and `summary` of an arm whose rows are all measured, quietly. */
export function measured(arm: string, slowdowns: Slowdowns): Event[] {
  const benchmarks = Object.keys(slowdowns)
  return [
    ...ready(arm, benchmarks),
    ...benchmarks.flatMap((benchmark) => checked(arm, benchmark)),
    ...benchmarks.flatMap((benchmark) =>
      blocks(arm, benchmark, {
        baseline: quiet(100),
        candidate: quiet(100 * (1 + (slowdowns[benchmark] ?? 0) / 100)),
      }),
    ),
  ]
}

/** A whole log of the arm `cpp`, measured quietly. */
export function wholeLog(slowdowns: Slowdowns, over: Over<'run'> = {}): Event[] {
  return [run(['cpp'], over), ...measured('cpp', slowdowns), summary]
}

/** `events` with one kind of them changed where `matches` says so; a change to null takes it out. */
export function edit(events: readonly Event[], change: (event: Event) => Event | null): Event[] {
  return events.flatMap((event) => change(event) ?? [])
}
