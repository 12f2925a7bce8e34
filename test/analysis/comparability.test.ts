import { describe, expect, test } from 'vitest'
import { comparabilityOf, type Surroundings, surroundingsIn } from '../../src/analysis/comparability.ts'
import type { Environment } from '../../src/model/environment.ts'
import { edit, wholeLog } from './log.ts'

const ENVIRONMENT: Environment = {
  semantic: { arch: 'x64', libc: 'glibc 2.36' },
  performance: { cpu: 'A', governor: 'performance', memory_bytes: 1000, frequency_mhz: 800 },
  provenance: { kernel: '6.1', host_name: 'one' },
}

const HERE: Surroundings = {
  environment: ENVIRONMENT,
  arms: ['cpp'],
  started_at: '2026-01-01T00:00:00.000Z',
  candidate: 'c'.repeat(40),
}

function there(over: Partial<Environment>, arms: readonly string[] = ['cpp']): Surroundings {
  return { ...HERE, arms, environment: { ...ENVIRONMENT, ...over } }
}

const against = { started_at: HERE.started_at, candidate: HERE.candidate }

describe('two runs are comparable', () => {
  test('where every known field agrees; a reading of one moment is none', () => {
    // arch, libc, cpu, governor, memory_bytes
    const other = there({ performance: { ...ENVIRONMENT.performance, frequency_mhz: 3200 } })
    expect(comparabilityOf(HERE, other)).toEqual({
      kind: 'comparable',
      against,
      differing: [],
      agreeing: 5,
      untold: [],
    })
  })

  test('where only the provenance differs', () => {
    const other = there({ provenance: { kernel: '6.12', host_name: 'two' } })
    expect(comparabilityOf(HERE, other)).toMatchObject({ kind: 'comparable', differing: [] })
  })

  test('where the kernel kept a little more memory for itself, and not where there is less memory', () => {
    const memory = (memory_bytes: number) =>
      comparabilityOf(HERE, there({ performance: { ...ENVIRONMENT.performance, memory_bytes } })).kind
    expect([memory(980), memory(979)]).toEqual(['comparable', 'not-comparable'])
  })

  test.each([['unknown'], ['external-metadata'], [null]])(
    'as far as can be told, where one says %s',
    (governor) => {
      const other = there({ performance: { ...ENVIRONMENT.performance, governor } })
      for (const [a, b] of [
        [HERE, other],
        [other, HERE],
      ] as const) {
        expect(comparabilityOf(a, b)).toMatchObject({
          kind: 'comparable',
          agreeing: 4,
          untold: ['governor'],
        })
      }
    },
  )

  test('as far as can be told, with an older log that lacks a field', () => {
    const other = there({ performance: { cpu: 'A' } })
    expect(comparabilityOf(HERE, other)).toMatchObject({
      kind: 'comparable',
      untold: ['governor', 'memory_bytes'],
    })
  })
})

describe('two runs are not comparable', () => {
  test('where a semantic or a performance field differs: each is named with both values', () => {
    const other = there({
      semantic: { arch: 'arm64', libc: 'glibc 2.36' },
      performance: { ...ENVIRONMENT.performance, governor: 'powersave' },
    })
    expect(comparabilityOf(HERE, other)).toMatchObject({
      kind: 'not-comparable',
      differing: [
        { group: 'semantic', field: 'arch', here: 'x64', there: 'arm64' },
        { group: 'performance', field: 'governor', here: 'performance', there: 'powersave' },
      ],
      agreeing: 3,
    })
  })
})

describe('the fields of arms', () => {
  const armed = (facts: Environment['semantic'], arms = ['cpp']) =>
    there({ semantic: { ...ENVIRONMENT.semantic, ...facts } }, arms)

  test('count where both runs have the arm', () => {
    const one = armed({ 'arm.cpp.toolchain.CXX': 'g++ 12' })
    expect(comparabilityOf(one, armed({ 'arm.cpp.toolchain.CXX': 'g++ 13' })).differing).toEqual([
      { group: 'semantic', field: 'arm.cpp.toolchain.CXX', here: 'g++ 12', there: 'g++ 13' },
    ])
  })

  test('of an arm that one run lacks are not looked at', () => {
    const one = armed({ 'arm.rust.toolchain.rustc': '1.95' }, ['cpp', 'rust'])
    expect(comparabilityOf(one, HERE)).toMatchObject({ kind: 'comparable', untold: [] })
  })

  test('a variable of flags that a finished build did not set is empty, not unknown', () => {
    const one = armed({ 'arm.cpp.abi': 'ELF', 'arm.cpp.flags.CFLAGS': '-O3' })
    expect(comparabilityOf(one, armed({ 'arm.cpp.abi': 'ELF' })).differing).toEqual([
      { group: 'semantic', field: 'arm.cpp.flags.CFLAGS', here: '-O3', there: '' },
    ])
    expect(comparabilityOf(one, HERE).untold).toEqual(['arm.cpp.abi', 'arm.cpp.flags.CFLAGS'])
  })
})

const COMPILE_FLAGS = { 'suite (CXX)': '-O3', 'part (CXX)': '-O2', 'other (CXX)': '-O3' }

test('a log tells its surroundings: toolchain, flags and labels of each arm beside the machine', () => {
  const events = edit(wholeLog({ sort: 0 }, { environment: ENVIRONMENT }), (event) => {
    if (event.type === 'run')
      return { ...event, arms: event.arms.map((arm) => ({ ...arm, labels: { data_type: 'f64' } })) }
    if (event.type !== 'build') return event
    const version = event.revision === 'baseline' ? 'g++ 12' : 'g++ 13'
    return {
      ...event,
      abi: 'ELF',
      compile_flags: COMPILE_FLAGS,
      flags: { CXXFLAGS: '-flto' },
      toolchain: { CXX: version, cmake: '3.25' },
    }
  })
  const { environment, arms } = surroundingsIn(events)
  expect(arms).toEqual(['cpp'])
  expect(environment.semantic).toEqual({
    ...ENVIRONMENT.semantic,
    data_seed: '1',
    'arm.cpp.abi': 'ELF',
    'arm.cpp.compile_flags': '-O2 | -O3',
    'arm.cpp.toolchain.CXX': 'g++ 12 (baseline), g++ 13 (candidate)',
    'arm.cpp.toolchain.cmake': '3.25',
    'arm.cpp.flags.CXXFLAGS': '-flto',
    'arm.cpp.label.data_type': 'f64',
  })
  expect(environment.performance).toEqual(ENVIRONMENT.performance)
  expect(environment.provenance).toEqual({
    ...ENVIRONMENT.provenance,
    started_at: '2026-01-01T00:00:00.000Z',
    baseline: 'b'.repeat(40),
    candidate: 'c'.repeat(40),
  })
})

test('a log that was written before any of this was probed still tells what it has', () => {
  const { environment } = surroundingsIn(wholeLog({ sort: 0 }))
  expect(environment.semantic).toEqual({
    data_seed: '1',
    'arm.cpp.abi': 'unknown',
    'arm.cpp.compile_flags': 'unknown',
    'arm.cpp.toolchain.c++': 'g++ 12.2.0',
  })
  expect(environment.performance).toEqual({})
})
