import { z } from 'zod'

const count = z.int().nonnegative()

/** What else went on on the machine during a span of time. */
export const loadSchema = z.object({
  /** The CPUs that this run may use. */
  cpus: z.int().positive(),
  /** The share of their time that others took, in per cent: other processes, and a hypervisor that gave it away. */
  others_pct: z.number().nonnegative(),
  /** Processes of others that were ready to run at its end, on all CPUs. */
  runnable: count.nullable(),
  /** How often the processor slowed itself down for its heat, over all CPUs; null where it does not tell. */
  throttled: count.nullable(),
  /** How often the container's share of CPU time was used up and all of it was stopped. */
  quota_stops: count.nullable(),
  /** Of the warmest sensor of the processor, at its end. */
  temperature_c: z.number().nullable(),
})
export type Load = z.infer<typeof loadSchema>

/**
 * `calm`: nothing to wait for; `uneasy`: worth a wait and a doubt; `busy`: what is measured now is the others' load.
 */
export type Calmness = 'calm' | 'uneasy' | 'busy'

/**
 * Others may take so much before it is worth waiting for them to end: daemons, journals and a desktop take 1 to 10 %
 * of two CPUs, one busy process takes 50 %.
 */
const CALM_PCT = 25

/**
 * A benchmark needs one CPU. Where less than three quarters of one are left beside the others, it has to share: on two
 * CPUs one busy neighbour still leaves one (50 %), two leave none, and false alarms come then (wall time over CPU time
 * 1.28; 4 of 20 medians of no difference beyond 3 %).
 */
const LEAST_CPUS_LEFT = 0.75

/** On many CPUs some are left, but memory, caches and turbo are shared with all that run. */
const BUSY_PCT = 80

/** The share that others take from which on a machine of so many CPUs is busy, in per cent. */
export function busyPct(cpus: number): number {
  return Math.min(BUSY_PCT, Math.max(CALM_PCT, ((cpus - LEAST_CPUS_LEFT) / cpus) * 100))
}

/** How far a load lets a benchmark be alone. */
export function calmnessOf({ cpus, others_pct }: Pick<Load, 'cpus' | 'others_pct'>): Calmness {
  if (others_pct <= CALM_PCT) return 'calm'
  return others_pct <= busyPct(cpus) ? 'uneasy' : 'busy'
}

/** A load in words, as it stands in messages. */
export function describeLoad({ cpus, others_pct, runnable }: Load): string {
  const ready = runnable === null ? '' : `, ${runnable} ready to run`
  return `other processes take ${others_pct.toFixed(0)} % of ${cpus} CPU${cpus === 1 ? '' : 's'}${ready}`
}
