import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantsSchema } from '../../src/analysis/plants.ts'
import type { Listed } from '../../src/model/benchmark.ts'
import type { Decoded } from '../../src/model/decoded.ts'
import type { Measurement, Validation } from '../../src/model/harness.ts'
import { stream } from '../harness/canonical.ts'
import { spoken } from '../harness/talk.ts'
import { buildCpp, buildRust, cppSource, output } from './arms.ts'

const programs = { cpp: '', rust: '' }
const arms = ['cpp', 'rust'] as const
let directory = ''

/** The number that `modular_sum` divides by, as disassembled code refers to it. */
const DIVISOR = /<(suite|divisor)::divisor>|\bR_\w+\s+suite::divisor\b/

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairgate-suite-'))
  programs.cpp = await buildCpp(join(directory, 'cpp'))
  programs.rust = await buildRust(join(directory, 'rust'), 'fat')
})

afterAll(() => rm(directory, { recursive: true, force: true }))

function decoded<T>(result: Decoded<T>): T {
  if (result.kind === 'malformed') throw new Error(result.reason)
  return result.value
}

async function list(arm: (typeof arms)[number]): Promise<readonly Listed[]> {
  return decoded(spoken.readList(await output(programs[arm], spoken.listArguments())))
}

async function validate(arm: (typeof arms)[number], row: Listed, seed = '1'): Promise<Validation> {
  const args = spoken.validateArguments(row.benchmark, row.dataset, seed)
  return decoded(spoken.readValidation(await output(programs[arm], args)))
}

async function measure(
  arm: (typeof arms)[number],
  row: Listed,
  iterations: number,
  warmupUs = 0,
): Promise<Measurement> {
  const call = { benchmark: row.benchmark, dataset: row.dataset, dataSeed: '1', iterations }
  const args = spoken.measureArguments({ ...call, warmupIterations: 1, warmupUs })
  return decoded(spoken.readMeasurement(await output(programs[arm], args), iterations))
}

async function rowsOf(benchmark: string): Promise<readonly Listed[]> {
  const rows = (await list('cpp')).filter((row) => row.benchmark === benchmark)
  if (rows.length === 0) throw new Error(`no row of ${benchmark}`)
  return rows
}

test('both arms list the same rows: at least ten benchmarks of two or three scales, in four categories', async () => {
  const rows = await list('cpp')
  const named = (row: Listed) => [row.benchmark, row.category, row.dataset, row.scale]
  expect((await list('rust')).map(named)).toEqual(rows.map(named))
  const scales = new Map<string, number>()
  for (const { benchmark } of rows) scales.set(benchmark, (scales.get(benchmark) ?? 0) + 1)
  expect(scales.size).toBeGreaterThanOrEqual(10)
  expect([...scales].filter(([, count]) => count < 2 || count > 3)).toEqual([])
  expect([...new Set(rows.map((row) => row.category))].sort()).toEqual([
    'algorithms',
    'compute',
    'data structures',
    'memory',
  ])
})

test.each(['1', '0', '18446744073709551615'])(
  'with data seed %s both arms have equal inputs and give the outputs of their oracles',
  async (seed) => {
    for (const row of await list('cpp')) {
      const [cpp, rust] = [await validate('cpp', row, seed), await validate('rust', row, seed)]
      if (cpp.status !== 'ok' || rust.status !== 'ok') throw new Error(`${row.benchmark} is unsupported`)
      const { benchmark, dataset } = row
      expect({ benchmark, dataset, of: rust.fingerprint }).toEqual({
        benchmark,
        dataset,
        of: cpp.fingerprint,
      })
      for (const { output, expected, tolerance } of [cpp, rust]) {
        if (tolerance === undefined)
          expect({ benchmark, dataset, output }).toEqual({ benchmark, dataset, output: expected })
        else expect(Math.abs(Number(output) / Number(expected) - 1)).toBeLessThanOrEqual(tolerance)
      }
      if (cpp.tolerance === undefined) expect(rust.output).toBe(cpp.output)
      else expect(Math.abs(Number(rust.output) / Number(cpp.output) - 1)).toBeLessThanOrEqual(cpp.tolerance)
    }
  },
)

