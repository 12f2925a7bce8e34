import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../model/environment.ts'
import type { Host, Placement, Processes } from '../model/host.ts'
import { busyBetween } from './busy.ts'
import { createClock } from './clock.ts'
import { cleanEnvironment } from './environment.ts'
import { createFiles } from './files.ts'
import { describeMachine } from './machine.ts'
import { type MachineReader, machineReader } from './machine-reader.ts'
import { choosePlacement, requireSupported } from './placement.ts'
import { createProcesses } from './process.ts'
import { openRevisions } from './revisions.ts'
import { sharedMachine } from './shared-machine.ts'
import { parseSysctl, SYSCTL_COMMAND, type Sysctl } from './sysctl.ts'
import { usableCpus } from './usable-cpus.ts'

/** How long it is watched which CPUs are busy; the system counts in hundredths of a second. */
const MOMENT_MS = 200

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
  const processes = createProcesses({ signal })
  const placements = new Map<'auto' | 'none' | number, Promise<Placement>>()
  let machine: Environment | undefined
  const clock = createClock()
  return {
    clock,
    processes,
    files: createFiles(),
    machine: sharedMachine({ environment, signal, reader, clock, log }),
    processors: availableParallelism(),
    openRevisions: (request) => openRevisions(request, { environment: known(environment), signal }),
    async describeMachine() {
      machine ??= describeMachine(reader, await readSysctl(reader.system.platform, processes))
      return machine
    },
    childEnvironment: (pass) => cleanEnvironment(environment, pass),
    placement(cpu) {
      const placement = placements.get(cpu) ?? placementOn(reader, cpu)
      placements.set(cpu, placement)
      return placement
    },
    log,
    echo,
  }
}

/** What macOS tells of itself; empty elsewhere, and where it tells nothing. */
async function readSysctl(platform: string, processes: Processes): Promise<Sysctl> {
  if (platform !== 'darwin') return new Map()
  const [program, ...args] = SYSCTL_COMMAND
  const command = { program, args, cwd: '/', env: { LC_ALL: 'C' } }
  const outcome = await processes.run(command, { timeoutMs: 10_000, maxOutputBytes: 1_000_000 })
  // It exits with 1 where one of the families is not there, and prints the others.
  return outcome.kind === 'exited' ? parseSysctl(outcome.stdout) : new Map()
}

async function placementOn(reader: MachineReader, cpu: 'auto' | 'none' | number): Promise<Placement> {
  return choosePlacement(cpu, {
    platform: reader.system.platform,
    cpus: usableCpus(reader),
    busy: cpu === 'auto' ? await busyFor(MOMENT_MS, reader) : new Map(),
  })
}

async function busyFor(ms: number, { text }: MachineReader): Promise<ReadonlyMap<number, number>> {
  const before = text('/proc/stat') ?? ''
  await delay(ms)
  return busyBetween(before, text('/proc/stat') ?? '')
}

/** The variables that are set. */
function known(environment: HostOptions['environment']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
