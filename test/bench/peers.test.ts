import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compare } from '../../bench/peers/compare.ts'
import {
  type Comparison,
  keyOf,
  type Line,
  parseLines,
  type Setup,
  verdicts,
} from '../../bench/peers/record.ts'
import { roundOf, type Selection } from '../../bench/peers/schedule.ts'
import { insertTables, renderTables } from '../../bench/peers/table.ts'
import type { Tool } from '../../bench/peers/tool.ts'
import { judgeCriterion } from '../../bench/peers/tools/criterion.ts'
import { judgeGoogleBenchmark } from '../../bench/peers/tools/google-benchmark.ts'
import { judgeHyperfine } from '../../bench/peers/tools/hyperfine.ts'
import { judgePairgate } from '../../bench/peers/tools/pairgate.ts'
import { judgeTango } from '../../bench/peers/tools/tango.ts'
import { missing, tools } from '../../bench/peers/tools.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures/peers')
const fixture = (name: string) => readFileSync(join(FIXTURES, name), 'utf8')
const ended = (code: number, stdout = '') => ({ code, stdout, stderr: '' })

describe('what the tools printed, and the verdict that is read from it', () => {
  const change = fixture('criterion-0.8.2-regressed-change.json')

  test.each([
    ['regressed', 'slower'],
    ['improved', 'faster'],
    ['within-noise', 'same'],
    ['no-change', 'same'],
  ])('Criterion: %s is %s', (name, verdict) => {
    const judged = judgeCriterion(fixture(`criterion-0.8.2-${name}.txt`), change)
    expect(Object.values(judged.verdicts)).toEqual([verdict])
    expect(judged.changePct).toBeCloseTo(26.634, 3)
  })

  test('Criterion without a verdict, or with two, is an error', () => {
    expect(() => judgeCriterion('call time: [1 ns 2 ns 3 ns]', change)).toThrow('0 verdicts')
    expect(() => judgeCriterion('Performance has regressed.\nPerformance has improved.', change)).toThrow(
      '2 verdicts',
    )
  })

  test.each([
    ['slower', 4.755],
    ['same', 0.02],
  ])(
    'Google Benchmark: the U test of compare.py says %s, and its medians differ by %f %%',
    (verdict, pct) => {
      const judged = judgeGoogleBenchmark(fixture(`google-benchmark-1.7.1-${verdict}.json`))
      expect(Object.values(judged.verdicts)).toEqual([verdict])
      expect(judged.changePct).toBeCloseTo(pct, 2)
    },
  )

  test('Google Benchmark without a U test is an error', () => {
    const report = fixture('google-benchmark-1.7.1-same.json').replace('"time_pvalue"', '"another"')
    expect(() => judgeGoogleBenchmark(report)).toThrow('no U test')
  })

  // scipy's ttest_ind with equal_var=False gives p = 0.071 for the first file and 4e-8 for the second.
  test.each([
    ['same', 'same', 'same', 1.137],
    ['slower', 'same', 'slower', 3.063],
  ])('hyperfine: %s', (name, relative, welch, pct) => {
    const judged = judgeHyperfine(fixture(`hyperfine-1.15.0-${name}.json`))
    expect(Object.values(judged.verdicts)).toEqual([relative, welch])
    expect(judged.changePct).toBeCloseTo(pct, 2)
  })

  test('hyperfine: a ratio counts once it is further from 1 than its uncertainty', () => {
    // 1.05 ± 1.05·√(0.02² + 0.02²) = 1.05 ± 0.030; the other way round it is faster.
    const [quick, slow] = [
      { mean: 1, stddev: 0.02, times: [0.98, 1.02] },
      { mean: 1.05, stddev: 0.021, times: [1.03, 1.07] },
    ]
    expect(Object.values(judgeHyperfine(JSON.stringify({ results: [quick, slow] })).verdicts)[0]).toBe(
      'slower',
    )
    expect(Object.values(judgeHyperfine(JSON.stringify({ results: [slow, quick] })).verdicts)[0]).toBe(
      'faster',
    )
  })

  test('tango: its exit code says slower, its star what else is significant', () => {
    const slower = judgeTango(ended(1, fixture('tango-0.9.0-slower.txt')))
    expect([Object.values(slower.verdicts), slower.changePct]).toEqual([['slower'], 10.48])
    const same = judgeTango(ended(0, fixture('tango-0.9.0-same.txt')))
    expect([Object.values(same.verdicts), same.changePct]).toEqual([['same'], -1.32])
    expect(Object.values(judgeTango(ended(0, 'call [ 2 us ... 1 us ] -50.00%*')).verdicts)).toEqual([
      'faster',
    ])
    expect(Object.values(judgeTango(ended(1, '')).verdicts)).toEqual(['none'])
  })

  const results = (status: string, verdict: string | null, delta: number | null) =>
    JSON.stringify({ conclusion: 'any', comparisons: [{ status, verdict, delta_pct: delta }] })

  test.each([
    [1, 'compared', 'regression', 'slower'],
    [0, 'compared', 'improvement', 'faster'],
    [0, 'compared', 'equivalent', 'same'],
    [0, 'compared', 'inconclusive', 'same'],
    [0, 'identical', null, 'none'],
    [2, 'invalid', null, 'none'],
    [2, 'compared', 'regression', 'none'],
  ] as const)('pairgate: exit code %i with %s %s is %s', (code, status, verdict, expected) => {
    expect(Object.values(judgePairgate(ended(code), results(status, verdict, 1)).verdicts)).toEqual([
      expected,
    ])
  })

  test('pairgate: an exit code that belies the verdict is an error', () => {
    expect(() => judgePairgate(ended(0), results('compared', 'regression', 4))).toThrow('exit code 0')
  })
})

