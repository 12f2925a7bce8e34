import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { MachineReader, SystemFacts } from '../../src/host/machine-reader.ts'
import { runnerOf } from '../../src/host/runner.ts'

/** Where the trees lie, each under the name of its machine. */
export const TREES = resolve(import.meta.dirname, '../fixtures/host')

const SYSTEM: SystemFacts = {
  platform: 'linux',
  arch: 'x64',
  endianness: 'little',
  glibc: '2.36',
  kernel: '6.18.44',
  hostName: 'box',
  cpuModel: 'what Node says',
  cpus: 2,
  memoryBytes: 1024,
  node: 'v20.20.0',
  runner: runnerOf({}),
}

/** What differs from a tree, and from a plain system around it. */
export interface Differences {
  /** Other texts for some of the files, by their path. */
  readonly texts?: Readonly<Record<string, string>>
  readonly system?: Partial<SystemFacts>
}

/** Answers from a tree of files that stands for the root of a machine. */
export function recordedTree(tree: string, { texts = {}, system = {} }: Differences = {}): MachineReader {
  const inTree = (path: string) => join(TREES, tree, path)
  const text = (path: string) => {
    if (path in texts) return texts[path]?.trim() ?? null
    return existsSync(inTree(path)) ? readFileSync(inTree(path), 'utf8').trim() : null
  }
  return {
    text,
    exists: (path) => path in texts || existsSync(inTree(path)),
    list: (path) => (existsSync(inTree(path)) ? readdirSync(inTree(path)).sort() : []),
    system: { ...SYSTEM, ...system },
  }
}
