import { setTimeout as sleep } from 'node:timers/promises'
import { Interrupted } from '../model/failure.ts'
import type { Clock } from '../model/host.ts'
import type { Machine } from '../model/machine.ts'
import { loadBetween, readLoad } from './cpu-time.ts'
import { findingsOf } from './findings.ts'
import { lockMachine } from './lock.ts'
import type { MachineReader } from './machine-reader.ts'
import { powerNotes } from './power.ts'

/** What the shared machine is looked at with. */
export interface SharedMachineOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly reader: MachineReader
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** The machine that this program shares with others; `PAIRGATE_IDLE=none` looks away from their load. */
export function sharedMachine({ environment, signal, reader, clock, log }: SharedMachineOptions): Machine {
  const read = () => (environment.PAIRGATE_IDLE === 'none' ? null : readLoad(reader))
  return {
    lock: (limitMs) => lockMachine({ environment, signal, limitMs, now: clock.now, log }),
    watch() {
      const before = read()
      return () => {
        const after = before === null ? null : read()
        return before === null || after === null ? null : loadBetween(before, after)
      }
    },
    async pause(ms) {
      try {
        await sleep(ms, undefined, { signal })
      } catch (error) {
        if (!signal.aborted) throw error
        throw signal.reason instanceof Interrupted ? signal.reason : new Interrupted()
      }
    },
    powerNotes: () => powerNotes(reader),
    findings: () => findingsOf(reader),
  }
}
