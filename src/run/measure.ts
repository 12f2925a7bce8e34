import { isDisturbed, wallPerCpu } from '../analysis/disturbance.ts'
import { caseName } from '../model/benchmark.ts'
import type { Event } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import type { Measurement } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import { partsOf } from '../model/implementation.ts'
import { blockOrder, confirmatoryBlocks } from '../protocol/schedule.ts'
import type { Contestant, MeasuredRow } from './calibrate.ts'
import type { Answer } from './converse.ts'
import { type Limit, leftMs } from './limit.ts'
import { observe, wrongOutput } from './observe.ts'
import type { Setting } from './prepare.ts'
import { batchOf, recordOf } from './usage.ts'

/** A block without its pairs is measured again, at most this often. */
const REPEATS = 2

type Phase = 'exploratory' | 'confirmatory'

/** A row on its way through its confirmatory blocks; contestants whose arm was given up have left. */
interface Racing {
  readonly row: MeasuredRow
  readonly first: number
  readonly blocks: number
  contestants: readonly Contestant[]
}

/**
 * Measures every row in its exploratory and then its confirmatory blocks. Throws a UserError when the estimate is
 * above what is left of the limit of the run.
 */
export async function* measureRows(
  setting: Setting,
  rows: readonly MeasuredRow[],
  limit: Limit,
  host: Host,
): AsyncGenerator<Event, void> {
  const { protocol, request } = setting
  const racing = rows.map((row) => ({
    row,
    first: protocol.exploratory_blocks,
    blocks: confirmatoryBlocks(protocol, row.contestants.length, request.blocks),
    contestants: row.contestants,
  }))
  refuseTooLong(racing, setting, limit, host)
  yield* schedule(racing)
  for (let block = 0; block < protocol.exploratory_blocks; block += 1) {
    for (const one of racing) yield* measureBlock(one, block, 'exploratory', setting, host)
  }
  yield* measureRound(racing, setting, host)
}

/** Rows that share a span of blocks, with how many each is to have. */
export interface Round {
  readonly rows: readonly { readonly row: MeasuredRow; readonly blocks: number }[]
  readonly first: number
}

/** Measures rows in fresh confirmatory blocks from `first` on. */
export async function* measureAgain(
  { rows, first }: Round,
  setting: Setting,
  host: Host,
): AsyncGenerator<Event, void> {
  const racing = rows.map(({ row, blocks }) => ({ row, first, blocks, contestants: row.contestants }))
  yield* schedule(racing)
  yield* measureRound(racing, setting, host)
}

/** Tells which blocks each row is to have, before any of them. */
function* schedule(racing: readonly Racing[]): Generator<Event> {
  for (const { row, first, blocks } of racing) {
    const arms = [...new Set(row.contestants.map(armOf))]
    const { benchmark, dataset } = row
    yield { type: 'schedule', case: benchmark, dataset_id: dataset, arms, first_block: first, blocks }
  }
}

/** Blocks are the outer loop and rows the inner one, so that one bad second cannot fall on all blocks of one row. */
async function* measureRound(
  racing: readonly Racing[],
  setting: Setting,
  host: Host,
): AsyncGenerator<Event, void> {
  const last = Math.max(0, ...racing.map(({ first, blocks }) => first + blocks))
  for (let block = Math.min(last, ...racing.map(({ first }) => first)); block < last; block += 1) {
    for (const one of racing) {
      if (block < one.first + one.blocks) yield* measureBlock(one, block, 'confirmatory', setting, host)
    }
  }
}

async function* measureBlock(
  racing: Racing,
  block: number,
  phase: Phase,
  setting: Setting,
  host: Host,
): AsyncGenerator<Event, void> {
  const attempts = phase === 'confirmatory' ? 1 + REPEATS : 1
  const unpaired = new Set(racing.contestants.map(armOf))
  for (let attempt = 0; attempt < attempts && unpaired.size > 0; attempt += 1) {
    const failed = yield* measureAttempt(racing, block, attempt, phase, setting, host)
    for (const arm of unpaired) if (!failed.has(arm)) unpaired.delete(arm)
  }
  // An arm that lacks a pair is invalid already: more blocks of it would only take time.
  if (phase === 'confirmatory') {
    racing.contestants = racing.contestants.filter((contestant) => !unpaired.has(armOf(contestant)))
  }
}

