import type { Comparison } from '../model/result.ts'
import type { Verdict } from '../model/verdict.ts'
import { confirmatoryRegression } from '../stats/regression.ts'
import { intervalPct, verdictOf } from '../stats/verdict.ts'
import type { LogIndex } from './log-index.ts'
import { type Pair, samplesOf } from './pairing.ts'
import type { StandingRow } from './rows.ts'

/**
 * The parts that a regression or an improvement was measured in, each judged alone, and whether it reproduced: over all
 * blocks the verdict is what the first part's was, and the fresh blocks alone are decided the same way. Null where it was
 * measured once. The verdict is never one of a part.
 */
export function confirmationOf(
  log: LogIndex,
  { arm, benchmark, dataset }: StandingRow,
  pairs: readonly Pair[],
  verdict: Verdict,
): Comparison['confirmation'] {
  const schedules = log.schedules(arm, benchmark, dataset)
  if (schedules.length < 2) return null
  const parts = schedules.map(({ first_block, blocks }) => {
    const own = pairs.filter(({ block }) => block >= first_block && block < first_block + blocks)
    return { first_block, blocks, ...judge(own, BigInt(log.run.seed)) }
  })
  const [first] = schedules
  const fresh = pairs.filter(({ block }) => first !== undefined && block >= first.first_block + first.blocks)
  return {
    reproduced: verdict === parts[0]?.verdict && decisionOf(fresh, log) === decisionOf(pairs, log),
    parts,
  }
}

function decisionOf(pairs: readonly Pair[], log: LogIndex) {
  const sides = [samplesOf(pairs, 'baseline'), samplesOf(pairs, 'candidate')] as const
  return confirmatoryRegression(...sides, BigInt(log.run.seed)).decision
}

function judge(pairs: readonly Pair[], seed: bigint) {
  const compared = confirmatoryRegression(samplesOf(pairs, 'baseline'), samplesOf(pairs, 'candidate'), seed)
  return {
    delta_pct: compared.deltaPct,
    interval_pct: intervalPct(compared),
    verdict: verdictOf(compared),
  }
}
