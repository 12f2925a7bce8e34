import { UNKNOWN } from '../model/environment.ts'
import { groupFiles } from './control-group.ts'
import { cpusIn } from './cpu-list.ts'
import { valuesOf } from './cpuinfo.ts'
import type { MachineReader } from './machine-reader.ts'

const CPUS = '/sys/devices/system/cpu'

type Facts = Record<string, string | number>

/** What the processor is: the model first. */
export function describeProcessor(read: MachineReader): Facts {
  return {
    cpu: modelOf(read),
    cpu_revision: revisionOf(read),
    microcode: joined(valuesOf(read.text('/proc/cpuinfo'), 'microcode')),
    cpus: read.system.cpus,
    cpu_quota: quotaOf(read),
    caches: cachesOf(read),
  }
}

/** What decides at which frequency the processor runs, and at which it was. */
export function describeFrequency(read: MachineReader): Facts {
  const online = cpusIn(read.text(`${CPUS}/online`)) ?? [0]
  const settings = (name: string) => [
    ...new Set(online.flatMap((cpu) => read.text(`${CPUS}/cpu${cpu}/cpufreq/${name}`) ?? [])),
  ]
  return {
    governor: joined(settings('scaling_governor')),
    boost: boostOf(read),
    max_frequency_mhz: megahertz(settings('cpuinfo_max_freq')),
    frequency_limit_mhz: megahertz(settings('scaling_max_freq')),
    frequency_mhz: currentOf(read),
  }
}

/** x86 names the model; arm64 gives numbers only, and a machine may have cores of several kinds. */
function modelOf({ system, text }: MachineReader): string {
  const cpuinfo = text('/proc/cpuinfo')
  const names = valuesOf(cpuinfo, 'model name')
  if (names.length > 0) return names.join(' + ')
  const implementers = valuesOf(cpuinfo, 'CPU implementer')
  const parts = valuesOf(cpuinfo, 'CPU part')
  if (implementers.length > 0 && parts.length > 0) {
    return `implementer ${implementers.join(' + ')}, part ${parts.join(' + ')}`
  }
  return system.cpuModel ?? UNKNOWN
}

/** Family, model and stepping on x86; variant and revision on arm64. A cloud gives one name to several of them. */
function revisionOf({ text }: MachineReader): string {
  const cpuinfo = text('/proc/cpuinfo')
  const words = (keys: readonly (readonly [string, string])[]) =>
    keys.flatMap(([key, word]) => {
      const values = valuesOf(cpuinfo, key)
      return values.length === 0 ? [] : [`${word} ${values.join(' + ')}`]
    })
  const x86 = words([
    ['cpu family', 'family'],
    ['model', 'model'],
    ['stepping', 'stepping'],
  ])
  const arm = words([
    ['CPU variant', 'variant'],
    ['CPU revision', 'revision'],
  ])
  return [...x86, ...arm].join(', ') || UNKNOWN
}

/** The smallest share of CPU time of our control groups, in CPUs: one that is used up stops a benchmark in its middle. */
function quotaOf(read: MachineReader): string | number {
  const unified = groupFiles(read, null, 'cpu.max').map((file) => read.text(file)?.split(' ') ?? [])
  const named = groupFiles(read, 'cpu', 'cpu.cfs_quota_us').map((file) => [
    read.text(file) ?? '',
    read.text(file.replace('quota', 'period')) ?? '',
  ])
  const limits = [...unified, ...named].filter(([quota = '']) => quota !== '')
  const shares = limits.map(([quota, period]) => Number(quota) / Number(period)).filter((share) => share > 0)
  if (shares.length > 0) return Math.min(...shares)
  return limits.length > 0 ? 'none' : UNKNOWN
}

/** Of the first CPU: `L1 data 48K, L1 instruction 64K, L2 2048K, L3 491520K`. */
function cachesOf({ text, list }: MachineReader): string {
  const directory = `${CPUS}/cpu0/cache`
  const caches = list(directory).flatMap((index) => {
    const of = (name: string) => text(`${directory}/${index}/${name}`)
    const [level, type, size] = [of('level'), of('type'), of('size')]
    if (level === null || size === null) return []
    return [`L${level}${type === null || type === 'Unified' ? '' : ` ${type.toLowerCase()}`} ${size}`]
  })
  return joined(caches, ', ')
}

function boostOf({ text }: MachineReader): string {
  const noTurbo = text(`${CPUS}/intel_pstate/no_turbo`)
  if (noTurbo === '0') return 'on'
  if (noTurbo === '1') return 'off'
  switch (text(`${CPUS}/cpufreq/boost`)) {
    case '1':
      return 'on'
    case '0':
      return 'off'
  }
  return UNKNOWN
}

/** Linux gives kHz; cores of several kinds have several. */
function megahertz(kilohertz: readonly string[]): string | number {
  const values = kilohertz.map((text) => Math.round(Number(text) / 1000)).filter((value) => value > 0)
  const [only = UNKNOWN] = values
  return values.length > 1 ? values.join(' + ') : only
}

/** Of the first CPU, at this moment. */
function currentOf({ text }: MachineReader): string | number {
  const current = text(`${CPUS}/cpu0/cpufreq/scaling_cur_freq`)
  if (current !== null) return megahertz([current])
  const value = Math.round(Number(valuesOf(text('/proc/cpuinfo'), 'cpu MHz')[0]))
  return value > 0 ? value : UNKNOWN
}

function joined(values: readonly string[], separator = ' + '): string {
  return values.length === 0 ? UNKNOWN : values.join(separator)
}
