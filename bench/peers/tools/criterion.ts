import { z } from 'zod'
import type { Verdict } from '../record.ts'
import type { Case, Judgement, Tool } from '../tool.ts'

const RULE = '“has regressed”'

const phrases: Readonly<Record<string, Verdict>> = {
  'Performance has regressed.': 'slower',
  'Performance has improved.': 'faster',
  'Change within noise threshold.': 'same',
  'No change in performance detected.': 'same',
}

const estimates = z.object({ mean: z.object({ point_estimate: z.number() }) })

/** The phrase that Criterion prints: p < 0.05 and the interval of the change of the mean beyond ±1 %, its defaults. */
export function judgeCriterion(stdout: string, changeEstimates: string): Judgement {
  const found = Object.entries(phrases).filter(([phrase]) => stdout.includes(phrase))
  const [only] = found
  if (only === undefined || found.length > 1) throw new Error(`Criterion printed ${found.length} verdicts`)
  const { mean } = estimates.parse(JSON.parse(changeEstimates))
  return { verdicts: { [RULE]: only[1] }, changePct: 100 * mean.point_estimate }
}

/** Saves the baseline, then compares the candidate with it. */
export const criterion: Tool = {
  name: 'Criterion',
  rules: [RULE],
  perRound: 1,
  needs: { cargo: 'cargo' },
  steps: ({ baseline, candidate, scratch }: Case) => [
    step(baseline, scratch, ['--save-baseline', 'base']),
    step(candidate, scratch, ['--baseline', 'base']),
  ],
  exitCodes: [0],
  leaves: 'call/change/estimates.json',
  judge: ({ stdout }, file) => judgeCriterion(stdout, file),
}

function step(programs: string, home: string, args: readonly string[]) {
  return {
    program: `${programs}/with_criterion`,
    args: ['--bench', '--noplot', ...args],
    env: { CRITERION_HOME: home },
  }
}
