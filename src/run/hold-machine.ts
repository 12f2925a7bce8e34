import { rowsToMeasure, standingRows } from '../analysis/rows.ts'
import { inWords } from '../model/duration.ts'
import type { Event } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import type { Host } from '../model/host.ts'
import { calmnessOf, describeLoad, type Load } from '../model/load.ts'
import { type Limit, leftMs } from './limit.ts'
import type { Setting } from './prepare.ts'

/** Long enough for shares of CPU time that are counted in hundredths of a second. */
const SAMPLE_MS = 1000

/** The machine, ours alone as far as other runs are concerned; null where there is nothing to measure. */
export interface Hold extends Disposable {
  readonly lock: { readonly explanation: string; readonly waitedMs: number } | null
}

const NOTHING: Hold = { lock: null, [Symbol.dispose]: () => {} }

/**
 * Takes the lock that all runs on this machine share, where there are rows to measure. Past the limit the log tells the
 * trouble and a UserError ends the run, which is incomplete then.
 */
export async function* holdMachine(
  setting: Setting,
  limit: Limit,
  log: readonly Event[],
  host: Host,
): AsyncGenerator<Event, Hold> {
  if (rowsToMeasure(standingRows(log)).length === 0) return NOTHING
  const limitMs = Math.min(setting.config.timeouts.lock, Math.max(0, leftMs(limit)))
  const lock = await host.machine.lock(limitMs)
  if (lock.kind === 'held') return { lock, [Symbol.dispose]: () => lock[Symbol.dispose]() }
  const reason = `another run measures on this machine: ${lock.holder} (${lock.path}), and ${inWords(lock.waitedMs)} of waiting were not enough`
  yield { type: 'trouble', arm: null, reason }
  throw new UserError(
    `${reason}. Run them one after the other, raise timeouts.lock, or end that process if it hangs: the lock ends with it`,
  )
}

/** Waits for the machine to calm down, up to its limit, tells what it found, and begins to watch. */
export async function* awaitCalm(
  setting: Setting,
  { lock }: Hold,
  host: Host,
): AsyncGenerator<Event, () => Load | null> {
  if (lock === null) return () => null
  const startedMs = host.clock.monotonicMs()
  const load = await calmLoad(setting.config.timeouts.idle, host)
  yield {
    type: 'machine',
    lock: lock.explanation,
    lock_waited_ms: lock.waitedMs,
    idle_waited_ms: Math.round(host.clock.monotonicMs() - startedMs),
    load,
    notes: [...host.machine.powerNotes()],
  }
  return host.machine.watch()
}

/** Tells what others did while the blocks were measured. */
export async function* tellLoad(watched: () => Load | null): AsyncGenerator<Event, void> {
  const load = watched()
  if (load !== null) yield { type: 'load', load }
}

/** The first calm sample, or the last one within the limit; null where the limit is 0 or the system tells no load. */
async function calmLoad(limitMs: number, host: Host): Promise<Load | null> {
  if (limitMs === 0) return null
  const startedMs = host.clock.monotonicMs()
  for (let samples = 0; ; samples += 1) {
    const tell = host.machine.watch()
    await host.machine.pause(Math.min(SAMPLE_MS, limitMs))
    const load = tell()
    if (load === null || calmnessOf(load) === 'calm') return load
    if (host.clock.monotonicMs() - startedMs >= limitMs) return load
    if (samples === 0)
      host.log(`${describeLoad(load)}: waiting for them, ${inWords(limitMs)} at most (timeouts.idle)`)
  }
}
