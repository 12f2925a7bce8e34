import { expect, test } from 'vitest'
import { judgePlants, type Plants } from '../../src/analysis/plants.ts'
import type { Comparison, Result } from '../../src/model/result.ts'
import type { Conclusion, Verdict } from '../../src/model/verdict.ts'

const PLANTS: Plants = {
  patches: [],
  slower: [{ arm: 'cpp', benchmark: 'sort' }],
  faster: [{ arm: 'rust', benchmark: 'sort' }],
}

type Seen = Pick<Result, 'conclusion' | 'comparisons'>

function row(arm: string, benchmark: string, dataset: string, verdict: Verdict | null): Comparison {
  const id = `${arm}/${benchmark}/${dataset}`
  // Judging reads these fields alone.
  return { id, arm, benchmark, dataset, verdict, status: 'measured', delta_pct: 1.5 } as Comparison
}

function seen(conclusion: Conclusion, ...comparisons: Comparison[]): Seen {
  return { conclusion, comparisons }
}

const FOUND = [
  row('cpp', 'sort', '10', 'regression'),
  row('cpp', 'sort', '1000', 'regression'),
  row('rust', 'sort', '10', 'improvement'),
  row('cpp', 'sum', '10', 'equivalent'),
]

test('exactly the planted rows, at every dataset, are exact', () => {
  expect(judgePlants(seen('regression', ...FOUND), PLANTS).kind).toBe('exact')
})

test('a planted row that was missed at one dataset is named', () => {
  const judgement = judgePlants(seen('regression', ...FOUND, row('cpp', 'sort', '5', 'inconclusive')), PLANTS)
  expect(judgement.kind).toBe('inexact')
  expect(judgement.lines).toContain('  missed: cpp/sort/5 (inconclusive, +1.50 %)')
})

test.each(['regression', 'improvement'] as const)('an unplanted %s counts against the run', (verdict) => {
  const judgement = judgePlants(seen('regression', ...FOUND, row('rust', 'sum', '10', verdict)), PLANTS)
  expect(judgement.kind).toBe('inexact')
  expect(judgement.lines).toContain(`  not planted: rust/sum/10 (${verdict}, +1.50 %)`)
})

test('a plan whose benchmark is not in the suite is not exact', () => {
  expect(judgePlants(seen('pass', row('cpp', 'sum', '10', 'equivalent')), PLANTS).kind).toBe('inexact')
})

test.each(['invalid', 'wrong-result', 'incomplete'] as const)(
  'a run that ended as %s is trouble',
  (conclusion) => {
    expect(judgePlants(seen(conclusion, ...FOUND), PLANTS).kind).toBe('trouble')
  },
)