describe('the order', () => {
  const selection: Selection = {
    seed: '1',
    perRound: { quick: 3, thorough: 1 },
    plants: [0, 3, 5, 10],
    conditions: ['quiet', 'neighbour'],
  }

  test('a round has every tool, plant and condition as often as it should, and repetitions run on', () => {
    const keys = [0, 1].flatMap((round) => roundOf(selection, round).map(keyOf))
    expect(new Set(keys).size).toBe(2 * 2 * 4 * (3 + 1))
    expect(keys).toContain('quick 10 neighbour 5')
    expect(keys).toContain('thorough 0 quiet 1')
  })

  test('a round has each condition at one piece, the tools and plants mixed', () => {
    const conditions = roundOf(selection, 0).map(({ condition }) => condition)
    expect(conditions.filter((one, index) => index > 0 && one !== conditions[index - 1])).toHaveLength(1)
    const order = roundOf(selection, 0).map(({ tool }) => tool)
    expect(order).not.toEqual(order.toSorted())
  })

  test('a seed draws the same order again, another one another', () => {
    expect(roundOf(selection, 3)).toEqual(roundOf(selection, 3))
    expect(roundOf({ ...selection, seed: '2' }, 3)).not.toEqual(roundOf(selection, 3))
  })
})

describe('the data', () => {
  const comparison: Comparison = {
    kind: 'comparison',
    tool: 'clock',
    plant: 5,
    condition: 'quiet',
    repetition: 0,
    order: 0,
    verdicts: { 'by eye': 'slower' },
    change_pct: 4.9,
    seconds: 2,
  }
  const setup: Setup = {
    kind: 'setup',
    started: '2026-01-01T00:00:00.000Z',
    seed: '1',
    note: 'by candle light',
    machine: '2 CPUs',
    versions: { clock: '1.0' },
    environment: { PAIRGATE_IDLE: 'none' },
    workload: [{ program: 'program', plant: 5, ratio: 1.0499 }],
  }
  const clock = [{ name: 'clock', rules: ['by eye'] }]

  test('an unfinished last line is dropped, a wrong one is an error', () => {
    const text = `${JSON.stringify(setup)}\n${JSON.stringify(comparison)}\n`
    expect(parseLines(`${text}{"kind":"compar`)).toEqual([setup, comparison])
    expect(() => parseLines(`${text}{"kind":"other"}\n`)).toThrow()
  })

  test('the table counts what a rule called slower, with the interval of Wilson', () => {
    const lines: readonly Line[] = [
      setup,
      comparison,
      { ...comparison, repetition: 1, verdicts: { 'by eye': 'same' }, change_pct: 2.9, seconds: 4 },
      { ...comparison, plant: 0, verdicts: { 'by eye': 'faster' }, change_pct: -1, seconds: 3 },
      {
        ...comparison,
        plant: 0,
        repetition: 1,
        verdicts: { 'by eye': 'none' },
        change_pct: null,
        seconds: 3,
      },
    ]
    const text = renderTables(lines, clock)
    // Half of 2: (0.5 + z²/4) / (1 + z²/2) ± 0.405, that is 0.095 to 0.905; none of 2: up to z²/(2 + z²) = 0.658.
    expect(text).toContain(
      '| clock | by eye | 3.0 (3.0 to 3.0) | 3.0 (2.1 to 3.9) | 0 of 2: 0 % (0 to 66) | – | 1 of 2: 50 % (9 to 91) | – | 3.9 (3.0 to 4.8) | 1 of 4 | 1 of 4 |',
    )
    expect(text).not.toContain('noisy neighbour')
    expect(text.startsWith('**by candle light**\n\n### Without a neighbour')).toBe(true)
    expect(text).toContain('- set: PAIRGATE_IDLE=none')
    expect(text).toContain('| C++ | – | – | 4.99 % | – |')
  })

  test('a second table counts only what was called slower by the threshold of the gate', () => {
    const lines = [3, 2.999, null].map((change, repetition) => ({
      ...comparison,
      repetition,
      change_pct: change,
    }))
    const [, second = ''] = renderTables(lines, clock).split('only a call of at least 3 % counts:')
    expect(second).toContain('| clock | by eye | – | – | 1 of 3: 33 % (6 to 79) | – |')
  })

  test('the page keeps what is written by hand', () => {
    expect(insertTables('a\n<!-- peers -->\nold\n<!-- /peers -->\nb', 'new')).toBe(
      'a\n<!-- peers -->\n\nnew\n\n<!-- /peers -->\nb',
    )
    expect(() => insertTables('a', 'new')).toThrow('<!-- peers -->')
  })
})

