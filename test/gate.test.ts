import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Result } from '../src/model/result.ts'
import { type Ended, ended, pairgate, start } from './command-line.ts'
import { type ToyRepository, toyConfig, toyFiles, toyRepository, toySource } from './toy-repository.ts'

const QUICK = ['--protocol', 'development']

/** Runs the gate on the last two commits of `repository`. */
function gate(repository: ToyRepository, ...more: string[]): Promise<Ended> {
  return pairgate(
    ['run', '--baseline', 'HEAD~1', '--candidate', 'HEAD', ...QUICK, ...more],
    repository.directory,
  )
}

function resultIn(repository: ToyRepository) {
  return JSON.parse(readFileSync(join(repository.directory, 'pairgate-results/results.json'), 'utf8'))
}

describe('a planted regression', () => {
  let repository: ToyRepository
  let run: Ended

  beforeAll(async () => {
    repository = toyRepository()
    repository.commit(toyFiles(2000))
    repository.commit({ 'bench/main.cpp': toySource(20_000) })
    run = await gate(repository)
    return () => repository[Symbol.dispose]()
  })

  test('exits 1 and names the row in the headline', () => {
    expect(run.stderr).not.toContain('bug')
    expect({ code: run.code, headline: run.stdout.split('\n')[0] }).toEqual({
      code: 1,
      headline: expect.stringContaining('spin/1000'),
    })
  })

  test('is recorded with its samples, so that the file explains its verdict', () => {
    const [row] = resultIn(repository).comparisons
    expect(row).toMatchObject({
      arm: 'toy',
      benchmark: 'spin',
      verdict: 'regression',
      significant_regression: true,
    })
    expect(row.samples.baseline_us).toHaveLength(10)
    expect(row.samples.candidate_us).toHaveLength(10)
  })

  test('is verified, and reported again with the same text', async () => {
    const verified = await pairgate(['verify', 'pairgate-results'], repository.directory)
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('verified') })
    const report = await pairgate(['report', 'pairgate-results'], repository.directory)
    expect(report.code).toBe(1)
    expect(run.stdout.startsWith(`${report.stdout}\nevents, results and reports: pairgate-results\n`)).toBe(
      true,
    )
  })

  test.each([
    ['results.json', /"delta_pct": -?\d+\.(\d)/],
    ['events.jsonl', /"elapsed_us":\d+\.(\d)/],
  ])('one changed digit in %s is noticed by verify', async (name, digit) => {
    const path = join(repository.directory, 'pairgate-results', name)
    const text = readFileSync(path, 'utf8')
    const changed = text.replace(digit, (match, old: string) => match.slice(0, -1) + ((Number(old) + 1) % 10))
    expect(changed).not.toBe(text)
    writeFileSync(path, changed)
    const verified = await pairgate(['verify', 'pairgate-results'], repository.directory)
    writeFileSync(path, text)
    expect(verified.code).toBe(2)
    expect(verified.stdout).toMatch(name === 'results.json' ? /delta_pct/ : /events_sha256/)
  })
})

test('the same commit twice exits 0: identical binaries pass without being measured', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  repository.commit({ 'README.md': 'only words' })
  const run = await gate(repository)
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('identical') })
  expect(resultIn(repository).comparisons[0]).toMatchObject({ status: 'identical', verdict: null })
})

test('a candidate that is faster but wrong exits 2 and names the benchmark', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  repository.commit({ 'bench/main.cpp': toySource(1000, 'sum + 1') })
  const run = await gate(repository)
  expect(run.code).toBe(2)
  expect(run.stdout.split('\n')[0]).toMatch(/spin\/1000/)
  expect(resultIn(repository)).toMatchObject({ conclusion: 'wrong-result' })
  expect(readFileSync(join(repository.directory, 'pairgate-results/events.jsonl'), 'utf8')).not.toContain(
    '"observation"',
  )
})

