import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeMachine } from '../../src/host/machine.ts'
import type { MachineReader, SystemFacts } from '../../src/host/machine-reader.ts'
import { machineReader } from '../../src/host/machine-reader.ts'
import { environmentSchema } from '../../src/model/environment.ts'

const SYSTEM: SystemFacts = {
  platform: 'linux',
  arch: 'x64',
  endianness: 'little',
  glibc: '2.36',
  kernel: '6.18.44',
  hostName: 'box',
  cpuModel: 'what Node says',
  cpus: 2,
  memoryBytes: 1024,
  node: 'v20.20.0',
  runner: null,
}

/** Answers from a tree of files that stands for the root of a machine. */
function recorded(tree: string, system: Partial<SystemFacts> = {}): MachineReader {
  const root = resolve(import.meta.dirname, '../fixtures/host', tree)
  return {
    text: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').trim() : null),
    exists: (path) => existsSync(join(root, path)),
    list: (path) => (existsSync(join(root, path)) ? readdirSync(join(root, path)) : []),
    system: { ...SYSTEM, ...system },
  }
}

describe('a machine describes itself', () => {
  test('a virtual machine that tells little', () => {
    expect(describeMachine(recorded('firecracker-epyc'))).toEqual({
      semantic: { platform: 'linux', arch: 'x64', endianness: 'little', libc: 'glibc 2.36' },
      performance: {
        cpu: 'AMD EPYC',
        cpus: 2,
        cpu_quota: 'unknown',
        smt: 'off',
        governor: 'unknown',
        boost: 'unknown',
        clock_source: 'tsc',
        memory_bytes: 24684084 * 1024,
        virtualisation: 'a hypervisor that gives no name',
        container: 'docker',
      },
      provenance: {
        os: 'Debian GNU/Linux 12 (bookworm)',
        kernel: '6.18.44',
        host_name: 'box',
        node: 'v20.20.0',
        runner: 'none',
      },
    })
  })

  test('a pod on bare metal, with a share of its CPUs', () => {
    const { performance } = describeMachine(recorded('bare-metal-xeon', { cpus: 64 }))
    expect(performance).toEqual({
      cpu: 'Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz',
      cpus: 64,
      cpu_quota: 1.5,
      smt: 'on',
      governor: 'performance',
      boost: 'off',
      clock_source: 'tsc',
      memory_bytes: 263846180 * 1024,
      virtualisation: 'none',
      container: 'kubepods',
    })
  })

  test('an arm64 machine with musl, whose processor has numbers for a name', () => {
    const machine = describeMachine(
      recorded('ec2-graviton', { arch: 'arm64', glibc: null, runner: 'self-hosted' }),
    )
    expect(machine.semantic.libc).toBe('musl')
    expect(machine.performance).toMatchObject({
      cpu: 'implementer 0x41, part 0xd0c',
      cpu_quota: 'none',
      memory_bytes: 1024,
      virtualisation: 'KVM (Amazon EC2)',
      container: 'none',
    })
    expect(machine.provenance).toMatchObject({ os: 'Alpine Linux v3.20', runner: 'self-hosted' })
  })

  test('a Mac, which has neither /proc nor /sys', () => {
    const system = { platform: 'darwin', arch: 'arm64', glibc: null, cpuModel: 'Apple M2' }
    const { semantic, performance, provenance } = describeMachine(recorded('no-such-tree', system))
    expect(semantic.libc).toBe('unknown')
    expect(performance).toMatchObject({ cpu: 'Apple M2', smt: 'unknown', virtualisation: 'unknown' })
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
    expect(machine.provenance).toMatchObject({ node: process.version, runner: 'none' })
  })

  test('names the image of a runner', () => {
    const environment = { GITHUB_ACTIONS: 'true', ImageOS: 'ubuntu24', ImageVersion: '20261101.1' }
    expect(machineReader(environment).system.runner).toBe('ubuntu24 20261101.1')
    expect(machineReader({ GITHUB_ACTIONS: 'true' }).system.runner).toBe('self-hosted')
  })
})
