import { z } from 'zod'
import { decodeJson } from '../model/decoded.ts'
import type { Command, Usage } from '../model/process.ts'

const nanoseconds = z.int().nonnegative()

const toldSchema = z.union([
  z.object({
    wall_ns: nanoseconds,
    user_ns: nanoseconds,
    system_ns: nanoseconds,
    peak_rss_bytes: z.int().nonnegative(),
  }),
  z.object({ errno: z.int() }),
])

/** What a launcher told. */
export type Told =
  | { readonly kind: 'told'; readonly usage: Usage }
  | { readonly kind: 'refused'; readonly error: unknown }
  /** It was not there, or ended with its program before it could. */
  | { readonly kind: 'nothing' }

/** The same command, started by a launcher. */
export function launched(command: Command, launcher: string | undefined): Command {
  return launcher === undefined
    ? command
    : { ...command, program: launcher, args: [command.program, ...command.args] }
}

/** Reads the line that a launcher writes on its descriptor 3. */
export function readUsage(text: string): Told {
  const told = decodeJson(toldSchema, text)
  if (told.kind === 'malformed') return { kind: 'nothing' }
  if ('errno' in told.value) {
    const error = Object.assign(new Error(`error ${told.value.errno}`), { code: NAMES[told.value.errno] })
    return { kind: 'refused', error }
  }
  const { wall_ns, user_ns, system_ns, peak_rss_bytes } = told.value
  return {
    kind: 'told',
    usage: { wallNs: wall_ns, userNs: user_ns, systemNs: system_ns, peakRssBytes: peak_rss_bytes },
  }
}

/** Of the reasons why a program is not started: the numbers are the same on Linux and macOS. */
const NAMES: Readonly<Record<number, string>> = { 2: 'ENOENT', 7: 'E2BIG', 8: 'ENOEXEC', 13: 'EACCES' }
