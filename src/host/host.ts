import { availableParallelism } from 'node:os'
import type { Environment } from '../model/environment.ts'
import type { Host, Placement } from '../model/host.ts'
import { createClock } from './clock.ts'
import { cleanEnvironment } from './environment.ts'
import { createFiles } from './files.ts'
import { describeMachine } from './machine.ts'
import { machineReader } from './machine-reader.ts'
import { choosePlacement, requireSupported } from './placement.ts'
import { createProcesses } from './process.ts'
import { findProgram } from './process-start.ts'
import { openRevisions } from './revisions.ts'
import { sharedMachine } from './shared-machine.ts'

/** What a host is made from. */
export interface HostOptions {
  /** The user's environment; children get what the allow-list and the configuration let through. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Its abort ends every process and the run. */
  readonly signal: AbortSignal
  readonly log: (line: string) => void
  readonly echo: (line: string) => void
}

/** The machine that this program runs on. Throws a UserError on Windows. */
export function createHost({ environment, signal, log, echo }: HostOptions): Host {
  const reader = machineReader(environment)
  requireSupported(reader.system.platform)
  const placements = new Map<'auto' | 'none' | number, Placement>()
  let machine: Environment | undefined
  const clock = createClock()
  return {
    clock,
    processes: createProcesses({ signal }),
    files: createFiles(),
    machine: sharedMachine({ environment, signal, reader, clock, log }),
    processors: availableParallelism(),
    openRevisions: (request) => openRevisions(request, { environment: known(environment), signal }),
    async describeMachine() {
      machine ??= describeMachine(reader)
      return machine
    },
    childEnvironment: (pass) => cleanEnvironment(environment, pass),
    async placement(cpu) {
      const known = placements.get(cpu)
      if (known !== undefined) return known
      const placement = choosePlacement(cpu, {
        platform: reader.system.platform,
        status: reader.text('/proc/self/status'),
        taskset: findProgram('taskset', environment.PATH) !== null,
      })
      placements.set(cpu, placement)
      return placement
    },
    log,
    echo,
  }
}

/** The variables that are set. */
function known(environment: HostOptions['environment']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
