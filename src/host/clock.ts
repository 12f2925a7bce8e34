import type { Clock } from '../model/host.ts'

/** The machine's clocks. */
export function createClock(): Clock {
  return {
    monotonicMs: () => performance.now(),
    now: () => new Date().toISOString(),
  }
}
