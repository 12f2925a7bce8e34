import type { MachineReader } from './machine-reader.ts'

const UNKNOWN = 'unknown'

/** The facts of the processor that change times, the model first. */
export function describeProcessor(read: MachineReader): Record<string, string | number> {
  return {
    cpu: modelOf(read),
    cpus: read.system.cpus,
    cpu_quota: quotaOf(read),
    smt: onOff(read.text('/sys/devices/system/cpu/smt/active')),
    governor: read.text('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor') ?? UNKNOWN,
    boost: boostOf(read),
  }
}

/** x86 names the model; arm64 gives numbers only, and a machine may have cores of several kinds. */
function modelOf({ system, text }: MachineReader): string {
  const cpuinfo = text('/proc/cpuinfo') ?? ''
  const names = valuesOf(cpuinfo, 'model name')
  if (names.length > 0) return names.join(' + ')
  const implementers = valuesOf(cpuinfo, 'CPU implementer')
  const parts = valuesOf(cpuinfo, 'CPU part')
  if (implementers.length > 0 && parts.length > 0) {
    return `implementer ${implementers.join(' + ')}, part ${parts.join(' + ')}`
  }
  return system.cpuModel ?? UNKNOWN
}

/** The distinct values of a key of /proc/cpuinfo, in the order of the CPUs. */
function valuesOf(cpuinfo: string, key: string): readonly string[] {
  const lines = cpuinfo.split('\n').filter((line) => line.replace(/\s*:.*$/, '') === key)
  return [...new Set(lines.map((line) => line.slice(line.indexOf(':') + 1).trim()))]
}

/** A container's share of CPU time, in CPUs: one that is used up stops a benchmark in its middle. */
function quotaOf({ text }: MachineReader): string | number {
  const [quota, period] = (text('/sys/fs/cgroup/cpu.max') ?? '').split(' ')
  if (quota === 'max') return 'none'
  const share = Number(quota) / Number(period)
  return share > 0 ? share : UNKNOWN
}

function boostOf({ text }: MachineReader): string {
  const noTurbo = text('/sys/devices/system/cpu/intel_pstate/no_turbo')
  if (noTurbo === '0') return 'on'
  if (noTurbo === '1') return 'off'
  return onOff(text('/sys/devices/system/cpu/cpufreq/boost'))
}

function onOff(flag: string | null): string {
  switch (flag) {
    case '1':
      return 'on'
    case '0':
      return 'off'
  }
  return UNKNOWN
}
