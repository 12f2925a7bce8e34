import { UNKNOWN } from '../model/environment.ts'
import type { MachineReader } from './machine-reader.ts'

/** Makers of virtual machines, by a word of the firmware's vendor or product. */
const HYPERVISORS: readonly (readonly [RegExp, string])[] = [
  [/Microsoft Corporation/, 'Hyper-V'],
  [/VMware/, 'VMware'],
  [/VirtualBox|innotek/, 'VirtualBox'],
  [/Xen/, 'Xen'],
  [/Amazon EC2/, 'KVM (Amazon EC2)'],
  [/Google/, 'KVM (Google Compute Engine)'],
  [/QEMU|KVM/, 'KVM or QEMU'],
  [/Parallels/, 'Parallels'],
  [/Apple Virtualization/, 'Apple Virtualization'],
]

/** Words of a cgroup path or a mount that tell which container runtime made it. */
const RUNTIMES = ['kubepods', 'docker', 'containerd', 'libpod', 'lxc'] as const

/** Whose virtual machine this is; `none` on bare metal, where x86 says so by a missing CPU flag. */
export function virtualisationOf({ system, text }: MachineReader): string {
  const cpuinfo = text('/proc/cpuinfo') ?? ''
  const flags = /^flags\s*:(.*)$/m.exec(cpuinfo)?.[1]
  if (flags !== undefined && !/\bhypervisor\b/.test(flags)) return 'none'
  const firmware = ['sys_vendor', 'product_name']
    .map((name) => text(`/sys/class/dmi/id/${name}`) ?? '')
    .join(' ')
  const named = HYPERVISORS.find(([word]) => word.test(firmware))
  if (named !== undefined) return named[1]
  const type = text('/sys/hypervisor/type')
  if (type !== null) return type
  return flags !== undefined && system.platform === 'linux' ? 'a hypervisor that gives no name' : UNKNOWN
}

/** The container that this process runs in; `none` where nothing speaks of one. */
export function containerOf({ system, text, exists }: MachineReader): string {
  if (system.platform !== 'linux') return 'none'
  if (exists('/run/.containerenv')) return 'podman'
  const cgroup = `${text('/proc/1/cgroup') ?? ''}\n${text('/proc/self/cgroup') ?? ''}`
  const runtime = RUNTIMES.find((name) => cgroup.includes(name))
  if (runtime !== undefined) return runtime
  return exists('/.dockerenv') ? 'docker' : 'none'
}
