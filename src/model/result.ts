import { z } from 'zod'
import { ltoSchema } from './build.ts'
import { environmentSchema } from './environment.ts'
import { THRESHOLD_PCT } from './gate-constants.ts'
import { iterationModeSchema } from './harness.ts'
import { loadSchema } from './load.ts'
import { protocolSchema } from './protocol.ts'
import { seedSchema } from './seed.ts'
import { conclusionSchema, decisionSchema, outcomeSchema, rowStatusSchema, verdictSchema } from './verdict.ts'
import { warningSchema } from './warning.ts'

const count = z.int().nonnegative()

const intervalSchema = z.object({ low: z.number(), high: z.number() })

/** The noise rule's record, rounded to 4 decimals; the outcome was decided on unrounded values. */
export const noiseSchema = z.object({
  outcome: outcomeSchema,
  ratio: z.number(),
  best_ratio: z.number(),
  tolerance: z.number(),
  noise: z.number(),
})
export type Noise = z.infer<typeof noiseSchema>

const sideResources = z.object({
  /** The median over the valid confirmatory observations. */
  peak_rss_bytes: count.nullable(),
  iterations: count.nullable(),
  /** Valid observations during which something else ran on the CPU. */
  disturbed: count,
  /** Of the arm's program. */
  size_bytes: count.nullable(),
  /** Of the arm. */
  build_ms: z.number().nullable(),
})

/** One row: a benchmark at a dataset in one arm, candidate against baseline. Times in µs. */
export const comparisonSchema = z.object({
  id: z.string(),
  benchmark: z.string(),
  dataset: z.string(),
  scale: z.string(),
  category: z.string(),
  arm: z.string(),
  status: rowStatusSchema,
  /** Why the row has no verdict. */
  reason: z.string().nullable(),
  verdict: verdictSchema.nullable(),
  decision: decisionSchema.nullable(),
  significant_regression: z.boolean(),
  delta_pct: z.number().nullable(),
  speedup: z.number().nullable(),
  baseline_median_us: z.number().nullable(),
  candidate_median_us: z.number().nullable(),
  /** Of the median paired difference, in µs. */
  interval: intervalSchema.nullable(),
  /** The same in per cent of the baseline's median; null where that is not positive. */
  interval_pct: intervalSchema.nullable(),
  noise: noiseSchema.nullable(),
  warnings: z.array(warningSchema),
  sensitivity: z
    .object({
      /** Of the paired differences: a robust standard deviation, in per cent of the baseline's median. */
      noise_pct: z.number().nullable(),
      /** The slowdown that a measurement as noisy as this one would have caught 8 times in 10, in per cent. */
      detectable_pct: z.number().nullable(),
      /** A slowdown that the interval leaves possible, in per cent. */
      at_most_pct: z.number().nullable(),
      /** About how many blocks would settle an inconclusive row. */
      blocks_to_settle: count.nullable(),
      /** The probability of a regression, confirmation and all, where nothing changed, at this noise. */
      false_alarm: z.number().nullable(),
    })
    .nullable(),
  /** The parts that a regression or an improvement was measured in, each judged alone; null where it was measured once. */
  confirmation: z
    .object({
      /** Whether the row came to the first part's verdict over all of its blocks. */
      reproduced: z.boolean(),
      parts: z.array(
        z.object({
          first_block: count,
          blocks: count,
          delta_pct: z.number(),
          interval_pct: intervalSchema.nullable(),
          verdict: verdictSchema,
        }),
      ),
    })
    .nullable(),
  /** What the two sides took beside time; reported, never gating. */
  resources: z.object({
    baseline: sideResources,
    candidate: sideResources,
    /** Candidate over baseline, as the others; null where a side is missing or zero. */
    peak_rss_ratio: z.number().nullable(),
    size_ratio: z.number().nullable(),
    build_ms_ratio: z.number().nullable(),
  }),
  /** Paired by index; `block_ids` says from which blocks. */
  samples: z.object({
    baseline_us: z.array(z.number()),
    candidate_us: z.array(z.number()),
    block_ids: z.array(count),
  }),
  /** Confirmatory blocks that formed no pair at first and were measured again. */
  repeated_blocks: z.array(count),
  seed: seedSchema,
})
export type Comparison = z.infer<typeof comparisonSchema>

const armBuildSchema = z.object({
  status: z.enum(['built', 'absent', 'failed']),
  reason: z.string().nullable(),
  commands: z.array(z.array(z.string())),
  toolchain: z.record(z.string(), z.string()),
  flags: z.record(z.string(), z.string()),
  build_ms: z.number(),
  size_bytes: count.nullable(),
  sha256: z.string().nullable(),
  lto: ltoSchema.nullable(),
  /** The binary interface that the program's own header names; left out by a log that was written before it was read. */
  abi: z.string().nullable().optional(),
  /** The flags that the sources were compiled with, by target or crate. */
  compile_flags: z.record(z.string(), z.string()).optional(),
})

