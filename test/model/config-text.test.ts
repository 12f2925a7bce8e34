import { expect, test } from 'vitest'
import type { Config } from '../../src/model/config.ts'
import { configChanges } from '../../src/model/config-changes.ts'
import { decodeConfig, formatMistakes } from '../../src/model/config-text.ts'
import { selectsRow } from '../../src/model/selection.ts'

const ARM = '  cpp:\n    build: {driver: cmake, source: bench, target: suite}\n    harness: pairgate\n'
const MINIMAL = `version: 1\narms:\n${ARM}`

function decoded(text: string): Config {
  const result = decodeConfig(text, 'pairgate.yml')
  if (result.kind === 'ok') return result.config
  throw new Error(formatMistakes(result.mistakes))
}

function mistakes(text: string): string {
  const result = decodeConfig(text, 'pairgate.yml')
  return result.kind === 'ok' ? 'no mistake' : formatMistakes(result.mistakes)
}

test('a minimal file gets every default', () => {
  expect(decoded(MINIMAL)).toEqual({
    version: 1,
    arms: {
      cpp: {
        build: { driver: 'cmake', source: 'bench', target: 'suite', options: {} },
        harness: { name: 'pairgate' },
        labels: {},
        lto: 'required',
      },
    },
    benchmarks: { include: ['.*'], exclude: [] },
    timeouts: { build: 1_800_000, observation: 60_000, run: 7_200_000 },
    environment: { pass: [] },
    cpu: 'auto',
    data_seed: '1',
    noise_floor: { us: 25, why: '' },
  })
})

test('a full file is read as it is written', () => {
  const text = `version: 1
arms:
  cpp:
    build: {driver: cmake, source: bench/cpp, target: suite, options: {ENABLE_X: "ON", LEVEL: 3, FAST: true}}
    harness: {name: pairgate}
  rust:
    build: {driver: cargo, manifest: bench/rust/Cargo.toml, bin: suite, features: [simd]}
    harness: pairgate
    cpu: 2
  tool:
    build: {driver: command, directory: bench, run: [[sh, build.sh]], output: bench/tool}
    harness: pairgate
    labels: {data_type: f64}
    lto: unverified
benchmarks: {include: ["^sort"], exclude: ["slow/10$"]}
timeouts: {build: 10m, observation: 500ms, run: 1h}
environment: {pass: [CC, CXX]}
cpu: none
data_seed: 18446744073709551615
noise_floor: {us: 5, why: "measured at 3 µs"}
`.replace('18446744073709551615', '"18446744073709551615"')
  const config = decoded(text)
  expect(Object.keys(config.arms)).toEqual(['cpp', 'rust', 'tool'])
  expect(config.arms.cpp?.build).toMatchObject({ options: { ENABLE_X: 'ON', LEVEL: '3', FAST: 'ON' } })
  expect(config).toMatchObject({
    timeouts: { build: 600_000, observation: 500, run: 3_600_000 },
    data_seed: '18446744073709551615',
  })
})

