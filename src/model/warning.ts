import { z } from 'zod'
import { revisionNames } from './implementation.ts'
import { describeLoad, loadSchema } from './load.ts'

/** What a process is started with, of which the length moves timings. */
export const commandParts = ['cwd', 'program', 'arguments', 'environment'] as const

const count = z.int().nonnegative()

/** What the analysis doubts about a row; shown with its advice, never part of the verdict. */
export const warningSchema = z.discriminatedUnion('kind', [
  /** The benchmark's own sources changed between the revisions. */
  z.object({ kind: z.literal('sources-changed') }),
  /** The arm was built without proof of link-time optimisation. */
  z.object({ kind: z.literal('lto-unverified') }),
  /** Blocks had to be measured again. */
  z.object({ kind: z.literal('repeated-blocks'), blocks: z.int() }),
  /** Files in the checkouts that are Git LFS pointers. */
  z.object({ kind: z.literal('lfs-pointers'), files: z.int().positive(), example: z.string() }),
  /** A regression or improvement that was measured again less often than the protocol has it: the limit of time was near. */
  z.object({ kind: z.literal('unconfirmed'), rounds: count, of: count }),
  /** One side's samples lie in two groups, `apart_pct` of their median apart. */
  z.object({
    kind: z.literal('two-modes'),
    revision: z.enum(revisionNames),
    apart_pct: z.number(),
    slower: count,
    of: count,
  }),
  /** Both sides have the same two modes, in other shares: how many of each side's samples lie in the slower one. */
  z.object({ kind: z.literal('mode-shares'), baseline: count, candidate: count, of: count }),
  /** The times, or the paired differences, rise or fall from block to block, by so much from the first third to the last. */
  z.object({ kind: z.literal('drift'), what: z.enum(['times', 'differences']), pct: z.number() }),
  /** The candidate is slower by so much where it came second in a block. */
  z.object({ kind: z.literal('order-effect'), pct: z.number() }),
  /** Paired differences are alike from one block to the next. */
  z.object({ kind: z.literal('autocorrelated') }),
  /** The medians differ, the best runs do not. */
  z.object({ kind: z.literal('best-runs-equal'), best_ratio: z.number() }),
  /** One side's best run lies far below all others. */
  z.object({ kind: z.literal('lonely-best-run'), revision: z.enum(revisionNames), below_pct: z.number() }),
  /** Batches are too short, or their clock too coarse, for 3 % of them to be seen. */
  z.object({ kind: z.literal('near-resolution'), batch_us: z.number() }),
  /** Blocks in which a batch took clearly longer on the clock than on its CPU. */
  z.object({ kind: z.literal('disturbed-blocks'), blocks: count, of: count }),
  /** Parts of the two revisions' commands that have other lengths, in bytes. */
  z.object({ kind: z.literal('lengths-differ'), parts: z.array(z.enum(commandParts)).min(1) }),
  /** Others used the CPUs right before anything was timed, or from then on. */
  z.object({ kind: z.literal('busy-machine'), when: z.enum(['before', 'during']), load: loadSchema }),
  /** The processor slowed itself down for its heat while it was measured on. */
  z.object({ kind: z.literal('throttled'), times: count, temperature_c: z.number().nullable() }),
  /** The container used up its share of CPU time while it was measured in. */
  z.object({ kind: z.literal('quota-stops'), times: count }),
  /** Most rows of the run moved in one direction. */
  z.object({ kind: z.literal('shifted-together'), rows: count, of: count, median_pct: z.number() }),
  /** Batches whose length is set by time have other numbers of iterations on either side, in the median. */
  z.object({ kind: z.literal('iterations-differ'), baseline: z.number(), candidate: z.number() }),
  /** Batches that were asked to take a time took less than half of it, in the median. */
  z.object({ kind: z.literal('short-batches'), batch_us: z.number(), asked_us: z.number() }),
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
    case 'lfs-pointers':
      return `${warning.files} file(s) are Git LFS pointers in the checkouts, such as ${warning.example}: a benchmark that reads one measures the pointer; keep such inputs as plain files, or generate them`
    case 'unconfirmed':
      return `measured again ${warning.rounds} of ${warning.of} times: timeouts.run left no time; raise it, or rerun this row with --filter`
    case 'two-modes':
      return `${warning.slower} of ${warning.of} samples of the ${warning.revision} lie in a second mode, ${warning.apart_pct.toFixed(1)} % slower: look for alignment, turbo or memory placement that differs from process to process`
    case 'mode-shares':
      return `two modes in other shares: ${warning.baseline} of ${warning.of} samples of the baseline and ${warning.candidate} of the candidate are in the slower one: the difference tells how often, not how much`
    case 'drift':
      return warning.what === 'times'
        ? `times drifted by ${signed(warning.pct)} over the run: let the machine reach its steady temperature and frequency first`
        : `the difference itself drifted by ${signed(warning.pct)} over the run: the interval is narrower than it should be; measure again`
    case 'order-effect':
      return `the candidate is ${signed(warning.pct)} where it comes second in a block: one program leaves the machine in another state for the next`
    case 'autocorrelated':
      return 'neighbouring blocks are alike: there is less in them than their number says; measure again, longer'
    case 'best-runs-equal':
      return `medians differ, best runs do not (${warning.best_ratio}×): the code may be as fast, and something slows it more often`
    case 'lonely-best-run':
      return `the best run of the ${warning.revision} lies ${warning.below_pct.toFixed(1)} % below the others: what the noise rule says of best runs hangs on it`
    case 'near-resolution':
      return `a batch of ${warning.batch_us.toFixed(1)} µs is too short for the clock: give the benchmark more work`
    case 'disturbed-blocks':
      return `in ${warning.blocks} of ${warning.of} blocks something else ran on the CPU: keep the machine to this job`
    case 'lengths-differ':
      return `the two revisions are run with other lengths of their ${warning.parts.join(', ')}: that alone moves the stack, and times with it; give what differs equally long names`
    case 'busy-machine':
      return warning.when === 'before'
        ? `before anything was timed ${describeLoad(warning.load)}, and did not end: keep the machine to this job, or raise timeouts.idle`
        : `while the blocks were measured ${describeLoad(warning.load)}: keep the machine to this job`
    case 'throttled':
      return `the processor slowed itself down for its heat ${warning.times} times${warning.temperature_c === null ? '' : `, at ${warning.temperature_c.toFixed(0)} °C in the end`}: cool it, or switch its boost off`
    case 'quota-stops':
      return `the container used up its share of CPU time ${warning.times} times and was stopped: give it whole CPUs (cpuset) and no quota`
    case 'shifted-together':
      return `${warning.rows} of ${warning.of} rows moved together, by ${signed(warning.median_pct)} in the median: look for a cause that all share, such as flags, allocator or machine, before any single row`
    case 'iterations-differ':
      return `a batch has ${warning.baseline} iterations at the baseline and ${warning.candidate} at the candidate: what a batch amortises differs`
    case 'short-batches':
      return `a batch took ${warning.batch_us.toFixed(0)} µs of the ${warning.asked_us.toFixed(0)} µs that were asked for: the code says otherwise`
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

function signed(pct: number): string {
  return `${pct < 0 ? '−' : '+'}${Math.abs(pct).toFixed(1)} %`
}
