import { expect, test } from 'vitest'
import { findingsOf } from '../../src/host/findings.ts'
import { recordedTree } from './recorded-tree.ts'

/** The findings of a recorded machine by name, with `texts` in place of or beside its files. */
function findings(tree: string, texts: Readonly<Record<string, string>> = {}, cpus = 64) {
  const found = findingsOf(recordedTree(tree, { texts, system: { cpus, cpuModel: null } }))
  return new Map(found.map((one) => [one.name, one]))
}

test('a machine is judged property by property, and what is not told is a note', () => {
  const found = findings('firecracker-epyc', {}, 2)
  expect([...found.values()].map(({ name, status }) => `${name}: ${status}`)).toEqual([
    'processor: pass',
    'CPUs: pass',
    'share of CPU time: note',
    'governor: note',
    'boost: note',
    'SMT: pass',
    'isolated CPUs: note',
    'address space randomisation: note',
    'clock source: pass',
    'virtualisation: warn',
    'container: pass',
    'temperature: note',
    'memory: pass',
    'swap: note',
    'power: pass',
  ])
})

const CPU = '/sys/devices/system/cpu'

test.each([
  ['governor', { [`${CPU}/cpu0/cpufreq/scaling_governor`]: 'schedutil' }, 'warn'],
  ['governor', { [`${CPU}/cpu0/cpufreq/scaling_governor`]: 'performance' }, 'pass'],
  ['boost', { [`${CPU}/intel_pstate/no_turbo`]: '0' }, 'warn'],
  ['boost', { [`${CPU}/intel_pstate/no_turbo`]: '1' }, 'pass'],
  ['SMT', { [`${CPU}/smt/active`]: '1' }, 'warn'],
  ['isolated CPUs', { [`${CPU}/isolated`]: '2-3' }, 'pass'],
  ['address space randomisation', { '/proc/sys/kernel/randomize_va_space': '0' }, 'warn'],
  ['address space randomisation', { '/proc/sys/kernel/randomize_va_space': '2' }, 'pass'],
  ['clock source', { '/sys/devices/system/clocksource/clocksource0/current_clocksource': 'hpet' }, 'warn'],
  ['share of CPU time', { '/sys/fs/cgroup/cpu.max': '150000 100000' }, 'warn'],
  ['memory', { '/proc/meminfo': 'MemTotal: 1000 kB\nMemAvailable: 50 kB' }, 'warn'],
  ['memory', { '/proc/meminfo': 'MemTotal: 1000 kB\nMemAvailable: 500 kB' }, 'pass'],
  ['swap', { '/proc/meminfo': 'SwapTotal: 1000 kB\nSwapFree: 500 kB' }, 'warn'],
  ['swap', { '/proc/meminfo': 'SwapTotal: 0 kB\nSwapFree: 0 kB' }, 'pass'],
])('%s with %j: %s', (name, texts, status) => {
  const finding = findings('bare-metal-xeon', texts).get(name)
  expect(finding?.status).toBe(status)
  if (status === 'warn') expect(finding?.advice).not.toBeNull()
})

test('a single CPU is a warning', () => {
  expect(findings('bare-metal-xeon', {}, 1).get('CPUs')?.status).toBe('warn')
})
