import { UNKNOWN } from '../model/environment.ts'
import type { MachineReader } from './machine-reader.ts'

/** The memory, and how it is given to a process. */
export function describeMemory({ system, text }: MachineReader): Record<string, string | number> {
  const kilobytes = /^MemTotal:\s+(\d+) kB$/m.exec(text('/proc/meminfo') ?? '')?.[1]
  const page = /^KernelPageSize:\s+(\d+) kB$/m.exec(text('/proc/self/smaps') ?? '')?.[1]
  const transparent = text('/sys/kernel/mm/transparent_hugepage/enabled')
  const reserved = text('/proc/sys/vm/nr_hugepages')
  return {
    memory_bytes: kilobytes === undefined ? system.memoryBytes : Number(kilobytes) * 1024,
    page_bytes: page === undefined ? UNKNOWN : Number(page) * 1024,
    transparent_huge_pages: /\[(\w+)\]/.exec(transparent ?? '')?.[1] ?? UNKNOWN,
    huge_pages: reserved === null ? UNKNOWN : Number(reserved),
  }
}
