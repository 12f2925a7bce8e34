import type { Event } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import type { Clock } from '../model/host.ts'

/** How long a run may take, and since when. Times in ms. */
export interface Limit {
  readonly startedMs: number
  readonly runMs: number
  readonly clock: Clock
}

/** What is left of the limit. */
export function leftMs({ startedMs, runMs, clock }: Limit): number {
  return startedMs + runMs - clock.monotonicMs()
}

/**
 * Passes a stage's events on while there is time. Once there is none, the log tells it and a UserError ends the run,
 * which is incomplete then.
 */
export async function* within<T>(limit: Limit, stage: AsyncGenerator<Event, T>): AsyncGenerator<Event, T> {
  for (;;) {
    const step = await stage.next()
    if (step.done === true) return step.value
    yield step.value
    if (leftMs(limit) >= 0) continue
    const reason = 'the run passed its limit of time (timeouts.run)'
    yield { type: 'trouble', arm: null, reason }
    throw new UserError(`${reason}: raise it, or leave out rows with benchmarks.exclude`)
  }
}
