import { caseKey } from '../model/benchmark.ts'
import { implementationOf } from '../model/implementation.ts'
import type { Comparison, Result } from '../model/result.ts'
import { geometricMean } from '../stats/geometric-mean.ts'
import { noiseRule } from '../stats/noise.ts'
import { median, sortSamples } from '../stats/quantile.ts'
import { disagreement } from './agreement.ts'
import type { LogIndex } from './log-index.ts'
import { sharedSamples } from './shared-samples.ts'

type CrossArm = Result['cross_arm']
type Row = CrossArm['rows'][number]
type Summary = CrossArm['arms'][number]

/** Each other arm's candidate against the first arm's, by the noise rule: a second opinion across languages, no gate. */
export function compareArms(log: LogIndex, comparisons: readonly Comparison[]): CrossArm {
  const [first, ...others] = log.run.arms.map(({ name }) => name)
  const references = new Map(
    comparisons.filter((one) => one.arm === first).map((one) => [caseKey(one.benchmark, one.dataset), one]),
  )
  const compared = comparisons.flatMap((comparison) => {
    const reference = references.get(caseKey(comparison.benchmark, comparison.dataset))
    return reference === undefined || reference === comparison ? [] : [compare(log, comparison, reference)]
  })
  const rows = compared.map(({ row }) => row)
  if (first === undefined) return { rows, arms: [] }
  return { rows, arms: others.flatMap((arm) => summaryOf(arm, first, compared)) }
}

/** A row with its ratio of medians as it is: the recorded one is rounded, to 0 where one arm is so much faster. */
interface Compared {
  readonly row: Row
  readonly ratio: number
}

function compare(log: LogIndex, comparison: Comparison, reference: Comparison): Compared {
  const { benchmark, dataset, category, arm } = comparison
  const row = { benchmark, dataset, category, arm, against: reference.arm }
  const reason = objection(log, comparison, reference)
  if (reason !== null) return { row: { ...row, reason, noise: null }, ratio: Number.NaN }
  const iterations = Math.min(
    comparison.resources.candidate.iterations ?? 1,
    reference.resources.candidate.iterations ?? 1,
  )
  const [own, other] = sharedSamples([comparison, reference])
  if (own === undefined || other === undefined) throw new Error('two arms are compared')
  const noise = noiseRule(own, other, { floor: log.run.noise_floor.ns / 1000, iterations })
  return {
    row: { ...row, reason: noise === null ? 'no ratio can be formed' : null, noise },
    ratio: median(sortSamples(own)) / median(sortSamples(other)),
  }
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
function summaryOf(arm: string, against: string, compared: readonly Compared[]): Summary[] {
  const own = compared.flatMap(({ row, ratio }) =>
    row.arm === arm && row.noise !== null ? [{ ...row, outcome: row.noise.outcome, ratio }] : [],
  )
  const [first] = own
  if (first === undefined) return []
  const slowest = own.reduce((worst, row) => (row.ratio > worst.ratio ? row : worst), first)
  const count = (outcome: 'win' | 'parity' | 'loss') => own.filter((row) => row.outcome === outcome).length
  const meanOf = (some: typeof own) => ({
    ratio: geometricMean(some.map(({ ratio }) => ratio)),
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
      slowest: { benchmark: slowest.benchmark, dataset: slowest.dataset, ratio: slowest.ratio },
    },
  ]
}
