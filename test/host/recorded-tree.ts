import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { MachineReader } from '../../src/host/machine-reader.ts'

/** Answers from a tree of files that stands for the root of a machine; `over` has other texts for some of them. */
export function recordedTree(tree: string, over: Readonly<Record<string, string>> = {}): MachineReader {
  const root = resolve(import.meta.dirname, '../fixtures/host', tree)
  const text = (path: string) => {
    if (path in over) return over[path]?.trim() ?? null
    return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').trim() : null
  }
  return {
    text,
    exists: (path) => text(path) !== null,
    system: {
      platform: 'linux',
      arch: 'x64',
      endianness: 'little',
      glibc: '2.36',
      kernel: '6.18.44',
      hostName: 'box',
      cpuModel: null,
      cpus: 8,
      memoryBytes: 1024,
      node: 'v20.20.0',
      runner: null,
    },
  }
}
