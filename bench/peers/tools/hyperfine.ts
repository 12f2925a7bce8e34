import { z } from 'zod'
import { welch } from '../../../test/simulation/rules.ts'
import { direction, type Judgement, type Tool } from '../tool.ts'

const RELATIVE = 'x − y > 1'
const WELCH = 'Welch'

const side = z.object({ mean: z.number(), stddev: z.number(), times: z.array(z.number()) })
const exported = z.object({ results: z.tuple([side, side]) })

/**
 * Two rules on one export. The first is what hyperfine prints: the ratio of the means, slower by faster, and the
 * uncertainty that the two standard deviations give it. The second is what its `scripts/welch_ttest.py` does.
 */
export function judgeHyperfine(text: string): Judgement {
  const [baseline, candidate] = exported.parse(JSON.parse(text)).results
  const change = candidate.mean / baseline.mean - 1
  const ratio = Math.max(candidate.mean / baseline.mean, baseline.mean / candidate.mean)
  const uncertainty = ratio * Math.hypot(baseline.stddev / baseline.mean, candidate.stddev / candidate.mean)
  return {
    verdicts: {
      [RELATIVE]: direction(ratio - uncertainty > 1, change),
      [WELCH]: direction(
        Math.abs(welch({ baseline: baseline.times, candidate: candidate.times })) > 1,
        change,
      ),
    },
    changePct: 100 * change,
  }
}

/** Both programs as commands, all runs of the baseline first. */
export const hyperfine: Tool = {
  name: 'hyperfine',
  rules: [RELATIVE, WELCH],
  perRound: 1,
  needs: { 'g++': 'g++', hyperfine: 'hyperfine' },
  steps: ({ baseline, candidate, scratch }) => [
    {
      program: 'hyperfine',
      args: [
        ...['--warmup', '3', '--export-json', `${scratch}/times.json`],
        ...[`${baseline}/program`, `${candidate}/program`],
      ],
    },
  ],
  exitCodes: [0],
  leaves: 'times.json',
  judge: (_, file) => judgeHyperfine(file),
}