test('a tool that lacks something is named with the packages it needs', () => {
  const [tool] = tools
  if (tool === undefined) throw new Error('no tools')
  expect(
    missing(
      { ...tool, needs: { node: 'nodejs', '/nowhere/file': 'a', nowhere: 'b' } },
      resolve(process.execPath, '..'),
    ),
  ).toEqual(['a', 'b'])
})

describe('one comparison', () => {
  const script = (text: string) => ({ program: process.execPath, args: ['-e', text] })
  const planned = { tool: 'script', plant: 3, condition: 'quiet', repetition: 2 } as const
  const builds = { baseline: '/b', candidate: '/c' }
  const write = 'require("fs").writeFileSync'

  /** Runs the scripts that `texts` makes of the scratch folder; the tool's verdict is the whole file `out`. */
  function compared(texts: (scratch: string) => readonly string[]) {
    const tool: Tool = {
      name: 'script',
      rules: ['told', 'guessed'],
      perRound: 1,
      needs: {},
      steps: ({ scratch }) => texts(scratch).map(script),
      exitCodes: [0, 1],
      leaves: 'out',
      judge: ({ code }, file) => ({
        verdicts: { told: z.literal(verdicts).parse(file), guessed: code === 1 ? 'slower' : 'same' },
        changePct: 1.23456,
      }),
    }
    return compare(tool, planned, builds, 7)
  }

  test('runs the steps in their order and judges by the last one and what it left', async () => {
    const found = await compared((scratch) => [
      `${write}("${scratch}/out", "fas")`,
      `require("fs").appendFileSync("${scratch}/out", "ter"); process.exit(1)`,
    ])
    expect(found).toEqual({
      kind: 'comparison',
      ...planned,
      order: 7,
      verdicts: { told: 'faster', guessed: 'slower' },
      change_pct: 1.235,
      seconds: expect.any(Number),
    })
  })

  test('has no verdict, and the reason, where a step fails, is killed or leaves something else', async () => {
    const none = { told: 'none', guessed: 'none' }
    const failed = await compared((scratch) => [
      'console.error("oh"); process.exit(3)',
      `${write}("${scratch}/out", "same")`,
    ])
    expect(failed).toMatchObject({ verdicts: none, change_pct: null, reason: 'exit code 3: oh' })
    const killed = await compared((scratch) => [
      `${write}("${scratch}/out", "same"); process.kill(process.pid, "SIGKILL")`,
    ])
    expect(killed).toMatchObject({ verdicts: none, reason: 'exit code null: ' })
    const wrong = await compared((scratch) => [`${write}("${scratch}/out", "perhaps")`])
    expect(wrong).toMatchObject({ verdicts: none, reason: expect.stringContaining('Invalid option') })
    const nothing = await compared(() => [''])
    expect(nothing).toMatchObject({ verdicts: none, reason: expect.stringContaining('ENOENT') })
  })
})

/** None before the first measurement. */
function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

const root = resolve(import.meta.dirname, '../..')

test('docs/benchmarks.md shows what the committed data say', () => {
  const page = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8')
  const folder = join(root, 'bench/peers/data')
  const data = filesIn(folder).flatMap((name) => parseLines(readFileSync(join(folder, name), 'utf8')))
  expect(insertTables(page, renderTables(data, tools))).toBe(page)
})
