import type { Finding, Story } from '../model/explanation.ts'
import type { Comparison } from '../model/result.ts'
import type { Warning } from '../model/warning.ts'

/**
 * What a row tells, by the first of these rules that applies:
 *
 * 1. no verdict: `not-judged`;
 * 2. `equivalent`: `no-difference`, whatever is doubted;
 * 3. `inconclusive`: `timing-modes` where a side has two modes or both have them in other shares, else `too-noisy`;
 * 4. a regression or improvement with such modes whose best runs stay (the doubt `best-runs-equal`, and neither best run
 *    is a `lonely-best-run`): `timing-modes`: the code may be as fast as it was, and meets the slower mode more often;
 * 5. one that was measured again and did not reproduce, or that was judged on fewer than 6 pairs: `too-noisy`;
 * 6. one that the noise rule agrees with, on medians and on best runs: `real-difference`;
 * 7. one whose interval is doubted (`drift` of the differences, `autocorrelated`, `near-resolution`): `too-noisy`;
 * 8. any other: `real-difference`.
 */
export function storyOf(comparison: Comparison): Story {
  switch (comparison.verdict) {
    case null:
      return { kind: 'not-judged', findings: [] }
    case 'equivalent':
      return { kind: 'no-difference', findings: ['within-threshold', ...modes(comparison)] }
    case 'inconclusive':
      return {
        kind: hasModes(comparison) ? 'timing-modes' : 'too-noisy',
        findings: ['interval-open', ...modes(comparison)],
      }
    case 'regression':
      return storyOfClaim(comparison, 'loss')
    case 'improvement':
      return storyOfClaim(comparison, 'win')
  }
}

/** Fewer differences all have one sign by chance more often than 5 times in 100: 2·2⁻⁵ is 6 in 100 (sign test). */
const FEWEST_PAIRS = 6

function storyOfClaim(comparison: Comparison, agreeing: 'loss' | 'win'): Story {
  const { confirmation, noise } = comparison
  const has = (finding: Finding, isSo: boolean): readonly Finding[] => (isSo ? [finding] : [])
  const bestRunsStay =
    comparison.warnings.some(({ kind }) => kind === 'best-runs-equal') &&
    !comparison.warnings.some(({ kind }) => kind === 'lonely-best-run')
  const isDoubted = comparison.warnings.some(doubtsInterval)
  const isShort = comparison.samples.block_ids.length < FEWEST_PAIRS
  const agrees = noise?.outcome === agreeing
  const findings: readonly Finding[] = [
    'interval-clear',
    ...has('few-pairs', isShort),
    ...has('reproduced', confirmation?.reproduced === true),
    ...has('not-reproduced', confirmation?.reproduced === false),
    ...modes(comparison),
    ...has('best-runs-stay', bestRunsStay),
    ...has('noise-rule-agrees', agrees),
    ...has('noise-rule-differs', noise !== null && !agrees),
    ...has('interval-doubted', isDoubted),
  ]
  if (hasModes(comparison) && bestRunsStay) return { kind: 'timing-modes', findings }
  const isNoise = isShort || confirmation?.reproduced === false || (!agrees && isDoubted)
  return { kind: isNoise ? 'too-noisy' : 'real-difference', findings }
}

function modes(comparison: Comparison): readonly Finding[] {
  return hasModes(comparison) ? ['modes'] : []
}

function hasModes({ warnings }: Comparison): boolean {
  return warnings.some(({ kind }) => kind === 'two-modes' || kind === 'mode-shares')
}

/** Whether a doubt says that the interval is narrower than it should be, or made from what the clock cannot tell. */
function doubtsInterval(warning: Warning): boolean {
  switch (warning.kind) {
    case 'drift':
      return warning.what === 'differences'
    case 'autocorrelated':
    case 'near-resolution':
      return true
    default:
      return false
  }
}
