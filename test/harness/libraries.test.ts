import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Decoded } from '../../src/model/decoded.ts'
import type { MeasureCall, Measurement, Validation } from '../../src/model/harness.ts'
import { fingerprintOf, stream } from './canonical.ts'
import { compileCpp, compileRust, root, run, scratch } from './programs.ts'
import { spoken } from './talk.ts'

const makers = ['g++', 'clang++', 'cargo'] as const
type Maker = (typeof makers)[number]

interface Golden {
  readonly cases: readonly {
    readonly seed: string
    readonly states: readonly string[]
    readonly state_200000: string
  }[]
}

const golden: Golden = JSON.parse(await readFile(join(root, 'test/fixtures/golden/random.json'), 'utf8'))

/** Doubles whose text is easy to get wrong, and some drawn at random, by their bits. */
const doubles = [
  ...[1, -1.5, 0.1, 0.1 + 0.2, 1e20, 1e21, 123456789012345680000, 1e-6, 1.5e-7, 5e-324, Number.MAX_VALUE],
  ...[2 ** 53, 1 / 3, -123.456, 1e23, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN],
].map((value) => new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n)
const drawn = stream(1n, 'doubles', 1, 12).filter((bits) => Number.isFinite(doubleOf(bits)))

function doubleOf(bits: bigint): number {
  return new Float64Array(BigUint64Array.of(bits).buffer)[0] ?? 0
}

const probes = new Map<Maker, string>()
let workplace: Awaited<ReturnType<typeof scratch>>

beforeAll(async () => {
  workplace = await scratch()
  const literals = (numbers: readonly (string | bigint)[], suffix: string) =>
    numbers.map((number) => `${number}${suffix}`).join(', ')
  const source = async (extension: string, suffix: string) => {
    const text = await readFile(join(root, 'test/fixtures/harness/probe', `probe.${extension}`), 'utf8')
    return text
      .replace(
        'SEEDS',
        literals(
          golden.cases.map((one) => one.seed),
          suffix,
        ),
      )
      .replace('BITS', literals([...doubles, ...drawn], suffix))
  }
  const [cpp, rust] = await Promise.all([source('cpp', 'u'), source('rs', '')])
  probes.set('g++', await compileCpp('g++', cpp, workplace.path))
  probes.set('clang++', await compileCpp('clang++', cpp, workplace.path))
  probes.set('cargo', await compileRust(rust, workplace.path))
})

afterAll(() => workplace[Symbol.asyncDispose]())

function call(maker: Maker, args: readonly string[]) {
  return run(probes.get(maker) ?? '', args)
}

function decodedOrThrow<T>(decoded: Decoded<T>): T {
  if (decoded.kind === 'malformed') throw new Error(decoded.reason)
  return decoded.value
}

async function validate(
  maker: Maker,
  benchmark: string,
  dataset: string | number,
  seed = '1',
): Promise<Validation> {
  const ended = await call(maker, spoken.validateArguments(benchmark, String(dataset), seed))
  if (ended.code !== 0) throw new Error(ended.stderr)
  return decodedOrThrow(spoken.readValidation(ended.stdout))
}

async function outputOf(
  maker: Maker,
  benchmark: string,
  dataset: string | number,
  seed = '1',
): Promise<string> {
  const validation = await validate(maker, benchmark, dataset, seed)
  if (validation.status === 'unsupported') throw new Error(validation.reason)
  return validation.output ?? ''
}

function measureArguments(benchmark: string, dataset: number, rest: Partial<MeasureCall> = {}) {
  const standard = { dataSeed: '1', iterations: 10, warmupIterations: 2, warmupUs: 0 }
  return spoken.measureArguments({ ...standard, ...rest, benchmark, dataset: String(dataset) })
}

async function measure(
  maker: Maker,
  benchmark: string,
  dataset: number,
  rest: Partial<MeasureCall> = {},
): Promise<Measurement> {
  const ended = await call(maker, measureArguments(benchmark, dataset, rest))
  if (ended.code !== 0) throw new Error(ended.stderr)
  return decodedOrThrow(spoken.readMeasurement(ended.stdout, rest.iterations ?? 10))
}

/** CPU time of one call in turns of the empty loop: of several batches the best, because neighbours only add. */
async function turnsPerCall(maker: Maker, benchmark: string, dataset: number): Promise<number> {
  const ratios: number[] = []
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { iterations, cpuNs, overheadNs } = await measure(maker, benchmark, dataset, {
      iterations: 3_000_000,
      warmupUs: 1_000,
    })
    ratios.push((cpuNs ?? Number.NaN) / iterations / (overheadNs ?? Number.NaN))
  }
  return Math.min(...ratios)
}

