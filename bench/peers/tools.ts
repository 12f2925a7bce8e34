import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Tool } from './tool.ts'
import { criterion } from './tools/criterion.ts'
import { googleBenchmark } from './tools/google-benchmark.ts'
import { hyperfine } from './tools/hyperfine.ts'
import { pairgates } from './tools/pairgate.ts'
import { tangos } from './tools/tango.ts'

/** All that are compared, in the order of the table. */
export const tools: readonly Tool[] = [...pairgates, criterion, googleBenchmark, hyperfine, ...tangos]

/** The packages that a tool lacks on this machine. */
export function missing({ needs }: Tool, path: string): readonly string[] {
  return Object.entries(needs).flatMap(([file, name]) => (isThere(file, path) ? [] : [name]))
}

/** Whether a file, or a command on the search path, exists. */
export function isThere(file: string, path: string): boolean {
  if (file.startsWith('/')) return existsSync(file)
  return path.split(delimiter).some((directory) => existsSync(join(directory, file)))
}