test('an empty list of benchmarks exits 2', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  const empty =
    '#include "pairgate.hpp"\nint main(int argc, char** argv) { pairgate::Suite suite; return suite.run(argc, argv); }\n'
  repository.commit({ 'bench/main.cpp': empty })
  const run = await gate(repository)
  expect(run).toMatchObject({ code: 2, stdout: expect.stringContaining('empty') })
})

test('a filter that matches nothing exits 2', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  repository.commit({ 'bench/main.cpp': toySource(2001) })
  expect((await gate(repository, '--filter', 'no such benchmark')).code).toBe(2)
})

test('an arm that the candidate deletes leaves its rows as removed, and the other arm is compared', async () => {
  using repository = toyRepository()
  const other = toyConfig.replace(
    /( {2}toy:[\s\S]*?)(?=cpu)/,
    (arm) =>
      `${arm}${arm.replace('toy:', 'gone:').replace('output: bench/toy', 'output: bench/gone').replace('build.sh', 'gone.sh')}`,
  )
  const files = toyFiles(2000)
  const script = files['bench/build.sh']?.replace('-o toy', '-o gone') ?? ''
  repository.commit({ ...files, 'pairgate.yml': other, 'bench/gone.sh': script })
  repository.commit({ 'pairgate.yml': toyConfig })
  const run = await gate(repository)
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('1 removed') })
  expect(resultIn(repository).comparisons).toMatchObject([
    { id: 'toy/spin/1000', status: 'identical' },
    { id: 'gone/spin/1000', status: 'removed', reason: 'the candidate does not have this arm' },
  ])
})

test('a new benchmark that misses its reference exits 2 and is named', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  const fresh = `suite.add("fresh", "compute", {10}, [](pairgate::Random&, std::uint64_t scale) { return scale; },
      [](const std::uint64_t& scale) { return scale + 1; })
      .reference([](const std::uint64_t& scale) { return scale; });`
  repository.commit({ 'bench/main.cpp': toySource(2001, 'sum', fresh) })
  const run = await gate(repository)
  expect(run).toMatchObject({ code: 2, stdout: expect.stringMatching(/wrong-result.*fresh\/10/) })
})

test('a baseline that does not exist exits 2 and is named', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  const run = await pairgate(
    ['run', '--baseline', 'no-such-branch', '--candidate', 'HEAD'],
    repository.directory,
  )
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('no-such-branch') })
})

test('a run that cannot begin leaves the results of the last one', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  repository.commit({ 'README.md': 'only words' })
  await gate(repository)
  const before = readdirSync(join(repository.directory, 'pairgate-results'))
  await pairgate(['run', '--baseline', 'no-such-branch', '--candidate', 'HEAD'], repository.directory)
  expect(before).toContain('results.json')
  expect(readdirSync(join(repository.directory, 'pairgate-results'))).toEqual(before)
})

test('a report whose reader leaves early, or whose last line was cut, keeps its exit code', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  repository.commit({ 'README.md': 'only words' })
  await gate(repository)
  const log = join(repository.directory, 'pairgate-results/events.jsonl')
  const child = start(['report', 'pairgate-results', '--format', 'html'], repository.directory)
  child.stdout?.destroy()
  expect(await ended(child)).toMatchObject({ code: 0, stderr: '' })
  writeFileSync(log, `${readFileSync(log, 'utf8')}{"type":"tr`)
  const report = await pairgate(['report', 'pairgate-results'], repository.directory)
  expect(report).toMatchObject({ code: 0, stderr: expect.stringContaining('cut off') })
})

test('a candidate that does not build exits 2 and names arm, revision and the compiler error', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  repository.commit({ 'bench/main.cpp': 'this is no C++' })
  const run = await gate(repository)
  expect(run.code).toBe(2)
  expect(run.stdout + run.stderr).toMatch(/toy@?.*candidate/)
  expect(run.stdout + run.stderr).toContain('this is no C++')
})

test('a benchmark that crashes on one revision exits 2 with the signal as its reason', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  repository.commit({ 'bench/main.cpp': toySource(2000, '(__builtin_trap(), sum)') })
  const run = await gate(repository)
  expect(run.code).toBe(2)
  expect(resultIn(repository).comparisons[0]).toMatchObject({
    status: 'invalid',
    reason: expect.stringMatching(/SIG/),
  })
})

