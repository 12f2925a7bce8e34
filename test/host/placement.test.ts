import { expect, test } from 'vitest'
import { choosePlacement, type PlacementFacts, requireSupported } from '../../src/host/placement.ts'
import { UserError } from '../../src/model/failure.ts'

/** The lines about CPUs of a recorded /proc/self/status. */
function machine(list: string, other: Partial<PlacementFacts> = {}): PlacementFacts {
  const status = `Threads:\t11\nCpus_allowed:\t3\nCpus_allowed_list:\t${list}\nMems_allowed_list:\t0\n`
  return { platform: 'linux', status, taskset: true, ...other }
}

test.each([
  ['0-1', 1],
  ['0-3,8-11', 11],
  ['2,5', 5],
  ['0-127', 127],
])('auto takes the last CPU of %s', (list, cpu) => {
  expect(choosePlacement('auto', machine(list)).cpu).toBe(cpu)
})

test('the explanation names the CPU and how many there were', () => {
  expect(choosePlacement('auto', machine('0-3,8')).explanation).toBe(
    'placed on CPU 8, the last of 5 allowed ones',
  )
})

test('an allowed number is taken', () => {
  expect(choosePlacement(2, machine('0-3'))).toEqual({ cpu: 2, explanation: 'placed on CPU 2, as asked' })
})

test.each([4, -1, 1.5])(
  'the number %d outside the list is refused, and the allowed ones are named',
  (cpu) => {
    expect(() => choosePlacement(cpu, machine('0-1,3'))).toThrow(UserError)
    expect(() => choosePlacement(cpu, machine('0-1,3'))).toThrow(/choose one of 0, 1, 3/)
  },
)

test.each([
  ['none', machine('0-3'), 'not placed: cpu is none'],
  ['auto', machine('5'), 'not placed: only one CPU is allowed'],
  ['auto', machine('0-3', { taskset: false }), 'not placed: taskset is not on PATH (install util-linux)'],
  [1, machine('0-3', { taskset: false }), 'not placed: taskset is not on PATH (install util-linux)'],
  [
    'auto',
    { platform: 'darwin', status: null, taskset: false },
    'not placed: darwin cannot bind a process to a CPU',
  ],
  [
    3,
    { platform: 'darwin', status: null, taskset: false },
    'not placed: darwin cannot bind a process to a CPU',
  ],
  ['auto', machine('0', { status: null }), 'not placed: the allowed CPUs are not known'],
] as const)('%s where it cannot be says why', (wanted, facts, explanation) => {
  expect(choosePlacement(wanted, facts)).toEqual({ explanation })
})

test('Windows is refused with what to use instead', () => {
  expect(() => requireSupported('win32')).toThrow(UserError)
  expect(() => requireSupported('win32')).toThrow(/WSL/)
  expect(() => requireSupported('linux')).not.toThrow()
})
