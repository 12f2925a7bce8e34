import { caseKey } from '../model/benchmark.ts'
import { implementationOf } from '../model/implementation.ts'
import type { Comparison, Result } from '../model/result.ts'
import { geometricMean } from '../stats/geometric-mean.ts'
import { noiseRule } from '../stats/noise.ts'
import { disagreement } from './agreement.ts'
import type { LogIndex } from './log-index.ts'

type CrossArm = Result['cross_arm']
type Row = CrossArm['rows'][number]
type Summary = CrossArm['arms'][number]

/** Each other arm's candidate against the first arm's, by the noise rule: a second opinion across languages, no gate. */
export function compareArms(log: LogIndex, comparisons: readonly Comparison[]): CrossArm {
  const [first, ...others] = log.run.arms.map(({ name }) => name)
  const references = new Map(
    comparisons.filter((one) => one.arm === first).map((one) => [caseKey(one.benchmark, one.dataset), one]),
  )
  const rows = comparisons.flatMap((comparison) => {
    const reference = references.get(caseKey(comparison.benchmark, comparison.dataset))
    return reference === undefined || reference === comparison ? [] : [compare(log, comparison, reference)]
  })
  if (first === undefined) return { rows, arms: [] }
  return { rows, arms: others.flatMap((arm) => summaryOf(arm, first, rows)) }
}

function compare(log: LogIndex, comparison: Comparison, reference: Comparison): Row {
  const { benchmark, dataset, category, arm } = comparison
  const row = { benchmark, dataset, category, arm, against: reference.arm }
  const reason = objection(log, comparison, reference)
  if (reason !== null) return { ...row, reason, noise: null }
  const iterations = Math.min(
    comparison.resources.candidate.iterations ?? 1,
    reference.resources.candidate.iterations ?? 1,
  )
  const noise = noiseRule(comparison.samples.candidate_us, reference.samples.candidate_us, {
    floor: log.run.noise_floor.ns / 1000,
    iterations,
  })
  return { ...row, reason: noise === null ? 'no ratio can be formed' : null, noise }
}

function objection(log: LogIndex, comparison: Comparison, reference: Comparison): string | null {
  for (const one of [comparison, reference]) {
    if (one.status !== 'measured') return `no samples: ${one.arm} is ${one.status}`
  }
  const { benchmark, dataset } = comparison
  const [own, other] = [comparison, reference].map(({ arm }) => implementationOf(arm, 'candidate'))
  if (own === undefined || other === undefined) throw new Error('two arms are compared')
  return disagreement(log, own, other, benchmark, dataset)
}

/** An arm's rows in one: counts, geometric means, and where it loses most. Nothing for an arm without a common row. */
function summaryOf(arm: string, against: string, rows: readonly Row[]): Summary[] {
  const own = rows.flatMap((row) =>
    row.arm === arm && row.noise !== null ? [{ ...row, noise: row.noise }] : [],
  )
  const [first] = own
  if (first === undefined) return []
  const slowest = own.reduce((worst, row) => (row.noise.ratio > worst.noise.ratio ? row : worst), first)
  const count = (outcome: 'win' | 'parity' | 'loss') =>
    own.filter(({ noise }) => noise.outcome === outcome).length
  const meanOf = (some: typeof own) => ({
    ratio: geometricMean(some.map(({ noise }) => noise.ratio)),
    rows: some.length,
  })
  const categories = [...new Set(own.map(({ category }) => category))]
  return [
    {
      arm,
      against,
      win: count('win'),
      parity: count('parity'),
      loss: count('loss'),
      geometric_mean: meanOf(own),
      categories: categories.map((category) => ({
        category,
        ...meanOf(own.filter((row) => row.category === category)),
      })),
      slowest: { benchmark: slowest.benchmark, dataset: slowest.dataset, ratio: slowest.noise.ratio },
    },
  ]
}