/** One arm: how it was built at both revisions. */
const armSchema = z.object({
  name: z.string(),
  driver: z.string(),
  harness: z.string(),
  /** How the harness sets the iterations of a batch; null where it gave no list. */
  iterations: iterationModeSchema.nullable(),
  /** What the harness says about the programs or the machine. */
  notes: z.array(z.string()),
  labels: z.record(z.string(), z.string()),
  lto: z.enum(['required', 'unverified']),
  identical: z.boolean(),
  project_changes: z.array(z.string()),
  builds: z.object({ baseline: armBuildSchema.nullable(), candidate: armBuildSchema.nullable() }),
})

/** One arm's candidate against the first arm's candidate, by the noise rule; no gate. */
const crossRowSchema = z.object({
  benchmark: z.string(),
  dataset: z.string(),
  category: z.string(),
  arm: z.string(),
  against: z.string(),
  reason: z.string().nullable(),
  noise: noiseSchema.nullable(),
})

const ratioSchema = z.object({ ratio: z.number(), rows: count })

/** The arms against the first one: row by row, and each arm in one. Ratios above 1 are slower. */
const crossArmSchema = z.object({
  rows: z.array(crossRowSchema),
  arms: z.array(
    z.object({
      arm: z.string(),
      against: z.string(),
      win: count,
      parity: count,
      loss: count,
      geometric_mean: ratioSchema,
      categories: z.array(ratioSchema.extend({ category: z.string() })),
      /** The row in which the arm loses most. */
      slowest: z.object({ benchmark: z.string(), dataset: z.string(), ratio: z.number() }),
    }),
  ),
})

/** What the headline and the closing line of every report are made from. */
const summarySchema = z.object({
  /** Rows by verdict, for rows that have one. */
  verdicts: z.record(verdictSchema, count),
  /** Rows by status. */
  statuses: z.record(rowStatusSchema, count),
  /** Of candidate over baseline medians, over the measured rows. */
  geometric_mean: ratioSchema.nullable(),
  worst: z.object({ id: z.string(), delta_pct: z.number() }).nullable(),
  /** Inconclusive rows and the largest slowdown that they could hide. */
  hidden: z.object({ rows: count, of: count, up_to_pct: z.number() }).nullable(),
  /** Regressions that a run without a change would show, at the noise of the rows that have a verdict. */
  expected_false_alarms: z.number(),
  /** What grew most beside time, where that is by more than 5 %: information that never gates. */
  growths: z.array(
    z.object({ resource: z.enum(['peak-memory', 'size']), id: z.string(), arm: z.string(), pct: z.number() }),
  ),
  headline: z.string(),
})

/** `results.json`: the one reduction of the events, live or later. */
export const resultSchema = z.object({
  schema_version: z.literal(1),
  pairgate_version: z.string(),
  conclusion: conclusionSchema,
  /** Run-wide and arm-wide reasons for `invalid` or `incomplete`. */
  troubles: z.array(z.object({ arm: z.string().nullable(), reason: z.string() })),
  gate: z.object({
    threshold_pct: z.literal(THRESHOLD_PCT),
    resamples: z.literal(10000),
    confidence_pct: z.literal(95),
    rule: z.string(),
  }),
  noise_model: z.object({
    parity: z.number(),
    floor_ns: z.number(),
    floor_why: z.string(),
    spread: z.string(),
    rule: z.string(),
  }),
  /** How memory, size and time of the build are reduced. */
  resource_rule: z.string(),
  protocol: protocolSchema,
  seed: seedSchema,
  data_seed: seedSchema,
  filter: z.array(z.string()),
  placement: z.string(),
  started_at: z.string(),
  elapsed_ms: z.number().nullable(),
  revisions: z.object({
    baseline: z.object({ ref: z.string(), version: z.string() }),
    candidate: z.object({ ref: z.string(), version: z.string() }),
    /** By which rule the baseline was chosen, in words. */
    policy: z.string().optional(),
  }),
  config_changes: z.array(z.object({ path: z.string(), baseline: z.string(), candidate: z.string() })),
  environment: environmentSchema,
  /** The machine as something shared with others; null where nothing was measured. */
  machine: z
    .object({
      /** Which lock kept other runs off, or why none did. */
      lock: z.string(),
      lock_waited_ms: count,
      idle_waited_ms: count,
      /** What others did right before anything was timed, and from then until the last block. */
      before: loadSchema.nullable(),
      during: loadSchema.nullable(),
      /** What about power and frequency spoke against measuring. */
      notes: z.array(z.string()),
    })
    .nullable(),
  arms: z.array(armSchema),
  comparisons: z.array(comparisonSchema),
  cross_arm: crossArmSchema,
  summary: summarySchema,
  /** What all rows together say against the run. */
  warnings: z.array(warningSchema),
  events_sha256: z.string(),
})
export type Result = z.infer<typeof resultSchema>
