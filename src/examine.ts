import { conclusionOf, processStart, selfComparison } from './analysis/checkup.ts'
import { reduce } from './analysis/reduce.ts'
import type { Checkup, Finding } from './model/checkup.ts'
import type { Event } from './model/event.ts'
import { UserError } from './model/failure.ts'
import type { Host } from './model/host.ts'
import { calmnessOf } from './model/load.ts'
import { compareWithItself, type SelfComparisonPlan } from './run/examine/compare-self.ts'
import { startTimes } from './run/examine/start-cost.ts'
import { examineToolchains } from './run/examine/toolchains.ts'
import { compileLauncher, type Launcher } from './run/launcher.ts'

/** Where a machine is examined, and how thoroughly. */
export interface Examination extends Pick<SelfComparisonPlan, 'headers' | 'repetitions' | 'planted'> {
  /** Empty, and for this alone. */
  readonly directory: string
}

/** The noise rule's floor of one timing, in µs. */
const FLOOR_US = 25

const LOOK_MS = 1000

const LOCK_MS = 1_800_000

/** Looks at the machine, its compilers and its noise; `hear` is told how far the comparison with itself has come. */
export async function examine(
  { directory, headers, repetitions, planted }: Examination,
  host: Host,
  hear: (event: Event) => void,
): Promise<Checkup> {
  const findings = [...host.machine.findings(), await loadFinding(host)]
  const toolchains = await examineToolchains(`${directory}/toolchains`, host)
  const launcher = await compileLauncher(`${directory}/launcher`, host.childEnvironment([]), host)
  const process_start = processStart(await aloneStartTimes(directory, launcher, host), FLOOR_US)
  const base = { findings, toolchains, process_start }
  const compiler = toolchains
    .find(({ name, lto }) => /\+\+/.test(name) && lto !== 'absent')
    ?.name.split(' ')[0]
  if (compiler === undefined) {
    return { ...base, ...nothingSeen('there is no C++ compiler: apt-get install g++, or clang and lld') }
  }
  try {
    const events: Event[] = []
    const plan = { directory: `${directory}/self`, headers, compiler, launcher, repetitions, planted }
    for await (const event of compareWithItself(plan, host)) {
      events.push(event)
      hear(event)
    }
    const self = selfComparison(reduce(events, ''), planted.pct)
    if (self.kind === 'failed') return { ...base, ...nothingSeen(self.reason) }
    return { ...base, self_comparison: self, conclusion: conclusionOf(self), usable: true }
  } catch (error) {
    if (!(error instanceof UserError) || error.name !== 'UserError') throw error
    return { ...base, ...nothingSeen(error.message) }
  }
}

function nothingSeen(reason: string): Pick<Checkup, 'self_comparison' | 'conclusion' | 'usable'> {
  return {
    self_comparison: { kind: 'failed', reason },
    conclusion: `What this machine can see is not known: ${reason}.`,
    usable: false,
  }
}

/** No run measures meanwhile: it would be in the times, and they in its own. */
async function aloneStartTimes(
  directory: string,
  launcher: Launcher | null,
  host: Host,
): Promise<readonly number[]> {
  const lock = await host.machine.lock(LOCK_MS)
  const times = await startTimes(directory, launcher, host)
  if (lock.kind === 'held') lock[Symbol.dispose]()
  return times
}

async function loadFinding(host: Host): Promise<Finding> {
  const tell = host.machine.watch()
  await host.machine.pause(LOOK_MS)
  const load = tell()
  const name = 'load'
  if (load === null) return { name, value: 'unknown', status: 'note', advice: null }
  const value = `others take ${load.others_pct.toFixed(0)} % of ${load.cpus} CPU${load.cpus === 1 ? '' : 's'}`
  return calmnessOf(load) === 'calm'
    ? { name, value, status: 'pass', advice: null }
    : {
        name,
        value,
        status: 'warn',
        advice: 'a run waits up to timeouts.idle for that to end: end it, or measure elsewhere',
      }
}
