import type { CommandBytes } from '../model/event.ts'
import type { Command } from '../model/process.ts'

/** How many bytes the system keeps of a command beside the program itself: they lie at the foot of its stack, and move it. */
export function lengthsOf({ cwd, program, args, env }: Command): CommandBytes {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  return {
    cwd: bytesOf([cwd]),
    program: bytesOf([program]),
    arguments: bytesOf(args),
    environment: bytesOf(variables),
  }
}

/** Each text is ended by a byte. */
function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
}
