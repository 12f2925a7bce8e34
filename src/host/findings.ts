import type { Finding } from '../model/checkup.ts'
import { readLoad } from './cpu-time.ts'
import { describeMachine } from './machine.ts'
import type { MachineReader } from './machine-reader.ts'
import { isOnBattery } from './power.ts'

type Judged = Pick<Finding, 'status' | 'advice'>

const PASS: Judged = { status: 'pass', advice: null }
const UNKNOWN: Judged = { status: 'note', advice: null }

const CPU = '/sys/devices/system/cpu'

/** Processors slow themselves down for their heat from about 90 °C on. */
const HOT_C = 80

/** Less available memory than this, and pages are taken from a benchmark while it runs. */
const LEAST_AVAILABLE = 0.1

const GIB = 1024 ** 3

/** What the machine is, property by property, and what to change: nothing of it is changed from here. */
export function findingsOf(read: MachineReader): readonly Finding[] {
  const { performance } = describeMachine(read)
  const fact = (name: string) => String(performance[name] ?? 'unknown')
  const cpus = read.system.cpus
  return [
    finding('processor', fact('cpu'), PASS),
    finding(
      'CPUs',
      String(cpus),
      cpus > 1 ? PASS : warn('one CPU is shared by the benchmark, pairgate and all else: give it two'),
    ),
    finding('share of CPU time', fact('cpu_quota'), quota(fact('cpu_quota'))),
    finding('governor', fact('governor'), governor(fact('governor'))),
    finding('boost', fact('boost'), boost(fact('boost'))),
    finding('SMT', fact('smt'), smt(fact('smt'))),
    isolation(read),
    addressSpace(read),
    finding('clock source', fact('clock_source'), clockSource(fact('clock_source'))),
    finding('virtualisation', fact('virtualisation'), virtualisation(fact('virtualisation'))),
    finding('container', fact('container'), PASS),
    temperature(read),
    memory(read),
    swap(read),
    battery(read),
  ]
}

function finding(name: string, value: string, judged: Judged): Finding {
  return { name, value, ...judged }
}

function warn(advice: string): Judged {
  return { status: 'warn', advice }
}

function quota(value: string): Judged {
  if (value === 'none') return PASS
  return value === 'unknown'
    ? UNKNOWN
    : warn(
        'a share that is used up stops a benchmark in its middle: give the container whole CPUs (cpuset) and no quota',
      )
}

function governor(value: string): Judged {
  if (value === 'performance') return PASS
  return value === 'unknown'
    ? UNKNOWN
    : warn('the frequency follows the load: as root, cpupower frequency-set --governor performance')
}

function boost(value: string): Judged {
  if (value === 'off') return PASS
  return value === 'unknown'
    ? UNKNOWN
    : warn(
        `the frequency depends on heat and on neighbours: as root, echo 0 > ${CPU}/cpufreq/boost, or echo 1 > ${CPU}/intel_pstate/no_turbo`,
      )
}

function smt(value: string): Judged {
  if (value === 'off') return PASS
  return value === 'unknown'
    ? UNKNOWN
    : warn(`two CPUs share a core: keep the sibling idle, or as root, echo off > ${CPU}/smt/control`)
}

function isolation({ text }: MachineReader): Finding {
  const isolated = text(`${CPU}/isolated`)
  if (isolated === null) return finding('isolated CPUs', 'unknown', UNKNOWN)
  return isolated === ''
    ? finding('isolated CPUs', 'none', {
        status: 'note',
        advice:
          'not needed; on a machine for benchmarks alone, isolcpus=N nohz_full=N on the kernel command line keeps others off CPU N (then cpu: N)',
      })
    : finding('isolated CPUs', isolated, {
        status: 'pass',
        advice: `place benchmarks there: cpu: ${isolated.split(/[-,]/)[0]}`,
      })
}

function addressSpace({ text }: MachineReader): Finding {
  const name = 'address space randomisation'
  switch (text('/proc/sys/kernel/randomize_va_space')) {
    case null:
      return finding(name, 'unknown', UNKNOWN)
    case '0':
      return finding(
        name,
        'off',
        warn(
          'each process has the same layout, and the interval knows of no other: as root, sysctl kernel.randomize_va_space=2',
        ),
      )
    default:
      // A fresh process for each observation averages over layouts.
      return finding(name, 'on', PASS)
  }
}

/** A reading of these takes microseconds, and a call into the kernel. */
const SLOW_CLOCKS = ['hpet', 'acpi_pm', 'jiffies', 'refined-jiffies', 'pit']

function clockSource(value: string): Judged {
  if (value === 'unknown') return UNKNOWN
  return SLOW_CLOCKS.includes(value)
    ? warn('each look at this clock takes microseconds: see dmesg for why tsc was refused')
    : PASS
}

function virtualisation(value: string): Judged {
  if (value === 'none') return PASS
  return value === 'unknown'
    ? UNKNOWN
    : warn(
        'neighbours on the host are not seen, but by the time that they steal: prefer a machine of your own',
      )
}

function temperature(read: MachineReader): Finding {
  const degrees = readLoad(read)?.temperatureC ?? null
  if (degrees === null) return finding('temperature', 'unknown', UNKNOWN)
  const judged =
    degrees < HOT_C
      ? PASS
      : warn('it is about to slow itself down: let it cool, look at its fans, or switch its boost off')
  return finding('temperature', `${degrees.toFixed(0)} °C`, judged)
}

function memory({ text }: MachineReader): Finding {
  const [total, available] = ['MemTotal', 'MemAvailable'].map((name) => bytes(name, text('/proc/meminfo')))
  if (total == null || available == null) return finding('memory', 'unknown', UNKNOWN)
  return finding(
    'memory',
    `${gib(available)} of ${gib(total)} available`,
    available >= LEAST_AVAILABLE * total
      ? PASS
      : warn('pages will be taken from benchmarks while they run: end what holds the memory'),
  )
}

function swap({ text }: MachineReader): Finding {
  const [total, free] = ['SwapTotal', 'SwapFree'].map((name) => bytes(name, text('/proc/meminfo')))
  if (total == null || free == null) return finding('swap', 'unknown', UNKNOWN)
  if (total === 0) return finding('swap', 'none', PASS)
  return finding(
    'swap',
    `${gib(total - free)} of ${gib(total)} used`,
    total === free
      ? PASS
      : warn(
          'memory was short: what is swapped out comes back while something is measured; as root, swapoff --all',
        ),
  )
}

function bytes(name: string, meminfo: string | null): number | null {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(meminfo ?? '')?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}

function gib(value: number): string {
  return `${(value / GIB).toFixed(1)} GiB`
}

function battery(read: MachineReader): Finding {
  return isOnBattery(read)
    ? finding('power', 'battery', warn('the processor may save power: plug it in'))
    : finding('power', 'mains', PASS)
}
