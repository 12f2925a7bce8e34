import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeMachine } from '../../src/host/machine.ts'
import type { MachineReader, SystemFacts } from '../../src/host/machine-reader.ts'
import { machineReader } from '../../src/host/machine-reader.ts'
import { parseSysctl, type Sysctl } from '../../src/host/sysctl.ts'
import { environmentSchema } from '../../src/model/environment.ts'
import { recordedTree, TREES } from './recorded-tree.ts'

/** The reader of a tree, on a system with these facts. */
function recorded(tree: string, system: Partial<SystemFacts> = {}): MachineReader {
  return recordedTree(tree, { system })
}

function sysctlOf(tree: string): Sysctl {
  return parseSysctl(readFileSync(join(TREES, tree, 'sysctl.txt'), 'utf8'))
}

const MAC = { platform: 'darwin', arch: 'arm64', glibc: null, cpuModel: 'what Node says' }

describe('a machine describes itself', () => {
  test('a container in a virtual machine, every fact of it', () => {
    expect(describeMachine(recorded('firecracker-xeon'))).toEqual({
      semantic: { platform: 'linux', arch: 'x64', endianness: 'little', libc: 'glibc 2.36' },
      performance: {
        cpu: 'Intel(R) Xeon(R) Processor',
        cpu_revision: 'family 6, model 167, stepping 1',
        microcode: '0x1',
        cpus: 2,
        cpu_quota: 'unknown',
        caches: 'L1 data 48K, L1 instruction 64K, L2 2048K, L3 491520K',
        logical_cpus: 2,
        cores: 2,
        threads_per_core: 1,
        sockets: 1,
        smt: 'off',
        core_types: 'one',
        numa_nodes: 1,
        isolated_cpus: 'none',
        allowed_cpus: '0-1',
        governor: 'unknown',
        boost: 'unknown',
        max_frequency_mhz: 'unknown',
        frequency_limit_mhz: 'unknown',
        frequency_mhz: 2600,
        clock_source: 'tsc',
        memory_bytes: 24683584 * 1024,
        page_bytes: 4096,
        transparent_huge_pages: 'madvise',
        huge_pages: 0,
        aslr: 'full',
        mitigations_setting: 'auto,no_guest_host,no_guest_guest',
        mitigations: expect.stringContaining(
          'retbleed: Vulnerable | spec_store_bypass: Vulnerable | spectre_v1: ',
        ),
        virtualisation: 'a hypervisor that gives no name',
        container: 'docker',
        neighbours: 'external-metadata',
      },
      provenance: {
        os: 'Debian GNU/Linux 12 (bookworm)',
        kernel: '6.18.44',
        host_name: 'box',
        node: 'v20.20.0',
        ci: 'none',
        runner: 'none',
        runner_name: 'none',
        runner_labels: 'none',
        runner_environment: 'none',
      },
    })
  })

  test('a pod on bare metal, with a share of its CPUs', () => {
    const { performance } = describeMachine(recorded('bare-metal-xeon', { cpus: 4 }))
    expect(performance).toEqual({
      cpu: 'Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz',
      cpu_revision: 'unknown',
      microcode: 'unknown',
      cpus: 4,
      cpu_quota: 1.5,
      caches: 'unknown',
      logical_cpus: 8,
      cores: 4,
      threads_per_core: 2,
      sockets: 2,
      smt: 'on',
      core_types: 'one',
      numa_nodes: 2,
      isolated_cpus: '2-3,6-7',
      allowed_cpus: '2-3,6-7',
      governor: 'performance',
      boost: 'off',
      max_frequency_mhz: 3200,
      frequency_limit_mhz: 2000,
      frequency_mhz: 2000,
      clock_source: 'tsc',
      memory_bytes: 263846180 * 1024,
      page_bytes: 'unknown',
      transparent_huge_pages: 'always',
      huge_pages: 512,
      aslr: 'off for this process',
      mitigations_setting: 'off',
      mitigations: 'spectre_v2: Vulnerable; IBPB: disabled; STIBP: disabled; PBRSB-eIBRS: Vulnerable',
      virtualisation: 'none',
      container: 'kubepods',
      neighbours: 'external-metadata',
    })
  })

  test('an arm64 machine with musl, whose processor has numbers for a name', () => {
    const machine = describeMachine(recorded('ec2-graviton', { arch: 'arm64', glibc: null }))
    expect(machine.semantic.libc).toBe('musl')
    expect(machine.performance).toMatchObject({
      cpu: 'implementer 0x41, part 0xd0c',
      cpu_quota: 'none',
      core_types: 'one',
      memory_bytes: 1024,
      virtualisation: 'KVM (Amazon EC2)',
      container: 'none',
    })
    expect(machine.provenance).toMatchObject({ os: 'Alpine Linux v3.20' })
  })

  test('arm64 cores of two kinds, each with its governor and its frequency', () => {
    expect(describeMachine(recorded('arm64-board', { arch: 'arm64', cpus: 6 })).performance).toMatchObject({
      cpu: 'implementer 0x41, part 0xd03 + 0xd09',
      cpu_revision: 'variant 0x0, revision 3',
      core_types: '4 0x41/0xd03 + 2 0x41/0xd09',
      cores: 6,
      threads_per_core: 1,
      governor: 'schedutil + performance',
      boost: 'off',
      max_frequency_mhz: '1416 + 1800',
      page_bytes: 65536,
      aslr: 'off',
      mitigations: 'none needed',
    })
  })

  test('x86 cores of two kinds, of which one has two threads', () => {
    expect(describeMachine(recorded('hybrid-desktop', { cpus: 6 })).performance).toMatchObject({
      cpu: '13th Gen Intel(R) Core(TM) i5-13600K',
      core_types: '4 core + 2 atom',
      logical_cpus: 6,
      cores: 4,
      threads_per_core: 1.5,
      smt: 'on',
      boost: 'on',
      max_frequency_mhz: '5100 + 3900',
      virtualisation: 'none',
      neighbours: 'none',
    })
  })

  test('an older virtual machine tells less, and the rest is unknown', () => {
    const { performance } = describeMachine(recorded('firecracker-epyc'))
    expect(performance).toMatchObject({
      cpu: 'AMD EPYC',
      smt: 'off',
      logical_cpus: 'unknown',
      aslr: 'unknown',
    })
  })

  test('a Mac with cores of two kinds', () => {
    const { semantic, performance, provenance } = describeMachine(
      recorded('macbook-m2', { ...MAC, cpus: 8 }),
      sysctlOf('macbook-m2'),
    )
    expect(semantic.libc).toBe('libSystem of macOS 15.1 (24B83)')
    expect(performance).toMatchObject({
      cpu: 'Apple M2',
      cpu_revision: 'family -634136515',
      caches: 'L1 data 64K, L1 instruction 128K, L2 4096K',
      logical_cpus: 8,
      cores: 8,
      threads_per_core: 1,
      sockets: 1,
      smt: 'off',
      core_types: '4 Performance + 4 Efficiency',
      governor: 'unknown',
      max_frequency_mhz: 'unknown',
      memory_bytes: 17179869184,
      page_bytes: 16384,
      virtualisation: 'none',
      translated: 'no',
      neighbours: 'none',
    })
    expect(provenance.os).toBe('macOS 15.1')
  })

  test('a virtual Mac with an Intel processor', () => {
    const system = { ...MAC, arch: 'x64' }
    expect(
      describeMachine(recorded('intel-mac-runner', system), sysctlOf('intel-mac-runner')).performance,
    ).toMatchObject({
      cpu: 'Intel(R) Core(TM) i7-8700B CPU @ 3.20GHz',
      cpu_revision: 'family 6, model 158, stepping 10',
      microcode: '180',
      max_frequency_mhz: 3190,
      virtualisation: 'a hypervisor that gives no name',
      neighbours: 'external-metadata',
    })
  })

  test('a Mac that tells nothing: what no probe finds is unknown', () => {
    const { semantic, performance, provenance } = describeMachine(recorded('no-such-tree', MAC))
    expect(semantic.libc).toBe('unknown')
    expect(performance).toMatchObject({
      cpu: 'what Node says',
      smt: 'unknown',
      virtualisation: 'unknown',
      neighbours: 'unknown',
    })
    expect(provenance.os).toBe('macOS')
  })

  test('the model of the processor comes first', () => {
    expect(Object.keys(describeMachine(recorded('bare-metal-xeon')).performance)[0]).toBe('cpu')
  })
})

describe('the running machine', () => {
  test('gives facts that the event log takes', () => {
    const machine = describeMachine(machineReader({}))
    expect(environmentSchema.safeParse(machine).success).toBe(true)
    expect(machine.semantic).toMatchObject({ platform: process.platform, arch: process.arch })
    expect(machine.performance.cpu).not.toBe('unknown')
    expect(machine.provenance).toMatchObject({ node: process.version, ci: 'none', runner: 'none' })
  })
})
