import { z } from 'zod'
import { direction, type Judgement, type Tool } from '../tool.ts'

const RULE = 'U test'
const ALPHA = 0.05

/** The least number that compare.py calls enough for its U test. */
const REPETITIONS = 9

const measurement = z.object({ time: z.number() })
const report = z.array(
  z.object({
    name: z.string(),
    measurements: z.array(measurement),
    utest: z.object({ time_pvalue: z.number().optional(), have_optimal_repetitions: z.boolean().optional() }),
  }),
)

/** What compare.py wrote: its two-sided Mann–Whitney U test of the real times, and the change of their medians. */
export function judgeGoogleBenchmark(text: string): Judgement {
  const rows = report.parse(JSON.parse(text))
  const p = rows.find(({ name }) => name === 'call')?.utest.time_pvalue
  const change = rows.find(({ name }) => name === 'call_median')?.measurements[0]?.time
  if (p === undefined || change === undefined) throw new Error('compare.py wrote no U test or no medians')
  return { verdicts: { [RULE]: direction(p < ALPHA, change) }, changePct: 100 * change }
}

/** Runs all repetitions of the baseline, then those of the candidate, and tests them. */
export const googleBenchmark: Tool = {
  name: 'Google Benchmark',
  rules: [RULE],
  perRound: 1,
  needs: {
    'g++': 'g++',
    '/usr/include/benchmark/benchmark.h': 'libbenchmark-dev',
    '/usr/share/benchmark/compare.py': 'libbenchmark-tools',
    '/usr/lib/python3/dist-packages/scipy/__init__.py': 'python3-scipy',
  },
  steps: ({ baseline, candidate, scratch }) => [
    {
      program: '/usr/bin/python3',
      args: [
        ...['/usr/share/benchmark/compare.py', '--no-color', '--dump_to_json', `${scratch}/difference.json`],
        ...[
          'benchmarks',
          `${baseline}/suite`,
          `${candidate}/suite`,
          `--benchmark_repetitions=${REPETITIONS}`,
        ],
      ],
    },
  ],
  exitCodes: [0],
  leaves: 'difference.json',
  judge: (_, file) => judgeGoogleBenchmark(file),
}
