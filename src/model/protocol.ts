import { z } from 'zod'

export const protocolNameSchema = z.enum(['quick-check', 'development', 'regression-gate'])
export type ProtocolName = z.infer<typeof protocolNameSchema>

/** How a run measures, as it is recorded in the first event and in the result. Times in µs. */
export const protocolSchema = z.object({
  name: protocolNameSchema,
  initial_iterations: z.int().positive(),
  target_batch_us: z.number().positive(),
  max_sample_us: z.number().positive(),
  /** The reference's cap on the iterations of a batch. */
  cap: z.int().positive(),
  /** Up to this the cap is raised where `cap` calls stay under the target batch. */
  raised_cap: z.int().positive(),
  warmup_iterations: z.int().nonnegative(),
  warmup_us: z.number().nonnegative(),
  exploratory_blocks: z.int().nonnegative(),
  confirmatory_blocks: z.int().positive(),
  /** How often a row that came out as a regression or an improvement is measured again. */
  confirmation_rounds: z.int().nonnegative(),
  outlier_policy: z.enum(['report-only', 'tukey-fence']),
  /** False for `quick-check`: it never fails a check for slowness. */
  gates: z.boolean(),
})
export type Protocol = z.infer<typeof protocolSchema>
