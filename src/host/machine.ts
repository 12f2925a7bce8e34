import type { Environment } from '../model/environment.ts'
import type { MachineReader } from './machine-reader.ts'
import { describeProcessor } from './processor.ts'
import { containerOf, virtualisationOf } from './virtualisation.ts'

const UNKNOWN = 'unknown'

/** The machine's facts; what a probe cannot find is `unknown`. */
export function describeMachine(read: MachineReader): Environment {
  const { system } = read
  return {
    semantic: {
      platform: system.platform,
      arch: system.arch,
      endianness: system.endianness,
      libc: libcOf(read),
    },
    performance: {
      ...describeProcessor(read),
      clock_source: read.text('/sys/devices/system/clocksource/clocksource0/current_clocksource') ?? UNKNOWN,
      memory_bytes: memoryOf(read),
      virtualisation: virtualisationOf(read),
      container: containerOf(read),
    },
    provenance: {
      os: osOf(read),
      kernel: system.kernel,
      host_name: system.hostName,
      node: system.node,
      runner: system.runner ?? 'none',
    },
  }
}

function libcOf({ system, exists }: MachineReader): string {
  if (system.glibc !== null) return `glibc ${system.glibc}`
  if (system.platform !== 'linux') return UNKNOWN
  const musl = ['x86_64', 'aarch64'].some((arch) => exists(`/lib/ld-musl-${arch}.so.1`))
  return musl ? 'musl' : UNKNOWN
}

function memoryOf({ system, text }: MachineReader): number {
  const kilobytes = /^MemTotal:\s+(\d+) kB$/m.exec(text('/proc/meminfo') ?? '')?.[1]
  return kilobytes === undefined ? system.memoryBytes : Number(kilobytes) * 1024
}

function osOf({ system, text }: MachineReader): string {
  const release = text('/etc/os-release') ?? text('/usr/lib/os-release') ?? ''
  const name = /^PRETTY_NAME="?(.*?)"?$/m.exec(release)?.[1]
  return name ?? (system.platform === 'darwin' ? 'macOS' : UNKNOWN)
}
