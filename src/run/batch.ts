import type { IterationMode } from '../model/harness.ts'
import type { Protocol } from '../model/protocol.ts'

/** Where an iteration is a process, this many are enough, and the oracle's process was the warm-up. */
const MOST_PROCESSES = 16

export function protocolFor(mode: IterationMode, protocol: Protocol): Protocol {
  if (mode !== 'one') return protocol
  return {
    ...protocol,
    initial_iterations: 1,
    cap: MOST_PROCESSES,
    raised_cap: MOST_PROCESSES,
    warmup_iterations: 0,
    warmup_us: 0,
  }
}

/** What a batch took as a whole process. */
export interface Cost {
  readonly iterations: number
  readonly wallMs: number
}

/** A process may spend as long on what it does not time, such as copies of its input, as on a whole sample. */
const UNTIMED = 2

/** The most calls of a process, by what the calls that the second had more than the first took, timed or not. */
export function mostAffordable(before: Cost, now: Cost, protocol: Protocol): number {
  const callMs = (now.wallMs - before.wallMs) / (now.iterations - before.iterations)
  if (!(callMs > 0)) return Number.POSITIVE_INFINITY
  return Math.max(1, Math.floor((UNTIMED * protocol.max_sample_us) / 1000 / callMs))
}

/** Warm-up ends early once it has taken the maximum sample time; before a call's cost is known it is one call. */
export function warmupFor(
  protocol: Protocol,
  callUs: number | null,
): { warmupIterations: number; warmupUs: number } {
  if (callUs === null) return { warmupIterations: Math.min(1, protocol.warmup_iterations), warmupUs: 0 }
  const affordable = callUs > 0 ? Math.floor(protocol.max_sample_us / callUs) : protocol.warmup_iterations
  return {
    warmupIterations: Math.min(protocol.warmup_iterations, Math.max(1, affordable)),
    warmupUs: Math.min(protocol.warmup_us, protocol.max_sample_us),
  }
}
