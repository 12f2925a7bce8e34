import { THRESHOLD_PCT } from '../model/gate-constants.ts'
import type { Comparison } from '../model/result.ts'
import type { Outcome, Verdict } from '../model/verdict.ts'
import { adviceOf } from '../model/warning.ts'
import { formatBound, formatInterval, formatSigned } from './quantity.ts'

/** What a reader must know of a row beside its numbers: reasons, doubts, disagreements. */
export function notesOf(comparison: Comparison): readonly string[] {
  return [...findingsOf(comparison), ...comparison.warnings.map(adviceOf)]
}

/** The same without the doubts of the analysis, which have their own advice. */
export function findingsOf(comparison: Comparison): readonly string[] {
  return [
    ...reasonOf(comparison),
    ...hiddenBy(comparison),
    ...confirmedBy(comparison),
    ...disagreementOf(comparison),
  ]
}

function reasonOf({ status, reason }: Comparison): readonly string[] {
  if (reason !== null && reason !== '') return [reason]
  switch (status) {
    case 'measured':
    case 'identical':
      return []
    case 'new':
      return ['only the candidate has it']
    case 'removed':
      return ['only the baseline has it']
    case 'eliminated':
      return ['the optimiser deleted the work: there is nothing to time']
    case 'skipped':
    case 'not-comparable':
    case 'wrong-result':
    case 'invalid':
      return ['no reason was recorded']
  }
}

function hiddenBy({ verdict, sensitivity }: Comparison): readonly string[] {
  if (verdict !== 'inconclusive' || sensitivity === null) return []
  const { at_most_pct: bound, blocks_to_settle: blocks } = sensitivity
  const parts = [
    ...(bound === null ? [] : [hides(bound)]),
    blocks === null
      ? 'more than 10 000 blocks would be needed to settle it: quieten the machine or the benchmark'
      : `about ${blocks} blocks would settle it`,
  ]
  return [parts.join('; ')]
}

/** Below the gate's threshold nothing is hidden: then the row may be faster, or not. */
function hides(bound: number): string {
  return bound < THRESHOLD_PCT
    ? `may be faster; slower by at most ${formatBound(bound)}`
    : `could hide a slowdown of up to ${formatBound(bound)}`
}

/** The parts that a row was measured in, and what they came to together. */
function confirmedBy({ confirmation, verdict }: Comparison): readonly string[] {
  if (confirmation === null) return []
  const parts = confirmation.parts.map(({ delta_pct, interval_pct, blocks }) => {
    const interval = interval_pct === null ? '' : ` ${formatInterval(interval_pct)}`
    return `${formatSigned(delta_pct)} %${interval} in ${blocks} blocks`
  })
  const end = confirmation.reproduced ? 'reproduced' : `did not reproduce: over all blocks ${verdict}`
  return [`measured again, ${end}: ${parts.join(', then ')}`]
}

/** What the noise rule would say where it agrees; an inconclusive row agrees with anything. */
const AGREEING: Readonly<Record<Verdict, Outcome | null>> = {
  regression: 'loss',
  improvement: 'win',
  equivalent: 'parity',
  inconclusive: null,
}

function disagreementOf({ verdict, noise }: Comparison): readonly string[] {
  if (verdict === null || noise === null) return []
  const agreeing = AGREEING[verdict]
  if (agreeing === null || agreeing === noise.outcome) return []
  const { outcome, ratio, best_ratio, tolerance } = noise
  return [
    `but the noise rule says ${outcome}: ratio ${ratio} of medians, ${best_ratio} of best runs, tolerance ${tolerance}`,
  ]
}
