import type { Batch } from '../analysis/disturbance.ts'
import type { EventOf } from '../model/event.ts'
import type { IterationMode, Measurement } from '../model/harness.ts'
import type { Usage } from '../model/process.ts'

/** What several processes took together; null of none. */
export function totalOf(usages: readonly Usage[]): Usage | null {
  if (usages.length === 0) return null
  const sum = (of: (usage: Usage) => number) => usages.reduce((total, one) => total + of(one), 0)
  const counts = usages.flatMap(({ threads }) => (threads === null ? [] : [threads]))
  return {
    wallNs: sum((one) => one.wallNs),
    userNs: sum((one) => one.userNs),
    systemNs: sum((one) => one.systemNs),
    peakRssBytes: Math.max(...usages.map((one) => one.peakRssBytes)),
    minorFaults: sum((one) => one.minorFaults),
    majorFaults: sum((one) => one.majorFaults),
    voluntarySwitches: sum((one) => one.voluntarySwitches),
    involuntarySwitches: sum((one) => one.involuntarySwitches),
    threads: counts.length === 0 ? null : Math.max(...counts),
  }
}

/** What a batch took: its timed part where the harness tells the CPU time of that, else its processes; null of neither. */
export function batchOf(
  { value, usage }: { readonly value: Measurement; readonly usage: Usage | null },
  iterationMode: IterationMode,
): Batch | null {
  const { iterations, elapsedNs, cpuNs } = value
  const voluntarySwitches = usage?.voluntarySwitches ?? null
  if (cpuNs !== undefined) {
    const processes = iterationMode === 'one' ? iterations : 0
    return { wallUs: elapsedNs / 1000, cpuUs: cpuNs / 1000, iterations, processes, voluntarySwitches }
  }
  if (usage === null) return null
  return {
    wallUs: usage.wallNs / 1000,
    cpuUs: (usage.userNs + usage.systemNs) / 1000,
    iterations,
    processes: iterationMode === 'one' ? iterations : 1,
    voluntarySwitches,
  }
}

/** The same as an observation records it. */
export function recordOf(usage: Usage): NonNullable<EventOf<'observation'>['process']> {
  return {
    wall_us: usage.wallNs / 1000,
    user_us: usage.userNs / 1000,
    system_us: usage.systemNs / 1000,
    peak_rss_bytes: usage.peakRssBytes,
    minor_faults: usage.minorFaults,
    major_faults: usage.majorFaults,
    voluntary_switches: usage.voluntarySwitches,
    involuntary_switches: usage.involuntarySwitches,
  }
}
