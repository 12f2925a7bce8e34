import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Arm } from '../../src/init/arm-names.ts'
import { configurationText } from '../../src/init/configuration.ts'
import { decodeConfig } from '../../src/model/config-text.ts'

const cmake: Arm = {
  name: 'cpp',
  program: {
    language: 'cpp',
    name: 'bench',
    owner: '.',
    build: { driver: 'cmake', source: '.', target: 'bench', options: { BUILD_BENCHMARKS: 'ON' } },
    harness: 'google-benchmark',
    reasons: ['CMakeLists.txt:7 makes the executable bench', 'BUILD_BENCHMARKS is set to ON'],
  },
}

const cargo: Arm = {
  name: 'rust',
  program: {
    language: 'rust',
    name: 'parse',
    owner: 'parser',
    build: { driver: 'cargo', manifest: 'Cargo.toml', package: 'parser', bench: 'parse', features: ['simd'] },
    harness: 'criterion',
    reasons: ['Cargo.toml has the bench parse'],
  },
}

function armsIn(text: string): unknown {
  const decoded = decodeConfig(text, 'pairgate.yml')
  return decoded.kind === 'ok' ? decoded.config.arms : decoded.mistakes
}

test('each choice is explained above the arm that it made', () => {
  expect(configurationText([cmake], [])).toContain(`arms:
  # CMakeLists.txt:7 makes the executable bench
  # BUILD_BENCHMARKS is set to ON
  cpp:
    build:
      driver: cmake
      source: "."
      target: bench
      options:
        BUILD_BENCHMARKS: "ON"
    harness: google-benchmark
`)
})

test('it decodes to the arms that it was written from', () => {
  expect(armsIn(configurationText([cmake, cargo], []))).toMatchObject({
    cpp: { build: cmake.program.build, harness: { name: 'google-benchmark' } },
    rust: { build: cargo.program.build, harness: { name: 'criterion' } },
  })
})

test('what was left out is told and changes nothing', () => {
  const text = configurationText(
    [cmake],
    [{ place: 'bench/CMakeLists.txt:3', reason: 'a loop\nwith: lines' }],
  )
  expect(text).toMatch(
    /\n# Not understood, and so left out:\n# bench\/CMakeLists.txt:3: a loop with: lines\n$/,
  )
  expect(armsIn(text)).toEqual(armsIn(configurationText([cmake], [])))
})

test('whatever targets and files are called, the file decodes to them', () => {
  const word = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(word, word, (target, reason) => {
      const build = { driver: 'cmake', source: '.', target, options: { [`X${target}`]: 'OFF' } } as const
      const arm: Arm = { name: 'cpp', program: { ...cmake.program, build, reasons: [reason] } }
      expect(armsIn(configurationText([arm], [{ place: reason, reason }]))).toMatchObject({ cpp: { build } })
    }),
  )
})
