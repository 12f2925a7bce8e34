import { constants } from 'node:os'
import { z } from 'zod'
import { decodeJson } from '../model/decoded.ts'
import type { Command, Limits, Usage } from '../model/process.ts'
import { findProgram } from './process-start.ts'

const count = z.int().nonnegative()

const toldSchema = z.union([
  z.object({
    wall_ns: count,
    user_ns: count,
    system_ns: count,
    peak_rss_bytes: count,
    minor_faults: count,
    major_faults: count,
    voluntary_switches: count,
    involuntary_switches: count,
    /** 0 where they were not counted. */
    threads: count,
  }),
  z.object({ timed_out: z.literal(true) }),
  z.object({ errno: z.int() }),
  z.object({ not_placed: z.int() }),
])

/** What a launcher told. */
export type Told =
  | { readonly kind: 'told'; readonly usage: Usage }
  | { readonly kind: 'timed-out' }
  /** The program was not started. */
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'not-placed'; readonly code: string }
  /** It was not there, or ended with its program before it could. */
  | { readonly kind: 'nothing' }

/** The same command, started by the launcher of `limits`, where there is one. */
export function launched(
  command: Command,
  { launcher, timeoutMs }: Pick<Limits, 'launcher' | 'timeoutMs'>,
): Pick<Command, 'program' | 'args'> {
  if (launcher === undefined) return command
  const { path, cpu = -1, countsThreads = false } = launcher
  const settings = [Math.ceil(timeoutMs), cpu, countsThreads ? 1 : 0].map(String)
  // The launcher starts files: it looks for none.
  const program = command.program.includes('/')
    ? command.program
    : (findProgram(command.program, command.env.PATH) ?? command.program)
  return { program: path, args: [...settings, program, ...command.args] }
}

/** Reads the line that a launcher writes on its descriptor 3. */
export function readUsage(text: string): Told {
  const told = decodeJson(toldSchema, text)
  if (told.kind === 'malformed') return { kind: 'nothing' }
  const { value } = told
  if ('timed_out' in value) return { kind: 'timed-out' }
  if ('not_placed' in value) return { kind: 'not-placed', code: nameOf(value.not_placed) }
  if ('errno' in value) {
    const error = Object.assign(new Error(`error ${value.errno}`), { code: nameOf(value.errno) })
    return { kind: 'refused', error }
  }
  return {
    kind: 'told',
    usage: {
      wallNs: value.wall_ns,
      userNs: value.user_ns,
      systemNs: value.system_ns,
      peakRssBytes: value.peak_rss_bytes,
      minorFaults: value.minor_faults,
      majorFaults: value.major_faults,
      voluntarySwitches: value.voluntary_switches,
      involuntarySwitches: value.involuntary_switches,
      threads: value.threads === 0 ? null : value.threads,
    },
  }
}

function nameOf(errno: number): string {
  const known = Object.entries(constants.errno).find(([, number]) => number === errno)
  return known?.[0] ?? `error ${errno}`
}
