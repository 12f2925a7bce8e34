import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { pairgate } from './command-line.ts'

const golden = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'fixtures/golden/confirmatory.json'), 'utf8'),
)

type GoldenCase = { id: string; expected: { significant_regression: boolean } & Record<string, unknown> }

function inputOf(cases: readonly object[]): string {
  return JSON.stringify({ comparisons: cases })
}

const samples = golden.cases.map(({ id, baseline, candidate, seed }: Record<string, unknown>) => ({
  id,
  baseline,
  candidate,
  seed,
}))

test('analyze prints exactly the golden numbers and exits 1 for the significant regressions among them', async () => {
  const { code, stdout } = await pairgate(['analyze', '-'], process.cwd(), inputOf(samples))
  const printed = JSON.parse(stdout).comparisons
  const expected = golden.cases.map((one: GoldenCase) => ({ id: one.id, ...one.expected }))
  expect(printed.map(({ verdict, noise, ...rest }: Record<string, unknown>) => rest)).toEqual(expected)
  expect(code).toBe(1)
})

test('analyze exits 0 without a significant regression', async () => {
  const quiet = samples.filter(
    (_: unknown, index: number) => !golden.cases[index].expected.significant_regression,
  )
  expect((await pairgate(['analyze', '-'], process.cwd(), inputOf(quiet))).code).toBe(0)
})

test('analyze names the path of what it cannot read', async () => {
  const { code, stderr } = await pairgate(
    ['analyze', '-'],
    process.cwd(),
    inputOf([{ ...samples[0], seed: 1 }]),
  )
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('comparisons.0.seed') })
})

test('analyze names the comparison whose samples do not pair', async () => {
  const odd = { id: 'odd', baseline: [1, 2], candidate: [1], seed: '1' }
  const { code, stderr } = await pairgate(['analyze', '-'], process.cwd(), inputOf([odd]))
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('odd') })
})
