import { z } from 'zod'

/** What the analysis doubts about a row; shown with its advice, never part of the verdict. */
export const warningSchema = z.discriminatedUnion('kind', [
  /** The benchmark's own sources changed between the revisions. */
  z.object({ kind: z.literal('sources-changed') }),
  /** The arm was built without proof of link-time optimisation. */
  z.object({ kind: z.literal('lto-unverified') }),
  /** Blocks had to be measured again. */
  z.object({ kind: z.literal('repeated-blocks'), blocks: z.int() }),
  /** A program told no fingerprint of its input after some batches. */
  z.object({ kind: z.literal('input-unchecked') }),
  /** The revisions hold their outputs to different relative tolerances; null is exact. */
  z.object({
    kind: z.literal('tolerance-changed'),
    baseline: z.number().nullable(),
    candidate: z.number().nullable(),
  }),
])
export type Warning = z.infer<typeof warningSchema>

/** One sentence of advice for a warning. */
export function adviceOf(warning: Warning): string {
  switch (warning.kind) {
    case 'input-unchecked':
      return 'the program does not tell the fingerprint of its input after a batch: whether it changed its input is unknown'
    case 'tolerance-changed':
      return `the tolerance of the output was ${warning.baseline ?? 'none'} and is ${warning.candidate ?? 'none'}: see whether the change is meant to be less exact`
    case 'sources-changed':
      return 'the benchmark itself changed: the two revisions may not do the same work'
    case 'lto-unverified':
      return 'built without proof of link-time optimisation (`lto: unverified`)'
    case 'repeated-blocks':
      return `${warning.blocks} block(s) were measured again after an invalid observation: look at the reasons in events.jsonl`
  }
}