test('a worktree with a planted regression is compared with the last commit', async () => {
  using repository = toyRepository()
  repository.commit(toyFiles(2000))
  writeFileSync(join(repository.directory, 'bench/main.cpp'), toySource(20_000))
  const run = await pairgate(['run', '--baseline', 'HEAD', ...QUICK], repository.directory)
  expect(run.code).toBe(1)
  expect(resultIn(repository).revisions.candidate.version).toMatch(/^worktree:[0-9a-f]{40}$/)
})

describe.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('a run that is ended by %s', (signal) => {
  test('leaves events from which report says incomplete', async () => {
    using repository = toyRepository()
    const temporary = mkdtempSync(join(tmpdir(), 'pairgate-killed-'))
    repository.commit(toyFiles(2000))
    repository.commit({ 'bench/main.cpp': toySource(2100) })
    const child = start(
      ['run', '--baseline', 'HEAD~1', '--candidate', 'HEAD', '--blocks', '1000'],
      repository.directory,
      { TMPDIR: temporary },
    )
    const end = ended(child)
    const log = join(repository.directory, 'pairgate-results/events.jsonl')
    while (!existsSync(log) || readFileSync(log, 'utf8').split('"type":"observation"').length < 8)
      await sleep(20)
    child.kill(signal)
    const { code } = await end
    if (signal !== 'SIGKILL') {
      expect(code).toBe(2)
      expect(readdirSync(temporary)).toEqual([])
    }
    const report = await pairgate(['report', 'pairgate-results'], repository.directory)
    expect(report).toMatchObject({ code: 2, stdout: expect.stringMatching(/incomplete/i) })
    rmSync(temporary, { recursive: true, force: true })
  })
})

test('the demo runs to its end: both arms with cmake and cargo, every row judged, and a log that verifies', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'pairgate-demo-'))
  const out = join(temporary, 'out')
  const run = await pairgate(['demo', '--protocol', 'quick-check', '--out', out], temporary)
  // Three blocks are too few to find exactly what was planted, and enough to see that all of it works.
  expect(run.stdout).toMatch(/^(exactly|not exactly) the planted rows were found$/m)
  const { arms, comparisons, conclusion, cross_arm } = JSON.parse(
    readFileSync(join(out, 'results.json'), 'utf8'),
  ) as Result
  expect(conclusion).toBe('pass')
  expect(arms).toMatchObject([
    { name: 'cpp', driver: 'cmake', builds: { candidate: { lto: { kind: 'verified' } } } },
    { name: 'rust', driver: 'cargo', builds: { candidate: { lto: { kind: 'verified' } } } },
  ])
  const eliminated = comparisons.filter(({ status }) => status === 'eliminated')
  expect(new Set(eliminated.map(({ benchmark }) => benchmark))).toEqual(new Set(['dead_code_elimination']))
  expect(eliminated).toHaveLength(4)
  expect(comparisons.filter(({ status }) => status === 'measured')).toHaveLength(comparisons.length - 4)
  expect(cross_arm.rows.some(({ noise }) => noise !== null)).toBe(true)
  expect(await pairgate(['verify', out], temporary)).toMatchObject({ code: 0 })
  expect(await pairgate(['tune', out], temporary)).toMatchObject({ code: 0 })
  rmSync(temporary, { recursive: true, force: true })
}, 300_000)

test('a demo that is ended by SIGINT leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'pairgate-killed-'))
  const child = start(['demo', '--out', join(temporary, 'out')], temporary, { TMPDIR: temporary })
  const end = ended(child)
  const repository = () =>
    readdirSync(temporary).some((name) => existsSync(join(temporary, name, 'repository/pairgate.yml')))
  while (!repository()) await sleep(10)
  child.kill('SIGINT')
  expect((await end).code).toBe(2)
  expect(readdirSync(temporary).filter((name) => name !== 'out')).toEqual([])
  rmSync(temporary, { recursive: true, force: true })
})
