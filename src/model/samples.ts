import { z } from 'zod'
import { noiseSchema } from './result.ts'
import { seedSchema } from './seed.ts'
import { decisionSchema, verdictSchema } from './verdict.ts'

/** What `analyze` reads: samples measured by anything else, paired by index, in µs. */
export const sampleDocumentSchema = z.strictObject({
  comparisons: z.array(
    z.strictObject({
      id: z.string().min(1),
      baseline: z.array(z.number()),
      candidate: z.array(z.number()),
      seed: seedSchema,
      /** Calls in the batch that a sample is the mean of; 1 where it was timed alone. */
      iterations: z.int().positive().optional(),
    }),
  ),
})
export type SampleDocument = z.infer<typeof sampleDocumentSchema>

/** What `analyze` writes. */
export const analysisDocumentSchema = z.object({
  comparisons: z.array(
    z.object({
      id: z.string(),
      delta_pct: z.number(),
      speedup: z.number(),
      interval: z.object({ low: z.number(), high: z.number() }),
      decision: decisionSchema,
      significant_regression: z.boolean(),
      verdict: verdictSchema,
      /** Null where the baseline has no positive median and best run to form a ratio with. */
      noise: noiseSchema.nullable(),
    }),
  ),
})
export type AnalysisDocument = z.infer<typeof analysisDocumentSchema>
