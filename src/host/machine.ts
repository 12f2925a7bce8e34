import { type Environment, EXTERNAL, UNKNOWN } from '../model/environment.ts'
import { describeHardening } from './hardening.ts'
import type { MachineReader } from './machine-reader.ts'
import { describeMemory } from './memory.ts'
import { describeFrequency, describeProcessor } from './processor.ts'
import { appleFacts, appleLibc, type Sysctl } from './sysctl.ts'
import { describeTopology } from './topology.ts'
import { containerOf, virtualisationOf } from './virtualisation.ts'

/**
 * The machine's facts. What a probe cannot find is `unknown`; what no probe can find is `external-metadata`.
 * `sysctl` is empty where the system is not macOS.
 */
export function describeMachine(read: MachineReader, sysctl: Sysctl = new Map()): Environment {
  const { system } = read
  const performance: Environment['performance'] = {
    ...describeProcessor(read),
    ...describeTopology(read),
    ...describeFrequency(read),
    clock_source: read.text('/sys/devices/system/clocksource/clocksource0/current_clocksource') ?? UNKNOWN,
    ...describeMemory(read),
    ...describeHardening(read),
    virtualisation: virtualisationOf(read),
    container: containerOf(read),
    ...appleFacts(sysctl),
  }
  return {
    semantic: {
      platform: system.platform,
      arch: system.arch,
      endianness: system.endianness,
      libc: libcOf(read, sysctl),
    },
    performance: { ...performance, neighbours: neighboursOf(performance) },
    provenance: {
      os: osOf(read, sysctl),
      kernel: system.kernel,
      host_name: system.hostName,
      node: system.node,
      ...system.runner,
    },
  }
}

/** Who else runs on the same hardware: behind a hypervisor or in a container nobody inside can see that. */
function neighboursOf({ virtualisation, container }: Environment['performance']): string {
  if (virtualisation === UNKNOWN) return UNKNOWN
  return virtualisation === 'none' && container === 'none' ? 'none' : EXTERNAL
}

function libcOf({ system, exists }: MachineReader, sysctl: Sysctl): string {
  if (system.glibc !== null) return `glibc ${system.glibc}`
  if (system.platform === 'darwin') return appleLibc(sysctl)
  if (system.platform !== 'linux') return UNKNOWN
  const musl = ['x86_64', 'aarch64'].some((arch) => exists(`/lib/ld-musl-${arch}.so.1`))
  return musl ? 'musl' : UNKNOWN
}

function osOf({ system, text }: MachineReader, sysctl: Sysctl): string {
  const release = text('/etc/os-release') ?? text('/usr/lib/os-release') ?? ''
  const name = /^PRETTY_NAME="?(.*?)"?$/m.exec(release)?.[1]
  if (name !== undefined) return name
  if (system.platform !== 'darwin') return UNKNOWN
  return ['macOS', sysctl.get('kern.osproductversion')].filter((word) => word !== undefined).join(' ')
}