test.each([
  [
    'an unknown key',
    `${MINIMAL}timeout: {build: 1m}\n`,
    'pairgate.yml:6:1: timeout: unknown key (did you mean timeouts?); allowed is version, arms, benchmarks, timeouts, environment, cpu, data_seed, noise_floor',
  ],
  [
    'a key of another driver',
    MINIMAL.replace('target: suite', 'target: suite, manifest: Cargo.toml'),
    'pairgate.yml:4:58: arms.cpp.build.manifest: this key belongs to another driver; allowed here is driver, source, target, options',
  ],
  [
    'an unknown driver',
    MINIMAL.replace('cmake', 'cmaek'),
    'pairgate.yml:4:13: arms.cpp.build.driver: "cmaek": allowed is one of cmake, cargo, command (did you mean cmake?)',
  ],
  [
    'a missing key',
    MINIMAL.replace(', target: suite', ''),
    'arms.cpp.build.target: missing: allowed is text',
  ],
  [
    'an unknown harness',
    MINIMAL.replace('harness: pairgate', 'harness: pairgat'),
    'arms.cpp.harness: "pairgat": allowed is pairgate (did you mean pairgate?)',
  ],
  [
    'a harness of another kind',
    MINIMAL.replace('harness: pairgate', 'harness: 3'),
    'arms.cpp.harness: 3: allowed is pairgate, or a mapping',
  ],
  [
    'a duration without a unit',
    `${MINIMAL}timeouts: {build: "30"}\n`,
    'timeouts.build: "30": allowed is a duration such as 500ms, 60s, 30m or 2h',
  ],
  [
    'a path out of the repository',
    MINIMAL.replace('source: bench', 'source: ../x'),
    'arms.cpp.build.source: "../x": allowed is a path relative to the root',
  ],
  ['a wrong version', MINIMAL.replace('version: 1', 'version: 2'), 'version: 2: allowed is 1'],
  ['no arm', 'version: 1\narms: {}\n', 'arms: {}: allowed is at least one arm'],
  ['an arm whose name YAML reads as a number', MINIMAL.replace('cpp:', '1:'), 'arms.1'],
  [
    'two cargo targets',
    MINIMAL.replace(
      '{driver: cmake, source: bench, target: suite}',
      '{driver: cargo, manifest: Cargo.toml, bin: a, bench: b}',
    ),
    'exactly one of bin, bench and example',
  ],
  [
    'a secret',
    `${MINIMAL}environment: {pass: [NPM_TOKEN]}\n`,
    'environment.pass.0: "NPM_TOKEN": allowed is a variable that holds no secret',
  ],
  [
    'a broken regular expression',
    `${MINIMAL}benchmarks: {exclude: ["("]}\n`,
    'benchmarks.exclude.0: "(": allowed is a regular expression',
  ],
  [
    'a floor without its reason',
    `${MINIMAL}noise_floor: {us: 1, why: ""}\n`,
    'noise_floor: {"us":1,"why":""}: allowed is a reason',
  ],
  ['a key twice', `${MINIMAL}cpu: none\ncpu: auto\n`, 'pairgate.yml:7:1: Map keys must be unique'],
  ['no mapping', '- 1\n', 'allowed is a mapping'],
])('%s is named with file, place, value and what is allowed', (_, text, message) => {
  expect(mistakes(text)).toContain(message)
})

test('all mistakes are told at once, in the order of the file', () => {
  const text =
    'version: 2\narms:\n  cpp:\n    build: {driver: cmake, source: 1}\n    harnes: pairgate\ncpu: fast\n'
  expect(
    mistakes(text)
      .split('\n')
      .map((line) => line.split(': ')[1]),
  ).toEqual([
    'version',
    'arms.cpp.harness',
    'arms.cpp.build.target',
    'arms.cpp.build.source',
    'arms.cpp.harnes',
    'cpu',
  ])
})

test.each(['threshold', 'threshold_pct', 'resamples', 'confidence', 'confidence_pct', 'gate'])(
  "the gate's constants are out of reach: %s is an unknown key",
  (key) => {
    expect(mistakes(`${MINIMAL}${key}: 1\n`)).toContain(`${key}: unknown key`)
  },
)

test('changes that could exempt a change are named, and no others', () => {
  const before = decoded(MINIMAL)
  const after = decoded(
    MINIMAL.replace(
      'harness: pairgate\n',
      'harness: pairgate\n    lto: unverified\n    labels: {a: b}\n',
    ).concat('benchmarks: {exclude: [sort]}\ntimeouts: {observation: 1s}\ncpu: none\n'),
  )
  expect(configChanges(before, after)).toEqual([
    { path: 'benchmarks.exclude', baseline: '[]', candidate: '["sort"]' },
    { path: 'timeouts.observation', baseline: '60000', candidate: '1000' },
    { path: 'arms.cpp.lto', baseline: '"required"', candidate: '"unverified"' },
    { path: 'arms.cpp.labels', baseline: '{}', candidate: '{"a":"b"}' },
  ])
  expect(configChanges(before, before)).toEqual([])
})

test.each([
  [{ include: ['.*'], exclude: [] }, [], true],
  [{ include: ['^sort$'], exclude: [] }, [], true],
  [{ include: ['^sort/1000$'], exclude: [] }, [], true],
  [{ include: ['^sha'], exclude: [] }, [], false],
  [{ include: ['.*'], exclude: ['1000'] }, [], false],
  [{ include: ['.*'], exclude: [] }, ['sha'], false],
  [{ include: ['.*'], exclude: [] }, ['sha', 'ort/1'], true],
])('%j with filters %j selects sort/1000: %s', (benchmarks, filters, selected) => {
  expect(selectsRow(benchmarks, filters, { benchmark: 'sort', scale: '1000' })).toBe(selected)
})
