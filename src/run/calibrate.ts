import { type Batch, wallPerCpu } from '../analysis/disturbance.ts'
import { type RowToMeasure, rowsToMeasure, standingRows } from '../analysis/rows.ts'
import type { Event, EventOf, Fault } from '../model/event.ts'
import type { IterationMode } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import { type Implementation, implementationOf, partsOf, revisionNames } from '../model/implementation.ts'
import type { Protocol } from '../model/protocol.ts'
import {
  advance,
  type Calibration,
  settleAt,
  sharedIterations,
  startCalibration,
} from '../protocol/calibration.ts'
import { type Cost, mostAffordable, protocolFor, warmupFor } from './batch.ts'
import type { Subject } from './converse.ts'
import { iterationModeOf } from './iteration-mode.ts'
import { type Expectation, observe, wrongOutput } from './observe.ts'
import { cpuOf } from './placement.ts'
import type { Setting } from './prepare.ts'
import type { Programs } from './program.ts'
import { subjectOf } from './subject.ts'
import { batchOf } from './usage.ts'

/** A batch that failed is tried again this often before the row is given up. */
const REPEATS = 2

/** One implementation of a row, ready to be timed. */
export interface Contestant {
  readonly implementation: Implementation
  readonly subject: Subject
  readonly expectation: Expectation
  readonly iterationMode: IterationMode
  readonly iterations: number
  /** How long a batch is to take, where its iterations are set by time. */
  readonly targetUs: number
  readonly warmupIterations: number
  readonly warmupUs: number
  /** What the calmest batch so far tells; measuring keeps it up to date. */
  readonly calm: Calm
  /** How long a whole observation is expected to take, process and warm-up and all. */
  readonly expectedMs: number
}

/** A benchmark at a dataset with the implementations that a block of it measures, baselines first. */
export interface MeasuredRow {
  readonly benchmark: string
  readonly dataset: string
  readonly contestants: readonly Contestant[]
}

/** What calibration found for one implementation of a row. */
interface Calibrated {
  readonly implementation: Implementation
  readonly subject: Subject
  readonly expectation: Expectation
  readonly iterationMode: IterationMode
  /** Whether the number of iterations is ours to choose. */
  readonly isChosen: boolean
  readonly iterations: number
  readonly callUs: number
  readonly wallMs: number
  readonly calm: Calm
}

/** The least wall time per CPU time that any batch of a contestant had; null before there is one. */
export interface Calm {
  wallPerCpu: number | null
}

/** Finds the batch of every implementation of every row that the oracle let through. */
export async function* calibrateRows(
  setting: Setting,
  programs: Programs,
  log: readonly Event[],
  host: Host,
): AsyncGenerator<Event, readonly MeasuredRow[]> {
  const expectations = expectationsIn(log)
  const rows: MeasuredRow[] = []
  for (const row of rowsToMeasure(standingRows(log))) {
    const calibrated: Calibrated[] = []
    for (const implementation of row.implementations) {
      const expectation = expectations.get(expectationKey(row.benchmark, row.dataset, implementation))
      if (expectation === undefined) throw new Error(`${implementation} was not validated`)
      const { arm } = partsOf(implementation)
      const asked = await subjectOf(setting, programs, implementation, host)
      const cpu = await cpuOf(setting, log, { ...row, arm }, host)
      const subject = cpu === undefined ? asked : { ...asked, cpu }
      const iterationMode = iterationModeOf(log, arm)
      const found = yield* calibrate(row, implementation, subject, expectation, iterationMode, setting, host)
      if (found !== null) calibrated.push(found)
    }
    const contestants = withSharedIterations(row, calibrated, setting.protocol)
    if (contestants.length > 0) rows.push({ benchmark: row.benchmark, dataset: row.dataset, contestants })
  }
  return rows
}

