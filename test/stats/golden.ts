import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

const numbers = z.array(z.number())

const randomSchema = z.object({ seed: z.string(), states: z.array(z.string()), state_200000: z.string() })

const confirmatorySchema = z.object({
  id: z.string(),
  seed: z.string(),
  baseline: numbers,
  candidate: numbers,
  expected: z.object({
    delta_pct: z.number(),
    speedup: z.number(),
    interval: z.object({ low: z.number(), high: z.number() }),
    decision: z.enum(['faster', 'slower', 'equivalent']),
    significant_regression: z.boolean(),
  }),
})

const noiseSchema = z.object({
  id: z.string(),
  a_ns: numbers,
  b_ns: numbers,
  expected: z.object({
    outcome: z.enum(['win', 'parity', 'loss']),
    ratio: z.number(),
    best_ratio: z.number(),
    tolerance: z.number(),
    noise: z.number(),
  }),
})

function casesOf<T>(name: string, schema: z.ZodType<T>): readonly T[] {
  const text = readFileSync(resolve(import.meta.dirname, `../fixtures/golden/${name}.json`), 'utf8')
  return z.object({ cases: z.array(schema).min(1) }).parse(JSON.parse(text)).cases
}

/** States of the generator. */
export const goldenRandom = casesOf('random', randomSchema)

/** Comparisons by the gate's rule. */
export const goldenConfirmatory = casesOf('confirmatory', confirmatorySchema)

/** Outcomes of the noise rule, samples in ns. */
export const goldenNoise = casesOf('noise', noiseSchema)
