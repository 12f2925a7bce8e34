import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, endianness, hostname, platform, release, totalmem } from 'node:os'
import { z } from 'zod'
import { type Runner, runnerOf } from './runner.ts'

/** How the machine is asked about itself; a recorded tree answers as a live one does. */
export interface MachineReader {
  /** The trimmed text of a small file; null when it cannot be read. */
  text(path: string): string | null
  exists(path: string): boolean
  /** The names in a directory, in byte order; empty when it cannot be read. */
  list(path: string): readonly string[]
  readonly system: SystemFacts
}

/** What the running program knows of its machine without reading a file. */
export interface SystemFacts {
  readonly platform: string
  readonly arch: string
  readonly endianness: string
  /** The version of glibc; null where another library is in its place. */
  readonly glibc: string | null
  readonly kernel: string
  readonly hostName: string
  readonly cpuModel: string | null
  readonly cpus: number
  readonly memoryBytes: number
  readonly node: string
  readonly runner: Runner
}

const reportSchema = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) })

/** Asks the running machine. */
export function machineReader(environment: Readonly<Record<string, string | undefined>>): MachineReader {
  return {
    text(path) {
      try {
        return readFileSync(path, 'utf8').trim()
      } catch {
        return null
      }
    },
    exists: (path) => existsSync(path),
    list(path) {
      try {
        return readdirSync(path).sort()
      } catch {
        return []
      }
    },
    system: systemFacts(environment),
  }
}

function systemFacts(environment: Readonly<Record<string, string | undefined>>): SystemFacts {
  return {
    platform: platform(),
    arch: arch(),
    endianness: endianness() === 'LE' ? 'little' : 'big',
    glibc: glibc(),
    kernel: release(),
    hostName: hostname(),
    cpuModel: cpus()[0]?.model.trim() ?? null,
    cpus: availableParallelism(),
    memoryBytes: totalmem(),
    node: process.version,
    runner: runnerOf(environment),
  }
}

/** Node's report knows the C library; it would look up host names too, which takes time. */
function glibc(): string | null {
  if (platform() !== 'linux') return null
  Object.assign(process.report, { excludeNetwork: true })
  const report = reportSchema.safeParse(process.report.getReport())
  return report.success ? (report.data.header.glibcVersionRuntime ?? null) : null
}
