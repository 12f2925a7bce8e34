import { UNKNOWN } from '../model/environment.ts'

/** The values that `sysctl` of macOS printed, by name. */
export type Sysctl = ReadonlyMap<string, string>

/** What is asked for: whole families, as which names there are differs from Mac to Mac. */
export const SYSCTL_COMMAND = ['/usr/sbin/sysctl', 'hw', 'machdep.cpu', 'kern', 'sysctl'] as const

/** Reads lines such as `hw.physicalcpu: 8`. */
export function parseSysctl(text: string): Sysctl {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^([\w.]+): (.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value.trim()] as const]
    }),
  )
}

/** The C library of macOS comes with the system: its version is that of the build. */
export function appleLibc(sysctl: Sysctl): string {
  const [version, build] = [sysctl.get('kern.osproductversion'), sysctl.get('kern.osversion')]
  return version === undefined
    ? UNKNOWN
    : `libSystem of macOS ${version}${build === undefined ? '' : ` (${build})`}`
}

/** What macOS tells of what changes times; a fact that it does not tell is left out. */
export function appleFacts(sysctl: Sysctl): Record<string, string | number> {
  const [logical, cores] = [numberIn(sysctl, 'hw.logicalcpu'), numberIn(sysctl, 'hw.physicalcpu')]
  return told({
    cpu: sysctl.get('machdep.cpu.brand_string'),
    cpu_revision: revisionOf(sysctl),
    microcode: sysctl.get('machdep.cpu.microcode_version'),
    caches: cachesOf(sysctl),
    logical_cpus: logical,
    cores,
    threads_per_core: logical !== undefined && cores !== undefined ? logical / cores : undefined,
    sockets: numberIn(sysctl, 'hw.packages'),
    smt: logical !== undefined && cores !== undefined ? (logical > cores ? 'on' : 'off') : undefined,
    core_types: coreTypesOf(sysctl),
    max_frequency_mhz: megahertz(sysctl, 'hw.cpufrequency_max'),
    frequency_mhz: megahertz(sysctl, 'hw.cpufrequency'),
    memory_bytes: numberIn(sysctl, 'hw.memsize'),
    page_bytes: numberIn(sysctl, 'hw.pagesize'),
    virtualisation: virtualisationOf(sysctl),
    translated: translatedOf(sysctl),
  })
}

function told(facts: Readonly<Record<string, string | number | undefined>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function numberIn(sysctl: Sysctl, name: string): number | undefined {
  const text = sysctl.get(name)
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

function revisionOf(sysctl: Sysctl): string | undefined {
  const parts = (['family', 'model', 'stepping'] as const).flatMap((word) => {
    const value = sysctl.get(`machdep.cpu.${word}`)
    return value === undefined ? [] : [`${word} ${value}`]
  })
  if (parts.length > 0) return parts.join(', ')
  const family = sysctl.get('hw.cpufamily')
  return family === undefined ? undefined : `family ${family}`
}

function cachesOf(sysctl: Sysctl): string | undefined {
  const caches = [
    ['L1 data', 'hw.l1dcachesize'],
    ['L1 instruction', 'hw.l1icachesize'],
    ['L2', 'hw.l2cachesize'],
    ['L3', 'hw.l3cachesize'],
  ].flatMap(([level, name = '']) => {
    const bytes = numberIn(sysctl, name) ?? 0
    return bytes === 0 ? [] : [`${level} ${bytes / 1024}K`]
  })
  return caches.length === 0 ? undefined : caches.join(', ')
}

/** Apple's own processors have a level for each kind of core. */
function coreTypesOf(sysctl: Sysctl): string | undefined {
  const levels = numberIn(sysctl, 'hw.nperflevels')
  if (levels === undefined) return undefined
  if (levels <= 1) return 'one'
  return Array.from({ length: levels }, (_, level) => {
    const [count, name] = ['physicalcpu', 'name'].map((fact) => sysctl.get(`hw.perflevel${level}.${fact}`))
    return `${count ?? UNKNOWN} ${name ?? `level ${level}`}`
  }).join(' + ')
}

function megahertz(sysctl: Sysctl, name: string): number | undefined {
  const hertz = numberIn(sysctl, name)
  return hertz === undefined || hertz === 0 ? undefined : Math.round(hertz / 1e6)
}

function virtualisationOf(sysctl: Sysctl): string | undefined {
  switch (sysctl.get('kern.hv_vmm_present')) {
    case '0':
      return 'none'
    case '1':
      return 'a hypervisor that gives no name'
  }
  return undefined
}

/** Whether this program, and so what it starts, runs as code of another processor (Rosetta). */
function translatedOf(sysctl: Sysctl): string | undefined {
  switch (sysctl.get('sysctl.proc_translated')) {
    case '0':
      return 'no'
    case '1':
      return 'yes'
  }
  return undefined
}
