import { groupFiles } from './control-group.ts'
import { allowedCpusIn, cpusIn } from './cpu-list.ts'
import type { MachineReader } from './machine-reader.ts'

const CPUS = '/sys/devices/system/cpu'

/** A CPU as far as it matters where a process is placed. */
export interface Cpu {
  readonly number: number
  /** Kept free of other work by the kernel's command line. */
  readonly isIsolated: boolean
  /** The CPUs that share its core with it. */
  readonly siblings: readonly number[]
  /** Larger for a faster kind of core; equal for cores of one kind. */
  readonly speed: number
}

/** The CPUs that this process may use, in ascending order; null where the system does not say. */
export function usableCpus(read: Pick<MachineReader, 'text'>): readonly Cpu[] | null {
  const allowed = allowedCpusIn(read.text('/proc/self/status'))
  if (allowed === null) return null
  const cpuset = cpusetOf(read)
  const online = cpusIn(read.text(`${CPUS}/online`))
  const isolated = cpusIn(read.text(`${CPUS}/isolated`)) ?? []
  const isThere = (cpu: number) => online?.includes(cpu) ?? true
  const within = allowed.filter((cpu) => isThere(cpu) && (cpuset?.includes(cpu) ?? true))
  // A file of the whole machine, seen from inside a container, may name other CPUs than ours.
  const own = within.length > 0 ? within : allowed
  const numbers = [...new Set([...own, ...spared(own, cpuset ?? [], isolated).filter(isThere)])]
  const fast = cpusIn(read.text('/sys/devices/cpu_core/cpus')) ?? []
  return numbers
    .sort((a, b) => a - b)
    .map((number) => ({
      number,
      isIsolated: isolated.includes(number),
      siblings: (cpusIn(read.text(`${CPUS}/cpu${number}/topology/thread_siblings_list`)) ?? []).filter(
        (other) => other !== number,
      ),
      speed: speedOf(read, number, fast),
    }))
}

/**
 * Isolated CPUs that processes keep away from unless they ask: those of our cpuset, where nobody has confined us to
 * less than all the others of it.
 */
function spared(allowed: readonly number[], cpuset: readonly number[], isolated: readonly number[]) {
  const others = cpuset.filter((cpu) => !isolated.includes(cpu))
  return others.every((cpu) => allowed.includes(cpu)) ? cpuset.filter((cpu) => isolated.includes(cpu)) : []
}

/** The CPUs of the nearest control group that has a set of them; null where there is none. */
function cpusetOf(read: Pick<MachineReader, 'text'>): readonly number[] | null {
  const places = [
    ...groupFiles(read, 'cpuset', 'cpuset.effective_cpus'),
    ...groupFiles(read, null, 'cpuset.cpus.effective'),
  ]
  for (const place of places) {
    const list = cpusIn(read.text(place))
    if (list !== null) return list
  }
  return null
}

/** Kinds of cores differ by tens of per cent, cores of one kind by a few in what they may be boosted to. */
const ONE_KIND = 1.1

/** By what the system says of cores of several kinds: their type, their capacity, their highest frequency. */
function speedOf(read: Pick<MachineReader, 'text'>, cpu: number, fast: readonly number[]): number {
  if (fast.length > 0) return fast.includes(cpu) ? 1 : 0
  const text =
    read.text(`${CPUS}/cpu${cpu}/cpu_capacity`) ?? read.text(`${CPUS}/cpu${cpu}/cpufreq/cpuinfo_max_freq`)
  const value = Number(text)
  return Number.isFinite(value) ? value : 0
}

/** Those of the fastest kind. */
export function fastest(cpus: readonly Cpu[]): readonly Cpu[] {
  const highest = Math.max(...cpus.map(({ speed }) => speed))
  return cpus.filter(({ speed }) => speed * ONE_KIND >= highest)
}