async function* measureAttempt(
  racing: Racing,
  block: number,
  attempt: number,
  phase: Phase,
  setting: Setting,
  host: Host,
): AsyncGenerator<Event, ReadonlySet<string>> {
  const { row, contestants } = racing
  const failed = new Set<string>()
  const environments = new Map<string, number>()
  for (const [position, index] of blockOrder(
    block,
    contestants.length,
    BigInt(setting.request.seed),
  ).entries()) {
    const contestant = contestants[index]
    if (contestant === undefined) throw new Error(`no contestant ${index}`)
    const call = {
      benchmark: row.benchmark,
      dataset: row.dataset,
      dataSeed: setting.config.data_seed,
      ...contestant,
    }
    const answer = await observe(contestant.subject, call, contestant.expectation, host)
    if (answer.kind === 'failed') failed.add(armOf(contestant))
    else requireEqualEnvironment(armOf(contestant), answer, environments)
    yield {
      type: 'observation',
      artifact_version: 'mmka_1',
      case: row.benchmark,
      implementation: contestant.implementation,
      implementation_version: setting.checkouts[partsOf(contestant.implementation).revision].version,
      dataset_id: row.dataset,
      repetition_id: attempt,
      block_id: block,
      position,
      phase,
      cpu: contestant.subject.cpu ?? null,
      iterations: contestant.iterations,
      ...outcomeOf(answer),
      ...(answer.kind === 'failed' ? {} : circumstancesOf(answer, contestant)),
    }
    yield* wrongOutput(row, contestant.implementation, answer)
  }
  return failed
}

function outcomeOf(answer: Answer<Measurement>) {
  if (answer.kind === 'failed') {
    const nothing = {
      elapsed_us: null,
      cpu_us: null,
      overhead_us: null,
      batch_sink: null,
      peak_rss_bytes: null,
      input_checked: null,
    }
    return { ...nothing, valid: false, fault: answer.fault, reason: answer.reason }
  }
  const { elapsedNs, cpuNs, overheadNs, iterations, output, peakRssBytes, fingerprint, counters } =
    answer.value
  return {
    iterations,
    elapsed_us: elapsedNs / 1000 / iterations,
    cpu_us: cpuNs === undefined ? null : cpuNs / 1000 / iterations,
    overhead_us: overheadNs === undefined ? null : overheadNs / 1000,
    batch_sink: output,
    peak_rss_bytes: peakRssBytes ?? answer.usage?.peakRssBytes ?? null,
    input_checked: fingerprint !== undefined,
    ...(counters === undefined ? {} : { counters }),
    valid: true,
    fault: null,
    reason: null,
  }
}

/** What an observation was taken under; the calmest batch so far is kept with the contestant. */
function circumstancesOf(
  answer: Extract<Answer<Measurement>, { kind: 'ok' }>,
  { iterationMode, calm }: Contestant,
) {
  const batch = batchOf(answer, iterationMode)
  const disturbed = batch !== null && isDisturbed(batch, calm.wallPerCpu)
  const ratio = batch === null ? null : wallPerCpu(batch)
  if (ratio !== null) calm.wallPerCpu = Math.min(ratio, calm.wallPerCpu ?? ratio)
  return {
    disturbed,
    process: answer.usage === null ? null : recordOf(answer.usage),
    ...(answer.commandBytes === null ? {} : { command_bytes: answer.commandBytes }),
  }
}

/** The environment is all ours: one that differs in length between the revisions would be our mistake. */
function requireEqualEnvironment(
  arm: string,
  { commandBytes }: Extract<Answer<Measurement>, { kind: 'ok' }>,
  seen: Map<string, number>,
): void {
  if (commandBytes === null) return
  const { environment } = commandBytes
  const other = seen.get(arm) ?? environment
  if (other !== environment) {
    throw new Error(
      `the environments of ${arm} at the two revisions differ: ${other} and ${environment} bytes`,
    )
  }
  seen.set(arm, environment)
}

function armOf(contestant: Contestant): string {
  return partsOf(contestant.implementation).arm
}

/** How long a block of these is expected to take. */
export function blockMs(contestants: readonly Contestant[]): number {
  return contestants.reduce((sum, contestant) => sum + contestant.expectedMs, 0)
}

function refuseTooLong(racing: readonly Racing[], setting: Setting, limit: Limit, host: Host): void {
  const { protocol } = setting
  const costs = racing
    .map(({ row, blocks, contestants }) => ({
      name: caseName(row),
      ms: (protocol.exploratory_blocks + blocks) * blockMs(contestants),
    }))
    .toSorted((a, b) => b.ms - a.ms)
  const totalMs = costs.reduce((sum, cost) => sum + cost.ms, 0)
  host.log(`estimate: ${seconds(totalMs)} for the blocks of ${racing.length} rows`)
  if (totalMs <= leftMs(limit)) return
  const slowest = costs.slice(0, 5).map((cost) => `${cost.name} (${seconds(cost.ms)})`)
  throw new UserError(
    `the blocks would take about ${seconds(totalMs)}, more than what is left of timeouts.run (${seconds(Math.max(0, leftMs(limit)))} of ${seconds(limit.runMs)}). ` +
      `Raise timeouts.run, or leave out the slowest rows with benchmarks.exclude: ${slowest.join(', ')}`,
  )
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${(ms / 1000).toFixed(0)} s` : `${(ms / 60_000).toFixed(1)} min`
}
