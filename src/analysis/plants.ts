import { z } from 'zod'
import type { Comparison, Result } from '../model/result.ts'

const plantSchema = z.object({ arm: z.string(), benchmark: z.string() })

/** What the demo's second commit changes: patches to apply, and the rows that they make slower and faster. */
export const plantsSchema = z.object({
  patches: z.array(z.string()),
  slower: z.array(plantSchema),
  faster: z.array(plantSchema),
})
export type Plants = z.infer<typeof plantsSchema>

/** Whether a demo found exactly what was planted. */
export interface PlantJudgement {
  /** `trouble`: the run itself did not come to verdicts. */
  readonly kind: 'exact' | 'inexact' | 'trouble'
  readonly lines: readonly string[]
}

/** Compares the rows that came out as regression or improvement with the planted ones, at every dataset. */
export function judgePlants(
  result: Pick<Result, 'conclusion' | 'comparisons'>,
  plants: Plants,
): PlantJudgement {
  if (result.conclusion !== 'pass' && result.conclusion !== 'regression') {
    return {
      kind: 'trouble',
      lines: [`the run ended as ${result.conclusion}: nothing to compare with what was planted`],
    }
  }
  const findings = [
    finding('regression', result.comparisons, plants.slower),
    finding('improvement', result.comparisons, plants.faster),
  ]
  const exact = findings.every(
    (one) => one.planted > 0 && one.missed.length === 0 && one.unplanted.length === 0,
  )
  const lines = findings.flatMap((one) => [
    `planted ${one.verdict}s found: ${one.found} of ${one.planted}`,
    ...one.missed.map((row) => `  missed: ${describe(row)}`),
    ...one.unplanted.map((row) => `  not planted: ${describe(row)}`),
  ])
  const closing = exact ? 'exactly the planted rows were found' : 'not exactly the planted rows were found'
  return { kind: exact ? 'exact' : 'inexact', lines: [...lines, closing] }
}

function finding(
  verdict: 'regression' | 'improvement',
  rows: readonly Comparison[],
  plants: Plants['slower'],
) {
  const isPlanted = (row: Comparison) =>
    plants.some((plant) => plant.arm === row.arm && plant.benchmark === row.benchmark)
  const planted = rows.filter(isPlanted)
  return {
    verdict,
    planted: planted.length,
    found: planted.filter((row) => row.verdict === verdict).length,
    missed: planted.filter((row) => row.verdict !== verdict),
    unplanted: rows.filter((row) => row.verdict === verdict && !isPlanted(row)),
  }
}

function describe(row: Comparison): string {
  const delta =
    row.delta_pct === null ? row.status : `${row.delta_pct >= 0 ? '+' : ''}${row.delta_pct.toFixed(2)} %`
  return `${row.id} (${row.verdict ?? row.status}, ${delta})`
}
