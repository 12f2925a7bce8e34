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
    timeouts: { build: 1_800_000, observation: 60_000, run: 7_200_000, lock: 1_800_000, idle: 120_000 },
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
timeouts: {build: 10m, observation: 500ms, run: 1h, lock: 0s, idle: 30s}
environment: {pass: [CC, CXX]}
cpu: none
data_seed: 18446744073709551615
noise_floor: {us: 5, why: "measured at 3 µs"}
`
  const config = decoded(text)
  expect(Object.keys(config.arms)).toEqual(['cpp', 'rust', 'tool'])
  expect(config.arms.cpp?.build).toMatchObject({ options: { ENABLE_X: 'ON', LEVEL: '3', FAST: 'ON' } })
  expect(config).toMatchObject({
    timeouts: { build: 600_000, observation: 500, run: 3_600_000, lock: 0, idle: 30_000 },
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
    'arms.cpp.harness: "pairgat": allowed is one of pairgate, google-benchmark, criterion (did you mean pairgate?)',
  ],
  [
    'a harness of another kind',
    MINIMAL.replace('harness: pairgate', 'harness: 3'),
    'arms.cpp.harness: 3: allowed is one of pairgate, google-benchmark, criterion, or a mapping',
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
  ['a key twice', `${MINIMAL}cpu: none\ncpu: auto\n`, 'pairgate.yml:7:1: the key cpu stands here twice'],
  [
    'an empty file',
    '# nothing yet\n',
    'pairgate.yml:1:1: the file is empty: it needs at least version and arms',
  ],
  ['broken YAML', `${MINIMAL}cpu: [1\n`, 'pairgate.yml:7:1: '],
  ['a second document', `${MINIMAL}---\nversion: 1\n`, 'pairgate.yml:6:1: a second document: allowed is one'],
  ['an alias without its anchor', `${MINIMAL}cpu: *x\n`, 'pairgate.yml:6:6: *x has no anchor &x'],
  ['an unknown tag', `${MINIMAL}cpu: !fast auto\n`, 'pairgate.yml:6:6: Unresolved tag: !fast'],
  [
    'a key that objects lose',
    `${MINIMAL}${ARM.replace('cpp', '__proto__')}`,
    '6:3: __proto__ cannot be a key',
  ],
  [
    'an arm that every object has',
    MINIMAL.replace('cpp:', 'constructor:'),
    'arms.constructor: "constructor" cannot',
  ],
  [
    'an arm with a blank',
    MINIMAL.replace('cpp:', 'c p:'),
    '"c p" cannot be a key here: allowed is a name of letters',
  ],
  [
    'an empty text',
    MINIMAL.replace('target: suite', 'target: ""'),
    'target: "": allowed is text that is not empty',
  ],
  [
    'a NUL',
    MINIMAL.replace('source: bench', 'source: "a\\0"'),
    'pairgate.yml:4:36: a text with a NUL character',
  ],
  ['a CPU that is none', `${MINIMAL}cpu: -1\n`, 'cpu: -1: allowed is auto, none or the number of a CPU'],
  [
    'a seed with a fraction',
    `${MINIMAL}data_seed: 1.5\n`,
    'data_seed: "1.5": allowed is a whole number from 0 to',
  ],
  [
    'a number that is none',
    `${MINIMAL}noise_floor: {us: .nan, why: x}\n`,
    'noise_floor.us: NaN: allowed is a number',
  ],
  [
    'a duration that is a number',
    `${MINIMAL}timeouts: {run: 30}\n`,
    'timeouts.run: 30: allowed is a duration such as',
  ],
  [
    'a limit of nothing',
    `${MINIMAL}timeouts: {run: 0s}\n`,
    'timeouts.run: "0s": allowed is a duration such as',
  ],
  [
    'a wait without a unit',
    `${MINIMAL}timeouts: {idle: 0}\n`,
    'timeouts.idle: 0: allowed is a duration such as 30s or 2m, or 0s for not waiting at all',
  ],
  [
    'a duration past the timers',
    `${MINIMAL}timeouts: {run: 597h}\n`,
    '"597h": allowed is a duration of at most 596h',
  ],
  [
    'a list that includes nothing',
    `${MINIMAL}benchmarks: {include: []}\n`,
    'include: []: allowed is a list of at least 1',
  ],
  [
    'a command without a program',
    MINIMAL.replace(/build: .*/, 'build: {driver: command, run: [[""]], output: x}'),
    'arms.cpp.build.run.0: [""]: allowed is a program and its arguments',
  ],
  [
    'a command that is a text',
    MINIMAL.replace(/build: .*/, 'build: {driver: command, run: [make], output: x}'),
    'arms.cpp.build.run.0: "make": allowed is a list',
  ],
  [
    'no driver',
    MINIMAL.replace('driver: cmake, ', ''),
    'build.driver: missing: allowed is one of cmake, cargo, command',
  ],
  [
    'a build that is a text',
    MINIMAL.replace(/build: .*/, 'build: cmake'),
    'arms.cpp.build: "cmake": allowed is a mapping',
  ],
  [
    'a wrong key of the harness',
    MINIMAL.replace('harness: pairgate', 'harness: {nme: x}'),
    'arms.cpp.harness.name: missing: allowed is one of pairgate, google-benchmark, criterion, key-value, command',
  ],
  [
    'another harness that does not exist',
    MINIMAL.replace('harness: pairgate', 'harness: {name: key-valu}'),
    'arms.cpp.harness.name: "key-valu": allowed is one of pairgate, google-benchmark, criterion, key-value, command (did you mean key-value?)',
  ],
  [
    'a harness without the settings it needs',
    MINIMAL.replace('harness: pairgate', 'harness: key-value'),
    'arms.cpp.harness: "key-value": allowed is a mapping with `name: key-value` and its `benchmarks`',
  ],
  [
    'a wrong key of a harness with settings',
    MINIMAL.replace('harness: pairgate', 'harness: {name: key-value, benchmarks: [a], argument: [b]}'),
    'arms.cpp.harness.argument: unknown key (did you mean arguments?)',
  ],
  [
    'a wrong hash of an output',
    MINIMAL.replace('harness: pairgate', 'harness: {name: command, benchmarks: {a: {output: sha256:12}}}'),
    'arms.cpp.harness.benchmarks.a.output: "sha256:12": allowed is ignore, same or sha256: and 64 hexadecimal digits',
  ],
  [
    'an input outside of the repository',
    MINIMAL.replace('harness: pairgate', 'harness: {name: command, benchmarks: {a: {stdin: ../x}}}'),
    'allowed is a path relative to the root of the repository, without ".."',
  ],
  ['no mapping', '- 1\n', 'allowed is a mapping'],
])('%s is named with file, place, value and what is allowed', (_, text, message) => {
  expect(mistakes(text)).toContain(message)
})

test.each([
  ['bench/', 'bench'],
  ['./bench', 'bench'],
  ['bench//cpp/./', 'bench/cpp'],
  ['./', '.'],
  ['.', '.'],
])('the directory %s is read as %s', (written, read) => {
  const text = `version: 1\narms: {a: {build: {driver: cmake, source: ${written}, target: x}, harness: pairgate}}\n`
  const decoded = decodeConfig(text, 'pairgate.yml')
  expect(decoded.kind === 'ok' && decoded.config.arms.a?.build).toMatchObject({ source: read })
})

test.each(['RUNNER_TEMP', 'GITHUB_ENV', 'MY_TOKEN', 'aws_secret', 'Input_X'])(
  '%s may not be passed on: it would be dropped silently',
  (name) => {
    const decoded = decodeConfig(`version: 1\nenvironment: {pass: [${name}]}\n`, 'pairgate.yml')
    const mistakes = decoded.kind === 'mistakes' ? formatMistakes(decoded.mistakes) : ''
    expect(mistakes).toMatch(/environment\.pass.*holds no secret/)
  },
)

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

test('two cargo targets are told beside a manifest that is missing', () => {
  const text = MINIMAL.replace(/build: .*/, 'build: {driver: cargo, bin: a, bench: b}')
  expect(mistakes(text)).toContain('build.manifest: missing')
  expect(mistakes(text)).toContain('exactly one of bin, bench and example')
})

test('a key that stands twice is told beside the other mistakes', () => {
  expect(mistakes(`${MINIMAL}cpu: none\ncpu: fast\n`).split('\n')).toEqual([
    'pairgate.yml:6:1: cpu: "fast": allowed is auto, none or the number of a CPU',
    'pairgate.yml:7:1: the key cpu stands here twice',
  ])
})

test('aliases that multiply are refused, not expanded', () => {
  const level = (name: string, of: string) => `${name}: &${name} [${Array(30).fill(of).join(', ')}]\n`
  expect(mistakes(level('a', 'x') + level('b', '*a') + level('c', '*b') + level('d', '*c'))).toContain(
    'alias',
  )
})

test('anchors and merge keys share what arms have in common', () => {
  const text = `version: 1
arms:
  one: &one
    build: {driver: cmake, source: bench, target: one}
    harness: pairgate
    labels: {data_type: f64}
  two:
    <<: *one
    build: {driver: cmake, source: bench, target: two}
`
  expect(decoded(text).arms.two).toMatchObject({ build: { target: 'two' }, labels: { data_type: 'f64' } })
})

test.each([
  ['1.10', '1.10'],
  ['017', '017'],
  ['12345678901234567890', '12345678901234567890'],
  ['true', 'ON'],
  ['false', 'OFF'],
])('the build option %s reaches cmake as %s', (written, passed) => {
  const text = MINIMAL.replace('target: suite', `target: suite, options: {X: ${written}}`)
  expect(decoded(text).arms.cpp?.build).toMatchObject({ options: { X: passed } })
})

test.each([
  ['9007199254740993', '9007199254740993'],
  ['"18446744073709551615"', '18446744073709551615'],
  ['007', '7'],
])('the data seed %s is %s, to the last digit', (written, seed) => {
  expect(decoded(`${MINIMAL}data_seed: ${written}\n`).data_seed).toBe(seed)
})

test.each(['\uFEFF', '---\n', '# a comment\n'])('%j may stand before the first key', (head) => {
  expect(decoded(`${head}${MINIMAL}`)).toEqual(decoded(MINIMAL))
})

const CONSTANTS = ['threshold', 'threshold_pct', 'resamples', 'confidence', 'confidence_pct', 'gate', 'alpha']

test.each(CONSTANTS)("the gate's constants are out of reach: %s is refused wherever it stands", (key) => {
  const places = [
    `${MINIMAL}${key}: 1\n`,
    `${MINIMAL}    ${key}: 1\n`,
    MINIMAL.replace('driver: cmake', `driver: cmake, ${key}: 1`),
    MINIMAL.replace('harness: pairgate', `harness: {name: pairgate, ${key}: 1}`),
    `${MINIMAL}benchmarks: {${key}: 1}\n`,
    `${MINIMAL}timeouts: {${key}: 1}\n`,
    `${MINIMAL}environment: {${key}: 1}\n`,
    `${MINIMAL}noise_floor: {us: 5, why: quick, ${key}: 1}\n`,
  ]
  for (const text of places)
    expect(mistakes(text)).toMatch(new RegExp(`${key}: the gate's constants .* cannot be changed`))
})

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