async function* calibrate(
  row: RowToMeasure,
  implementation: Implementation,
  subject: Subject,
  expectation: Expectation,
  iterationMode: IterationMode,
  setting: Setting,
  host: Host,
): AsyncGenerator<Event, Calibrated | null> {
  const { config } = setting
  const protocol = protocolFor(iterationMode, setting.protocol)
  let isChosen = iterationMode !== 'by-time'
  const event = {
    type: 'calibration',
    case: row.benchmark,
    implementation,
    dataset_id: row.dataset,
    target_elapsed_us: protocol.target_batch_us,
  } as const
  let calibration = startCalibration(protocol)
  let failures = 0
  let wallMs = 0
  let last: Batch | null = null
  let before: Cost | null = null
  let most = Number.POSITIVE_INFINITY
  while (calibration.next.kind === 'measure') {
    const { iterations } = calibration.next
    const call = {
      benchmark: row.benchmark,
      dataset: row.dataset,
      dataSeed: config.data_seed,
      iterationMode,
      iterations,
      targetUs: protocol.target_batch_us,
      ...warmupFor(protocol, calibration.callUs),
    }
    const answer = await observe(subject, call, expectation, host)
    if (answer.kind === 'ok') {
      wallMs = answer.wallMs
      last = batchOf(answer, iterationMode)
      isChosen &&= answer.value.isFixed !== true
      if (!isChosen) {
        calibration = settleAt(calibration, answer.value)
        continue
      }
      const cost = { iterations, wallMs }
      if (before !== null && iterations > before.iterations) most = mostAffordable(before, cost, protocol)
      before = cost
      calibration = advance(calibration, { elapsedUs: answer.value.elapsedNs / 1000, most })
      continue
    }
    failures += 1
    // A wrong output or a changed input is no accident that another try may pass over.
    if (failures > REPEATS || answer.fault === 'wrong-output' || answer.fault === 'input-changed') {
      yield failedCalibration(event, calibration, iterations, answer)
      yield* wrongOutput(row, implementation, answer)
      return null
    }
  }
  const { iterations, elapsedUs, cap, retries } = calibration.next
  yield {
    ...event,
    cap,
    batch_iterations: iterations,
    elapsed_us: elapsedUs,
    retries,
    valid: true,
    fault: null,
    reason: null,
  }
  const callUs = elapsedUs / iterations
  const calm = { wallPerCpu: last === null ? null : wallPerCpu(last) }
  return { implementation, subject, expectation, iterationMode, isChosen, iterations, callUs, wallMs, calm }
}

function failedCalibration(
  event: Pick<
    EventOf<'calibration'>,
    'type' | 'case' | 'implementation' | 'dataset_id' | 'target_elapsed_us'
  >,
  calibration: Calibration,
  iterations: number,
  failure: { readonly fault: Fault; readonly reason: string },
): Event {
  return {
    ...event,
    cap: calibration.cap,
    batch_iterations: iterations,
    elapsed_us: null,
    retries: calibration.retries,
    valid: false,
    fault: failure.fault,
    reason: failure.reason,
  }
}

/** Both revisions of an arm use one number of iterations, so that what a batch amortises is the same on both sides. */
function withSharedIterations(
  row: RowToMeasure,
  calibrated: readonly Calibrated[],
  protocol: Protocol,
): readonly Contestant[] {
  const byName = new Map(calibrated.map((one) => [one.implementation, one]))
  const contestants = new Map<Implementation, Contestant>()
  for (const arm of new Set(calibrated.map((one) => partsOf(one.implementation).arm))) {
    const [baseline, candidate] = revisionNames.map((revision) => byName.get(implementationOf(arm, revision)))
    if (baseline === undefined || candidate === undefined) continue
    const shared = sharedIterations(baseline, candidate, protocol)
    for (const one of [baseline, candidate]) {
      const iterations = one.isChosen ? shared : one.iterations
      contestants.set(one.implementation, contestant(one, iterations, protocol))
    }
  }
  return row.implementations.flatMap((implementation) => contestants.get(implementation) ?? [])
}

function contestant(calibrated: Calibrated, iterations: number, asked: Protocol): Contestant {
  const { implementation, subject, expectation, iterationMode, callUs, wallMs, calm } = calibrated
  const protocol = protocolFor(iterationMode, asked)
  const moreCallsMs = ((iterations - calibrated.iterations) * callUs) / 1000
  return {
    implementation,
    subject,
    expectation,
    iterationMode,
    iterations,
    targetUs: protocol.target_batch_us,
    ...warmupFor(protocol, callUs),
    calm,
    expectedMs: wallMs + moreCallsMs,
  }
}

function expectationsIn(log: readonly Event[]): ReadonlyMap<string, Expectation> {
  const expectations = new Map<string, Expectation>()
  for (const event of log) {
    if (event.type !== 'validation' || event.status !== 'ok') continue
    const { output, fingerprint, tolerance } = event
    expectations.set(expectationKey(event.case, event.dataset_id, event.implementation), {
      output,
      fingerprint,
      tolerance,
    })
  }
  return expectations
}

function expectationKey(benchmark: string, dataset: string, implementation: Implementation): string {
  return JSON.stringify([benchmark, dataset, implementation])
}
