import type { Protocol, ProtocolName } from '../model/protocol.ts'

const MS = 1000
const SECOND = 1_000_000

/** Up to this many calls in a batch, for calls of a few nanoseconds. */
const RAISED_CAP = 1_000_000_000

/** How each protocol measures; times in µs. */
export const presets: Readonly<Record<ProtocolName, Protocol>> = {
  'quick-check': {
    name: 'quick-check',
    initial_iterations: 1,
    target_batch_us: 1 * MS,
    max_sample_us: 100 * MS,
    cap: 1000,
    raised_cap: RAISED_CAP,
    warmup_iterations: 1,
    warmup_us: 0,
    exploratory_blocks: 1,
    confirmatory_blocks: 3,
    confirmation_rounds: 0,
    outlier_policy: 'report-only',
    gates: false,
  },
  development: {
    name: 'development',
    initial_iterations: 1,
    target_batch_us: 5 * MS,
    max_sample_us: 250 * MS,
    cap: 10_000,
    raised_cap: RAISED_CAP,
    warmup_iterations: 3,
    warmup_us: 5 * MS,
    exploratory_blocks: 3,
    confirmatory_blocks: 10,
    confirmation_rounds: 0,
    outlier_policy: 'report-only',
    gates: true,
  },
  'regression-gate': {
    name: 'regression-gate',
    initial_iterations: 5,
    target_batch_us: 10 * MS,
    max_sample_us: 1 * SECOND,
    cap: 10_000,
    raised_cap: RAISED_CAP,
    warmup_iterations: 10,
    warmup_us: 10 * MS,
    exploratory_blocks: 5,
    confirmatory_blocks: 20,
    confirmation_rounds: 2,
    outlier_policy: 'tukey-fence',
    gates: true,
  },
}