test('another data seed gives every row another input', async () => {
  for (const row of await list('rust')) {
    const [one, two] = [await validate('rust', row, '1'), await validate('rust', row, '2')]
    expect(two).not.toHaveProperty('fingerprint', one.status === 'ok' ? one.fingerprint : '')
  }
})

test('sha256 is what another library makes of the same bytes', async () => {
  for (const row of await rowsOf('sha256')) {
    const length = Number(row.scale)
    const bytes = new Uint8Array(BigUint64Array.from(stream(1n, 'sha256', length, length / 8)).buffer)
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(await validate('cpp', row)).toMatchObject({ output: digest })
    expect(await validate('rust', row)).toMatchObject({ output: digest })
  }
})

describe.each(arms)('the %s arm', (arm) => {
  test('measures every row and leaves its input and output as they were', async () => {
    for (const row of await list(arm)) {
      const validation = await validate(arm, row)
      const measurement = await measure(arm, row, 2)
      expect(measurement).toMatchObject({ iterations: 2 })
      if (validation.status !== 'ok') throw new Error(validation.reason)
      expect(measurement.output).toBe(validation.output)
      expect(measurement.fingerprint).toBe(validation.fingerprint)
    }
  })

  test('has its dead code eliminated: a call costs no more than 1.5 turns of the empty loop', async () => {
    for (const row of await rowsOf('dead_code_elimination')) {
      // Neighbours only add time: of short batches the best one tells, and a body that is there is never as cheap.
      const turns = 2_000_000
      let best = Number.POSITIVE_INFINITY
      for (let round = 0; round < 40 && best > 1.5; round++) {
        const { elapsedNs, cpuNs, overheadNs } = await measure(arm, row, turns, 1000)
        best = Math.min(best, Math.min(elapsedNs, cpuNs ?? elapsedNs) / turns / (overheadNs ?? 0))
      }
      expect(best).toBeLessThanOrEqual(1.5)
    }
  })

  test('refers to the divisor of modular_sum nowhere: the link has put in its value', async () => {
    const code = await output('objdump', ['--disassemble', '--demangle', programs[arm]])
    expect(code).toContain('<main>:')
    expect(code).not.toMatch(DIVISOR)
  })
})

test('without link-time optimisation both arms refer to the divisor of modular_sum', async () => {
  const object = join(directory, 'modular_sum.o')
  const include = join(cppSource, '../../../harness/cpp')
  const source = join(cppSource, 'modular_sum.cpp')
  await output('c++', ['-std=c++17', '-O3', '-I', include, '-c', source, '-o', object])
  expect(await output('objdump', ['--disassemble', '--reloc', '--demangle', object])).toMatch(DIVISOR)
  const rust = await buildRust(join(directory, 'rust-without'), 'none')
  expect(await output('objdump', ['--disassemble', '--demangle', rust])).toMatch(DIVISOR)
})

test('the planted changes apply one after the other and touch only the benchmarks that they name', async () => {
  const plants = join(cppSource, '../plants')
  const files = (await readdir(plants)).filter((name) => name.endsWith('.patch')).sort()
  const { patches } = plantsSchema.parse(JSON.parse(await readFile(join(plants, 'plants.json'), 'utf8')))
  expect([...patches].sort()).toEqual(files)
  await output('git', ['apply', '--check', ...files.map((name) => join(plants, name))])
  const touched = await output('git', ['apply', '--numstat', ...files.map((name) => join(plants, name))])
  expect(
    touched
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[2])
      .sort(),
  ).toEqual([
    'examples/suite/cpp/csv_parse.cpp',
    'examples/suite/cpp/edit_distance.cpp',
    'examples/suite/rust/src/crc32.rs',
    'examples/suite/rust/src/graph_bfs.rs',
  ])
})

test('the rows that the plants are to be found in are there', async () => {
  const plants = plantsSchema.parse(
    JSON.parse(await readFile(join(cppSource, '../plants/plants.json'), 'utf8')),
  )
  for (const { benchmark } of [...plants.slower, ...plants.faster]) await rowsOf(benchmark)
})
