import { UNKNOWN } from '../model/environment.ts'
import { cpusIn } from './cpu-list.ts'
import { processorsIn, tallied } from './cpuinfo.ts'
import type { MachineReader } from './machine-reader.ts'

const CPUS = '/sys/devices/system/cpu'

/** How the machine's CPUs hang together: sockets, cores, threads, kinds of cores, memory nodes. */
export function describeTopology(read: MachineReader): Record<string, string | number> {
  const online = cpusIn(read.text(`${CPUS}/online`))
  const cores = distinct(read, online, ['core_cpus_list', 'thread_siblings_list'])
  return {
    logical_cpus: online?.length ?? UNKNOWN,
    cores: cores ?? UNKNOWN,
    threads_per_core: online === null || cores === null ? UNKNOWN : online.length / cores,
    sockets: distinct(read, online, ['physical_package_id']) ?? UNKNOWN,
    smt: smtOf(read),
    core_types: coreTypesOf(read),
    numa_nodes: cpusIn(read.text('/sys/devices/system/node/online'))?.length ?? UNKNOWN,
    isolated_cpus: listOf(read.text(`${CPUS}/isolated`)),
    allowed_cpus: allowedOf(read),
  }
}

/** How many values the first of these files that all CPUs have takes; null where they do not have one. */
function distinct(
  { text }: MachineReader,
  cpus: readonly number[] | null,
  names: readonly string[],
): number | null {
  for (const name of names) {
    const values = (cpus ?? []).map((cpu) => text(`${CPUS}/cpu${cpu}/topology/${name}`))
    if (values.length > 0 && !values.includes(null)) return new Set(values).size
  }
  return null
}

function smtOf({ text }: MachineReader): string {
  switch (text(`${CPUS}/smt/active`)) {
    case '1':
      return 'on'
    case '0':
      return 'off'
  }
  return UNKNOWN
}

/** Cores of several kinds: x86 has a performance unit for each, arm64 a part number. `one` where all are alike. */
function coreTypesOf(read: MachineReader): string {
  const units = [
    ['core', 'cpu_core'],
    ['atom', 'cpu_atom'],
    ['lowpower', 'cpu_lowpower'],
  ].flatMap(([name, unit]) => {
    const cpus = cpusIn(read.text(`/sys/devices/${unit}/cpus`))
    return cpus === null ? [] : [`${cpus.length} ${name}`]
  })
  if (units.length > 0) return units.length === 1 ? 'one' : units.join(' + ')
  const processors = processorsIn(read.text('/proc/cpuinfo'))
  const kinds = tallied(
    processors.map(({ 'CPU implementer': maker, 'CPU part': part }) => `${maker}/${part}`),
  )
  const models = tallied(processors.map(({ 'model name': model }) => model ?? ''))
  if (processors.length === 0) return UNKNOWN
  const several = [kinds, models].find((one) => one.length > 1)
  return several === undefined ? 'one' : several.map(({ value, count }) => `${count} ${value}`).join(' + ')
}

function allowedOf({ text }: MachineReader): string {
  return listOf(/^Cpus_allowed_list:\s*(.*)$/m.exec(text('/proc/self/status') ?? '')?.[1] ?? null)
}

function listOf(list: string | null): string {
  if (list === null) return UNKNOWN
  return list === '' ? 'none' : list
}
