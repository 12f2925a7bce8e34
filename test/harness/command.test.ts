import { expect, test } from 'vitest'
import { command } from '../../src/harness/command.ts'
import { decodeConfig } from '../../src/model/config-text.ts'
import type { Harness } from '../../src/model/harness.ts'
import { talk } from './talk.ts'

/** The harness of a configuration with these lines below `benchmarks:`. */
function harnessOf(workloads: string): Harness {
  const text = `version: 1
arms:
  tool:
    build: {driver: command, run: [[make]], output: tool}
    harness:
      name: command
      benchmarks:
${workloads.replace(/^/gm, '        ')}
`
  const decoded = decodeConfig(text, 'pairgate.yml')
  if (decoded.kind === 'mistakes') throw new Error(JSON.stringify(decoded.mistakes))
  const settings = decoded.config.arms.tool?.harness
  if (settings?.name !== 'command') throw new Error('no command')
  return command(settings)
}

const CALL = {
  benchmark: 'compress',
  dataset: '',
  dataSeed: '1',
  iterationMode: 'one',
  scratch: '',
  iterations: 2,
  targetUs: 0,
  warmupIterations: 0,
  warmupUs: 0,
} as const

test('the workloads are the rows', () => {
  const { queries, decoded } = talk(
    harnessOf('compress: {}\ncompress/9: {arguments: ["-9"]}').list('', () => true),
    () => ({}),
  )
  expect(queries).toEqual([])
  expect(decoded).toMatchObject({
    value: {
      iterations: 'one',
      rows: [
        { benchmark: 'compress', dataset: '' },
        { benchmark: 'compress', dataset: '9' },
      ],
    },
  })
})

test('a process is started as configured, with its steps before it, which are not timed', () => {
  const harness = harnessOf(
    'compress: {arguments: ["-k", "a b"], directory: data, stdin: data/in.txt, prepare: [[rm, -f, out]], exit_code: 3}',
  )
  const { queries, decoded } = talk(harness.measure(CALL), ({ program }) => ({
    wallMs: program === 'rm' ? 1000 : 1.5,
  }))
  const prepare = { program: 'rm', args: ['-f', 'out'], directory: 'data' }
  const run = {
    args: ['-k', 'a b'],
    directory: 'data',
    stdin: 'data/in.txt',
    exitCode: 3,
    hashesOutput: false,
  }
  expect(queries).toEqual([prepare, run, prepare, run])
  expect(decoded).toEqual({
    kind: 'ok',
    value: { iterations: 2, elapsedNs: 3e6, output: null, peakRssBytes: null },
  })
})

test('output is no oracle unless asked for', () => {
  const { decoded } = talk(harnessOf('compress: {}').validate(CALL), () => ({}))
  expect(decoded).toEqual({ kind: 'ok', value: { status: 'ok', fingerprint: null, output: null } })
})

test('the hash of the output is compared between revisions, or with one that is given', () => {
  const hash = 'a'.repeat(64)
  const same = talk(harnessOf('compress: {output: same}').validate(CALL), () => ({ stdoutSha256: hash }))
  expect(same.queries).toMatchObject([{ hashesOutput: true }])
  expect(same.decoded).toMatchObject({ value: { output: `sha256:${hash}` } })
  const given = talk(harnessOf(`compress: {output: "sha256:${hash}"}`).validate(CALL), () => ({
    stdoutSha256: 'b'.repeat(64),
  }))
  expect(given.decoded).toMatchObject({
    value: { output: `sha256:${'b'.repeat(64)}`, expected: `sha256:${hash}` },
  })
})

test('of several processes the one with another output stands for all', () => {
  const { decoded } = talk(harnessOf('compress: {output: same}').measure(CALL), (_, index) => ({
    stdoutSha256: String(index),
  }))
  expect(decoded).toMatchObject({ value: { output: 'sha256:1' } })
})

test('what the processes took is recorded where the launcher tells it', () => {
  const nothing = {
    minorFaults: 0,
    majorFaults: 0,
    voluntarySwitches: 0,
    involuntarySwitches: 0,
    threads: null,
  }
  const usage = (ns: number) => ({
    ...nothing,
    wallNs: 10 * ns,
    userNs: 7 * ns,
    systemNs: ns,
    peakRssBytes: 1000 * ns,
  })
  const measured = (...usages: readonly (ReturnType<typeof usage> | null)[]) =>
    talk(harnessOf('compress: {}').measure(CALL), (_, index) => ({ usage: usages[index] ?? null, wallMs: 1 }))
      .decoded
  expect(measured(usage(100), usage(300))).toEqual({
    kind: 'ok',
    value: {
      iterations: 2,
      elapsedNs: 4000,
      cpuNs: 3200,
      output: null,
      peakRssBytes: 300_000,
      counters: { user_ns: 1400, system_ns: 200 },
    },
  })
  expect(measured(usage(100), null)).toEqual({
    kind: 'ok',
    value: { iterations: 2, elapsedNs: 1000 + 1e6, output: null, peakRssBytes: null },
  })
})
