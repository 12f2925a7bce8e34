import type { Event } from '../model/event.ts'
import type { Host } from '../model/host.ts'

/** The last event: a log without it is incomplete. */
export function summarize(log: readonly Event[], startedMs: number, host: Host): Event {
  const observations = log.filter((event) => event.type === 'observation')
  return {
    type: 'summary',
    finished_at: host.clock.now(),
    elapsed_ms: Math.round(host.clock.monotonicMs() - startedMs),
    observations: observations.length,
    invalid_observations: observations.filter((observation) => !observation.valid).length,
  }
}