describe.each(makers)('a program built by %s', (maker) => {
  test('draws the golden numbers from every golden seed', async () => {
    for (const { seed, states, state_200000 } of golden.cases) {
      expect((await outputOf(maker, 'states', seed)).split(',')).toEqual([...states, state_200000])
    }
  })

  test('seeds each fixture from the data seed, the name and the scale as documented', async () => {
    for (const seed of ['1', '18446744073709551615']) {
      const expected = stream(BigInt(seed), 'stream', 5, 5)
      const validation = await validate(maker, 'stream', 5, seed)
      expect(validation).toEqual({
        status: 'ok',
        fingerprint: fingerprintOf(expected),
        output: expected.join(','),
      })
    }
  })

  test('draws below a bound by remainder and in the unit interval by the upper 53 bits', async () => {
    const [, second = 0n] = stream(1n, 'below_unit', 1, 2)
    expect(await outputOf(maker, 'below_unit', 1)).toBe(String(Number(second >> 11n) * 2 ** -53))
  })

  test('prints doubles as JavaScript does', async () => {
    for (const bits of [...doubles, ...drawn]) {
      expect(await outputOf(maker, 'double', String(bits))).toBe(String(doubleOf(bits)))
    }
  })

  test('prints booleans, small and the largest integers exactly', async () => {
    expect(await outputOf(maker, 'bool', 1)).toBe('true')
    expect(await outputOf(maker, 'negative', 1)).toBe('-5')
    expect(await outputOf(maker, 'large', '18446744073709551615')).toBe('18446744073709551615')
  })

  test('escapes what JSON needs escaped in names, categories and outputs', async () => {
    const rows = decodedOrThrow(spoken.readList((await call(maker, ['list'])).stdout))
    const name = 'a"b\\c\u0001µ🦀\n'
    expect(rows.find((row) => row.benchmark === name)?.category).toBe('te\txt')
    expect(await outputOf(maker, name, 1)).toBe('q"\\\x1f\u2028é')
  })

  test('lists every dataset in order, and whether its calls share the input', async () => {
    const { code, stdout, stderr } = await call(maker, ['list'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.filter((row) => row.benchmark === 'fresh_in_place')).toEqual(
      ['1', '1000'].map((scale) => ({
        pairgate: 1,
        benchmark: 'fresh_in_place',
        category: 'copies',
        dataset: scale,
        scale,
        input: 'copied-outside',
        source: expect.stringMatching(/\.(cpp|rs)$/),
      })),
    )
    expect(rows.find((row) => row.benchmark === 'fresh').input).toBe('shared')
  })

  test('gives the reference and the tolerance where there are any', async () => {
    const validation = await validate(maker, 'near', 1)
    expect(validation).toMatchObject({ output: '0.30000000000000004', expected: '0.3', tolerance: 1e-12 })
    expect(await validate(maker, 'sum', 1000)).not.toHaveProperty('expected')
  })

  test('measures as asked, and gives the output and the fingerprint that validate gives', async () => {
    const measurement = await measure(maker, 'sum', 1000, { iterations: 123 })
    const validation = await validate(maker, 'sum', 1000)
    expect(validation).toMatchObject({ output: measurement.output, fingerprint: measurement.fingerprint })
    expect(measurement.iterations).toBe(123)
    expect(measurement.elapsedNs).toBeGreaterThan(0)
    expect(measurement.cpuNs).toBeGreaterThan(0)
    expect(measurement.overheadNs).toBeGreaterThan(0)
  })

  test.each(['dead', 'dead_double'])(
    'a body that the optimiser deleted costs a turn of the empty loop: %s',
    async (name) => {
      expect(await turnsPerCall(maker, name, 1)).toBeLessThanOrEqual(1.5)
    },
  )

  test('a body of about two nanoseconds costs more than 1.5 turns of the empty loop', async () => {
    expect(await turnsPerCall(maker, 'short', 3)).toBeGreaterThan(1.5)
  })

  test('calls of a pure body are neither merged nor moved out of the loop', async () => {
    const ten = await measure(maker, 'sum', 1000, { iterations: 1_000 })
    const hundred = await measure(maker, 'sum', 1000, { iterations: 10_000 })
    expect(hundred.cpuNs).toBeGreaterThan(3 * (ten.cpuNs ?? Number.NaN))
    // A thousand dependent multiplications against one turn of the loop.
    expect((ten.cpuNs ?? 0) / ten.iterations).toBeGreaterThan(100 * (ten.overheadNs ?? Number.NaN))
  })

  test('calls in place each get a fresh copy, over several chunks of copies', async () => {
    for (const [scale, iterations] of [
      [1, 1_000],
      [1_000, 500],
    ] as const) {
      const expected = stream(1n, 'fresh_in_place', scale, 1)
      const [first = 0n] = expected
      const { output } = await measure(maker, 'fresh_in_place', scale, { iterations })
      expect(output).toBe(String(BigInt.asUintN(64, first + 1n) ^ BigInt(scale + 1)))
    }
  })

  test('copies made outside are not timed and do not pile up', async () => {
    const outside = await measure(maker, 'copied_outside', 1_000_000, { iterations: 30 })
    const inside = await measure(maker, 'copied_inside', 1_000_000, { iterations: 30 })
    // 8 MB are copied in one and not in the other.
    expect(outside.cpuNs).toBeLessThan((inside.cpuNs ?? Number.NaN) / 10)
    // One fixture of 8 MB and one copy; never thirty.
    expect(outside.peakRssBytes).toBeGreaterThan(16_000_000)
    expect(outside.peakRssBytes).toBeLessThan(32_000_000)
  })

  test('peak memory covers the fixture', async () => {
    const small = await measure(maker, 'fresh', 1000)
    const large = await measure(maker, 'copied_inside', 1_000_000)
    expect((large.peakRssBytes ?? 0) - (small.peakRssBytes ?? 0)).toBeGreaterThan(12_000_000)
  })

  test('CPU time leaves out waiting', async () => {
    const { elapsedNs, cpuNs } = await measure(maker, 'says', 1, { iterations: 20 })
    expect(cpuNs).toBeLessThan(elapsedNs / 2)
  })

  test('the fixture is made once a process', async () => {
    expect((await measure(maker, 'made', 1, { iterations: 50, warmupIterations: 5 })).output).toBe('1')
  })

  test.each([
    [0, 4],
    [1, 4],
    [5, 8],
  ])('a warm-up of %i calls and a batch of 3 make %i calls', async (warmupIterations, calls) => {
    const { stderr } = await call(maker, measureArguments('says', 0, { iterations: 3, warmupIterations }))
    expect(stderr).toBe('call\n'.repeat(calls))
  })

  test('the warm-up goes on until its time is over too', async () => {
    const { stderr } = await call(maker, measureArguments('says', 0, { iterations: 1, warmupUs: 20_000 }))
    expect(stderr.length / 'call\n'.length).toBeGreaterThan(4)
  })

  test.each([
    ['mutates', 1, 'changed its input'],
    ['drifts', 1, 'outputs differ: the body changes its input or is not deterministic'],
    ['drifts_text', 1, 'outputs differ'],
    ['slips_once', 700, 'outputs differ'],
  ])('refuses to measure a body that is not the same each time: %s', async (name, dataset, reason) => {
    const ended = await call(maker, measureArguments(name, dataset, { iterations: 2_048 }))
    expect(ended).toMatchObject({ code: 3, stdout: '' })
    expect(ended.stderr).toContain(reason)
  })

  test('refuses to validate a body that changes its input', async () => {
    const ended = await call(maker, spoken.validateArguments('mutates', '1', '1'))
    expect(ended).toMatchObject({ code: 3, stdout: '' })
  })

  test('says that a benchmark is unsupported, and does not measure it', async () => {
    expect(await validate(maker, 'unsupported', 1)).toEqual({ status: 'unsupported', reason: 'needs AVX2' })
    const ended = await call(maker, measureArguments('unsupported', 1))
    expect(ended).toMatchObject({ code: 3, stdout: '' })
    expect(ended.stderr).toContain('needs AVX2')
  })

  test.each([
    [[], 'no command'],
    [['frob'], 'unknown command frob'],
    [['list', '--verbose', '1'], 'unknown option --verbose'],
    [['validate', '--benchmark', 'sum', '--dataset', '1000'], '--seed is missing'],
    [['validate', '--benchmark', 'sum', '--dataset', '1000', '--seed'], '--seed needs a value'],
    [
      ['validate', '--benchmark', 'sum', '--dataset', '1000', '--seed', '1', '--seed', '1'],
      '--seed is given twice',
    ],
    [['validate', '--benchmark', 'sum', '--dataset', '1000', '--seed', '-1'], '--seed -1'],
    [
      ['validate', '--benchmark', 'sum', '--dataset', '1000', '--seed', '18446744073709551616'],
      'whole number',
    ],
    [['validate', '--benchmark', 'summ', '--dataset', '1000', '--seed', '1'], 'unknown benchmark summ'],
    [['validate', '--benchmark', 'sum', '--dataset', '01000', '--seed', '1'], 'has no dataset 01000'],
    [measureArguments('sum', 1000, { iterations: 0 }), '--iterations 0'],
  ] as const)('refuses the arguments %j', async (args, reason) => {
    const ended = await call(maker, args)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(reason)
  })

  test.each([
    ['twice', 'sum is added twice'],
    ['no-name', 'has no name'],
    ['no-scales', 'empty has no scales'],
    ['scale-twice', 'again has a scale twice'],
    ['tolerance', 'a tolerance is relative'],
  ])('refuses a suite with a mistake: %s', async (mistake, reason) => {
    const ended = await run('env', [`MISTAKE=${mistake}`, probes.get(maker) ?? '', 'list'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(reason)
  })
})

test('all languages give the same list, fingerprints and outputs', async () => {
  const lists = await Promise.all(
    makers.map(async (maker) => (await call(maker, ['list'])).stdout.replaceAll(/"source":"[^"]*"/g, '')),
  )
  expect(new Set(lists).size).toBe(1)
  for (const name of ['mixed', 'below_unit']) {
    const validations = await Promise.all(makers.map((maker) => validate(maker, name, 1)))
    expect(validations[1]).toEqual(validations[0])
    expect(validations[2]).toEqual(validations[0])
  }
})
