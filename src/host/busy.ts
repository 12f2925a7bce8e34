/** The share of the time between two texts of /proc/stat, from 0 to 1, that each CPU was busy. */
export function busyBetween(before: string, after: string): ReadonlyMap<number, number> {
  const earlier = cpuTimesIn(before)
  const busy = new Map<number, number>()
  for (const [cpu, { idle, total }] of cpuTimesIn(after)) {
    const was = earlier.get(cpu)
    if (was === undefined || total <= was.total) continue
    busy.set(cpu, Math.min(1, Math.max(0, 1 - (idle - was.idle) / (total - was.total))))
  }
  return busy
}

/** What /proc/stat says of one CPU, in clock ticks. */
export interface CpuTimes {
  readonly idle: number
  readonly total: number
}

/**
 * Lines of /proc/stat: `cpu0 user nice system idle iowait irq softirq steal guest guest_nice`. Guests' time is in
 * `user` and `nice` too; time that was stolen is time that somebody else used.
 */
export function cpuTimesIn(text: string): ReadonlyMap<number, CpuTimes> {
  return new Map(
    [...text.matchAll(/^cpu(\d+) (.*)$/gm)].map(([, number, rest = '']) => {
      const times = rest.trim().split(/\s+/).slice(0, 8).map(Number)
      const idle = (times[3] ?? 0) + (times[4] ?? 0)
      return [Number(number), { idle, total: times.reduce((sum, one) => sum + one, 0) }]
    }),
  )
}
