import type { Event } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import type { Measurement } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import { partsOf } from '../model/implementation.ts'
import { blockOrder, confirmatoryBlocks } from '../protocol/schedule.ts'
import type { Contestant, MeasuredRow } from './calibrate.ts'
import { type Answer, observe } from './observe.ts'
import type { Setting } from './prepare.ts'

/** A block without its pairs is measured again, at most this often. */
const REPEATS = 2

type Phase = 'exploratory' | 'confirmatory'

/** A row on its way through the blocks; contestants whose arm was given up have left. */
interface Racing {
  readonly row: MeasuredRow
  readonly blocks: number
  contestants: readonly Contestant[]
}

/**
 * Measures every row in paired blocks: blocks are the outer loop and rows the inner one, so that one bad second
 * cannot fall on all blocks of one row. Throws a UserError when the estimate is above the limit of the run.
 */
export async function* measureBlocks(
  setting: Setting,
  rows: readonly MeasuredRow[],
  startedMs: number,
  host: Host,
): AsyncGenerator<Event, void> {
  const { protocol, config } = setting
  const racing = rows.map((row) => start(row, setting))
  const exploratory = protocol.exploratory_blocks
  refuseTooLong(racing, setting, host)
  const last = exploratory + Math.max(0, ...racing.map((one) => one.blocks))
  for (let block = 0; block < last; block += 1) {
    const phase = block < exploratory ? 'exploratory' : 'confirmatory'
    for (const one of racing) {
      if (block >= exploratory + one.blocks) continue
      if (host.clock.monotonicMs() - startedMs > config.timeouts.run) {
        yield {
          type: 'trouble',
          arm: null,
          reason: 'the run passed its limit of time (timeouts.run): measuring stopped',
        }
        return
      }
      yield* measureBlock(one, block, phase, setting, host)
    }
  }
}

function start(row: MeasuredRow, setting: Setting): Racing {
  const { protocol, request } = setting
  const blocks = confirmatoryBlocks(protocol, row.contestants.length, request.blocks)
  return { row, blocks, contestants: row.contestants }
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
      iterations: contestant.iterations,
      ...outcomeOf(answer),
    }
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
    }
    return { ...nothing, valid: false, fault: answer.fault, reason: answer.reason }
  }
  const { elapsedNs, cpuNs, overheadNs, iterations, output, peakRssBytes } = answer.value
  return {
    elapsed_us: elapsedNs / 1000 / iterations,
    cpu_us: cpuNs === undefined ? null : cpuNs / 1000 / iterations,
    overhead_us: overheadNs === undefined ? null : overheadNs / 1000,
    batch_sink: output,
    peak_rss_bytes: peakRssBytes,
    valid: true,
    fault: null,
    reason: null,
  }
}

function armOf(contestant: Contestant): string {
  return partsOf(contestant.implementation).arm
}

function refuseTooLong(racing: readonly Racing[], setting: Setting, host: Host): void {
  const { protocol, config } = setting
  const costs = racing
    .map(({ row, blocks, contestants }) => ({
      name: `${row.benchmark}/${row.dataset}`,
      ms:
        (protocol.exploratory_blocks + blocks) *
        contestants.reduce((sum, contestant) => sum + contestant.expectedMs, 0),
    }))
    .toSorted((a, b) => b.ms - a.ms)
  const totalMs = costs.reduce((sum, cost) => sum + cost.ms, 0)
  host.log(`estimate: ${seconds(totalMs)} for the blocks of ${racing.length} rows`)
  if (totalMs <= config.timeouts.run) return
  const slowest = costs.slice(0, 5).map((cost) => `${cost.name} (${seconds(cost.ms)})`)
  throw new UserError(
    `the blocks would take about ${seconds(totalMs)}, more than timeouts.run allows (${seconds(config.timeouts.run)}). ` +
      `Raise timeouts.run, or leave out the slowest rows with benchmarks.exclude: ${slowest.join(', ')}`,
  )
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${(ms / 1000).toFixed(0)} s` : `${(ms / 60_000).toFixed(1)} min`
}
