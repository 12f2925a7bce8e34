import { describe, expect, test } from 'vitest'
import { busyBetween } from '../../src/host/busy.ts'
import { choosePlacement, type PlacementFacts, requireSupported } from '../../src/host/placement.ts'
import { usableCpus } from '../../src/host/usable-cpus.ts'
import { UserError } from '../../src/model/failure.ts'
import { recordedTree } from './recorded-tree.ts'

/** What a recorded machine tells, with other texts for some of its files. */
function machine(tree: string, texts: Readonly<Record<string, string>> = {}): PlacementFacts {
  const read = recordedTree(tree, { texts })
  const [before, after] = [read.text('/proc/stat') ?? '', read.text('/proc/stat.later') ?? '']
  return { platform: 'linux', cpus: usableCpus(read), busy: busyBetween(before, after) }
}

/** A machine that tells nothing but which CPUs may be used. */
function allowed(list: string): PlacementFacts {
  return machine('no-such-tree', { '/proc/self/status': `Threads:\t11\nCpus_allowed_list:\t${list}\n` })
}

const SELF = '/proc/self/status'

describe('auto', () => {
  test('of a server with SMT keeps away from CPU 0, its core, a busy CPU and the sibling of one', () => {
    // Cores are 0+4, 1+5, 2+6, 3+7; CPU 3 is at work.
    expect(choosePlacement('auto', machine('server-smt'))).toEqual({
      cpu: 6,
      explanation:
        'placed on CPU 6 of 8 allowed ones: not CPU 0, idle, with no busy sibling on its core, no sibling of CPU 0, the last of 4 such',
    })
  })

  test('of hybrid cores takes one of the performance cores', () => {
    // 0+1 and 2+3 are threads of performance cores, 4 to 7 efficient cores.
    expect(choosePlacement('auto', machine('hybrid-alder-lake'))).toEqual({
      cpu: 3,
      explanation:
        'placed on CPU 3 of 8 allowed ones: of the fastest kind, not CPU 0, no sibling of CPU 0, the last of 2 such',
    })
  })

  test('of hybrid cores without their names goes by the highest frequency', () => {
    const unnamed = machine('hybrid-alder-lake', { '/sys/devices/cpu_core/cpus': '' })
    expect(choosePlacement('auto', unnamed).cpu).toBe(3)
  })

  test('of efficient cores alone takes one of them', () => {
    const confined = machine('hybrid-alder-lake', { [SELF]: 'Cpus_allowed_list:\t4-6' })
    expect(choosePlacement('auto', confined)).toEqual({
      cpu: 6,
      explanation: 'placed on CPU 6 of 3 allowed ones, the last of 3',
    })
  })

  test('of big.LITTLE takes a big one, by capacity, whose small differences in frequency do not count', () => {
    expect(choosePlacement('auto', machine('big-little-rk3588'))).toEqual({
      cpu: 7,
      explanation: 'placed on CPU 7 of 8 allowed ones: of the fastest kind, the last of 4 such',
    })
  })

  test('in a container takes a CPU of its cpuset, and sees that a neighbour works on the sibling of one', () => {
    expect(choosePlacement('auto', machine('container-cpuset'))).toEqual({
      cpu: 2,
      explanation: 'placed on CPU 2 of 2 allowed ones: with no busy sibling on its core',
    })
  })

  test('takes an isolated CPU first, though ordinary processes are kept away from it', () => {
    expect(choosePlacement('auto', machine('isolated-cpus'))).toEqual({
      cpu: 7,
      explanation: 'placed on CPU 7 of 8 allowed ones: isolated, the last of 2 such',
    })
  })

  test('takes no isolated CPU where somebody confined the process to others', () => {
    const confined = machine('isolated-cpus', { [SELF]: 'Cpus_allowed_list:\t0-2' })
    expect(choosePlacement('auto', confined).cpu).toBe(2)
  })

  test('takes no isolated CPU that the cpuset does not hold', () => {
    const small = machine('isolated-cpus', { '/sys/fs/cgroup/cpuset.cpus.effective': '0-5' })
    expect(choosePlacement('auto', small).cpu).toBe(5)
  })

  test('reads the set of a cpuset group of the first version', () => {
    const old = machine('isolated-cpus', {
      '/proc/self/cgroup': '4:memory:/docker/1f\n3:cpuset:/docker/1f\n0::/',
      '/sys/fs/cgroup/cpuset/cpuset.effective_cpus': '1,6',
      [SELF]: 'Cpus_allowed_list:\t1',
    })
    expect(choosePlacement('auto', old).cpu).toBe(6)
  })

  test('where every other core is at work says so', () => {
    const { cpus } = allowed('0-1')
    const busy = new Map([
      [0, 0],
      [1, 1],
    ])
    expect(choosePlacement('auto', { platform: 'linux', cpus, busy })).toEqual({
      cpu: 1,
      explanation: 'placed on CPU 1 of 2 allowed ones: not CPU 0, though its core was busy',
    })
  })

  test.each([
    ['0-1', 1],
    ['0-3,8-11', 11],
    ['2,5', 5],
    ['0-127', 127],
  ])('of a machine that tells no more than %s takes the last', (list, cpu) => {
    expect(choosePlacement('auto', allowed(list)).cpu).toBe(cpu)
  })
})

test('how busy a CPU is comes from what its times grew by', () => {
  const before = 'cpu  9 9\ncpu0 100 0 0 1000 0 0 0 0 0 0\ncpu1 5 0 0 5 5 0 0 0 0 0'
  const after = 'cpu  9 9\ncpu0 115 0 0 1005 0 0 0 0 0 0\ncpu1 5 0 0 15 15 0 0 0 0 0\ncpu2 1 0 0 1'
  expect([...busyBetween(before, after)]).toEqual([
    [0, 0.75],
    [1, 0],
  ])
})

test('an allowed number is taken', () => {
  expect(choosePlacement(2, allowed('0-3'))).toEqual({ cpu: 2, explanation: 'placed on CPU 2, as asked' })
})

test.each([4, -1, 1.5])(
  'the number %d outside the list is refused, and the allowed ones are named',
  (cpu) => {
    expect(() => choosePlacement(cpu, allowed('0-1,3'))).toThrow(UserError)
    expect(() => choosePlacement(cpu, allowed('0-1,3'))).toThrow(/choose one of 0, 1, 3/)
  },
)

const MAC = { platform: 'darwin', cpus: null, busy: new Map() }

test.each([
  ['none', allowed('0-3'), 'not placed: cpu is none'],
  ['auto', allowed('5'), 'not placed: only one CPU is allowed'],
  ['auto', MAC, 'not placed: darwin cannot bind a process to a CPU'],
  [3, MAC, 'not placed: darwin cannot bind a process to a CPU'],
  ['auto', { ...allowed('0'), cpus: null }, 'not placed: the allowed CPUs are not known'],
] as const)('%s where it cannot be says why', (wanted, facts, explanation) => {
  expect(choosePlacement(wanted, facts)).toEqual({ explanation })
})

test('Windows is refused with what to use instead', () => {
  expect(() => requireSupported('win32')).toThrow(UserError)
  expect(() => requireSupported('win32')).toThrow(/WSL/)
  expect(() => requireSupported('linux')).not.toThrow()
})
