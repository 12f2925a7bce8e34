import { resolve } from 'node:path'
import { z } from 'zod'
import type { Verdict } from '../record.ts'
import { type Ended, type Judgement, noVerdict, type Tool } from '../tool.ts'

const RULE = 'exit code'

const results = z.object({
  conclusion: z.string(),
  comparisons: z.tuple([
    z.object({ status: z.string(), verdict: z.string().nullable(), delta_pct: z.number().nullable() }),
  ]),
})

const meanings: Readonly<Record<string, Verdict>> = {
  regression: 'slower',
  improvement: 'faster',
  equivalent: 'same',
  inconclusive: 'same',
}

/** The exit code is the verdict: 1 is a confirmed regression, 2 is none. `inconclusive` passes, as it does in a check. */
export function judgePairgate({ code }: Ended, text: string): Judgement {
  const { conclusion, comparisons } = results.parse(JSON.parse(text))
  const [{ status, verdict, delta_pct: changePct }] = comparisons
  const meaning = meanings[verdict ?? status]
  if (code === 2 || meaning === undefined) return noVerdict([RULE], `${conclusion}: ${status}`)
  if ((code === 1) !== (meaning === 'slower'))
    throw new Error(`exit code ${code} with the verdict ${verdict}`)
  return { verdicts: { [RULE]: meaning }, changePct }
}

/** The tag of a plant in the repository that pairgate is run in. */
export function tagOf(plant: number): string {
  return `plant-${String(plant).padStart(2, '0')}`
}

const gate = resolve('dist/cli/index.js')
export const pairgateRepository = resolve('.cache/peers/repository')

function pairgate(name: string, arm: string, needs: Tool['needs'], args: readonly string[]): Tool {
  return {
    name,
    rules: [RULE],
    perRound: 2,
    needs: { git: 'git', ...needs },
    steps: ({ plant, scratch }) => [
      {
        program: process.execPath,
        args: [
          gate,
          'run',
          '--baseline',
          'baseline',
          '--candidate',
          tagOf(plant),
          '--arm',
          arm,
          '--out',
          scratch,
          ...args,
        ],
        cwd: pairgateRepository,
      },
    ],
    exitCodes: [0, 1, 2],
    leaves: 'results.json',
    judge: judgePairgate,
  }
}

const cpp = { 'g++': 'g++', '/usr/include/benchmark/benchmark.h': 'libbenchmark-dev' }

/** On the programs of Google Benchmark and of Criterion that those compare too, byte for byte. */
export const pairgates = [
  pairgate('pairgate on Google Benchmark', 'cpp', cpp, []),
  pairgate('pairgate on Criterion', 'rust', { cargo: 'cargo' }, []),
  pairgate('pairgate, development, on Google Benchmark', 'cpp', cpp, ['--protocol', 'development']),
]
