import type { Load } from '../model/load.ts'
import { cpuTimesIn } from './busy.ts'
import { groupFiles } from './control-group.ts'
import type { MachineReader } from './machine-reader.ts'
import { usableCpus } from './usable-cpus.ts'

/** What a system tells of itself at one moment; times in clock ticks. */
export interface LoadReading {
  readonly cpus: number
  readonly total: number
  readonly busy: number
  /** What this process and all that it started have used. */
  readonly own: number
  readonly runnable: number | null
  readonly throttled: number | null
  readonly quotaStops: number | null
  readonly temperatureC: number | null
}

/** Reads the counters of the CPUs that processes may be placed on; null where there are none. */
export function readLoad(read: Pick<MachineReader, 'text' | 'list'>): LoadReading | null {
  const stat = read.text('/proc/stat')
  const own = ownTicks(read)
  if (stat === null || own === null) return null
  const usable = usableCpus(read)?.map(({ number }) => number) ?? null
  const times = [...cpuTimesIn(stat)]
    .filter(([cpu]) => usable === null || usable.includes(cpu))
    .map(([, one]) => one)
  if (times.length === 0) return null
  return {
    cpus: times.length,
    total: sum(times.map(({ total }) => total)),
    busy: sum(times.map(({ total, idle }) => total - idle)),
    own,
    runnable: numberIn(/^procs_running (\d+)$/m, stat),
    throttled: throttleCount(read),
    quotaStops: quotaStops(read),
    temperatureC: temperature(read),
  }
}

/** What others did between two readings; null where no time has passed. */
export function loadBetween(before: LoadReading, after: LoadReading): Load | null {
  const total = after.total - before.total
  if (total <= 0) return null
  // What we use is counted a moment earlier or later than the whole: never below nothing.
  const others = Math.max(0, after.busy - before.busy - (after.own - before.own))
  return {
    cpus: after.cpus,
    others_pct: Math.round((others / total) * 1000) / 10,
    // This process was running while it read.
    runnable: after.runnable === null ? null : Math.max(0, after.runnable - 1),
    throttled: difference(before.throttled, after.throttled),
    quota_stops: difference(before.quotaStops, after.quotaStops),
    temperature_c: after.temperatureC,
  }
}

/** What a process and those that it waited for have used. */
interface Ticks {
  readonly pid: number
  readonly parent: number
  readonly used: number
}

/** Of this process and its descendants: what one that has ended used is counted with the one that waited for it. */
function ownTicks(read: Pick<MachineReader, 'text' | 'list'>): number | null {
  const own = ticksIn(read.text('/proc/self/stat'))
  if (own === null) return null
  const family = [own]
  const others = read
    .list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => ticksIn(read.text(`/proc/${name}/stat`)) ?? [])
  for (const { pid } of family) family.push(...others.filter(({ parent }) => parent === pid))
  return sum(family.map(({ used }) => used))
}

/** `ppid`, `utime`, `stime`, `cutime`, `cstime` of a stat file; the name before them may hold spaces and parentheses. */
function ticksIn(stat: string | null): Ticks | null {
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [pid, parent, ...ticks] = [stat.split(' ', 1)[0], fields[1], ...fields.slice(11, 15)].map(Number)
  if (pid === undefined || parent === undefined || ticks.length !== 4) return null
  return [pid, parent, ...ticks].every(Number.isFinite) ? { pid, parent, used: sum(ticks) } : null
}

/** How often this control group or one that it lies in was stopped, because its share was used up. */
function quotaStops(read: Pick<MachineReader, 'text'>): number | null {
  const files = [...groupFiles(read, null, 'cpu.stat'), ...groupFiles(read, 'cpu', 'cpu.stat')]
  const counts = files.flatMap((file) => numberIn(/^nr_throttled (\d+)$/m, read.text(file) ?? '') ?? [])
  return counts.length === 0 ? null : sum(counts)
}

const CPUS = '/sys/devices/system/cpu'

function throttleCount(read: Pick<MachineReader, 'text' | 'list'>): number | null {
  const counts = read
    .list(CPUS)
    .filter((name) => /^cpu\d+$/.test(name))
    .flatMap((name) => read.text(`${CPUS}/${name}/thermal_throttle/core_throttle_count`) ?? [])
  return counts.length === 0 ? null : sum(counts.map(Number))
}

/** Zones that are the processor's; others are batteries, disks and the air around. */
const PROCESSOR_ZONE = /x86_pkg_temp|cpu|soc|coretemp|k10temp/i

function temperature(read: Pick<MachineReader, 'text' | 'list'>): number | null {
  const zones = read.list('/sys/class/thermal').filter((name) => name.startsWith('thermal_zone'))
  const degrees = zones
    .filter((name) => PROCESSOR_ZONE.test(read.text(`/sys/class/thermal/${name}/type`) ?? ''))
    .map((name) => Number(read.text(`/sys/class/thermal/${name}/temp`) ?? Number.NaN) / 1000)
    .filter((value) => Number.isFinite(value) && value > 0)
  return degrees.length === 0 ? null : Math.max(...degrees)
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : Math.max(0, after - before)
}

function numberIn(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
