import type { Finding, Story } from '../model/explanation.ts'
import { THRESHOLD_PCT } from '../model/gate-constants.ts'
import type { Comparison } from '../model/result.ts'
import { formatCount, formatInterval, formatPercent } from './quantity.ts'

/** What a row tells, in words. */
export function storyOf(kind: Story['kind'], { verdict, status }: Comparison): string {
  switch (kind) {
    case 'timing-modes':
      return 'timing modes: samples lie in groups, and a difference tells how often the slower one was met, not how much slower the code is'
    case 'real-difference':
      return `a real difference: the candidate is ${verdict === 'improvement' ? 'faster' : 'slower'}`
    case 'too-noisy':
      return 'too noisy to say: these blocks do not settle whether anything changed'
    case 'no-difference':
      return `no difference: whatever there is lies below ${THRESHOLD_PCT} %, either way`
    case 'not-judged':
      return `not judged: the row is ${status}, and there is no verdict to explain`
  }
}

/** One thing that was found, with the numbers of its row. */
export function sentenceOf(finding: Finding, comparison: Comparison): string {
  switch (finding) {
    case 'within-threshold':
      return `Δ ${deltaOf(comparison)} and its whole interval ${intervalOf(comparison)} lie within ${THRESHOLD_PCT} % of no change`
    case 'interval-clear':
      return `Δ ${deltaOf(comparison)} reaches ${THRESHOLD_PCT} %, and its whole interval ${intervalOf(comparison)} lies on one side of zero`
    case 'interval-open':
      return `Δ ${deltaOf(comparison)} has an interval ${intervalOf(comparison)} that leaves more than one verdict open`
    case 'few-pairs':
      return `${formatCount(comparison.samples.block_ids.length, 'pair')} only: so few can all differ in one direction by chance`
    case 'modes':
      return 'samples lie in two groups: see the notes'
    case 'best-runs-stay':
      return `the best runs differ by ${bestOf(comparison)} only, less than a third of Δ`
    case 'noise-rule-agrees':
      return `the noise rule agrees: medians and best runs are both further apart than their tolerance (${comparison.noise?.outcome})`
    case 'noise-rule-differs':
      return `the noise rule, a second opinion that overrules nothing, says ${comparison.noise?.outcome}`
    case 'reproduced':
      return 'measured again, it reproduced'
    case 'not-reproduced':
      return 'measured again, it did not reproduce'
    case 'interval-doubted':
      return 'a doubt says that the interval is narrower than it should be, or the batches too short for the clock: see the notes'
  }
}

function deltaOf({ delta_pct }: Comparison): string {
  return delta_pct === null ? 'without a value' : formatPercent(delta_pct)
}

function intervalOf({ interval_pct }: Comparison): string {
  return interval_pct === null ? 'without per cents' : formatInterval(interval_pct)
}

function bestOf({ noise }: Comparison): string {
  return noise === null ? 'an unknown amount' : formatPercent((noise.best_ratio - 1) * 100)
}
