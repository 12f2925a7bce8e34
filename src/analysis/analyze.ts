import { UserError } from '../model/failure.ts'
import type { AnalysisDocument, SampleDocument } from '../model/samples.ts'
import { noiseRule } from '../stats/noise.ts'
import { confirmatoryRegression, isSignificantRegression } from '../stats/regression.ts'
import { StatisticsError } from '../stats/statistics-error.ts'
import { verdictOf } from '../stats/verdict.ts'

/** The noise rule's floor of one timing in µs, the unit of the samples: converting them could move an outcome. */
const FLOOR_US = 25

type SampleComparison = SampleDocument['comparisons'][number]
type AnalyzedComparison = AnalysisDocument['comparisons'][number]

/**
 * Judges samples measured by anything else by the gate's rule and by the noise rule, in the document's order.
 * Throws a UserError that names every comparison without a verdict, and where there is nothing to compare.
 */
export function analyzeSamples(document: SampleDocument): AnalysisDocument {
  if (document.comparisons.length === 0) {
    throw new UserError('nothing was compared: the list of comparisons is empty')
  }
  const comparisons: AnalyzedComparison[] = []
  const problems: string[] = []
  for (const comparison of document.comparisons) {
    const analyzed = analyzeOrExplain(comparison)
    if (typeof analyzed === 'string') problems.push(analyzed)
    else comparisons.push(analyzed)
  }
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return { comparisons }
}

function analyzeOrExplain(comparison: SampleComparison): AnalyzedComparison | string {
  try {
    return analyzeOne(comparison)
  } catch (error) {
    if (!(error instanceof StatisticsError)) throw error
    return `comparison ${JSON.stringify(comparison.id)}: ${error.message}`
  }
}

function analyzeOne({ id, baseline, candidate, seed, iterations }: SampleComparison): AnalyzedComparison {
  const comparison = confirmatoryRegression(baseline, candidate, BigInt(seed))
  return {
    id,
    delta_pct: comparison.deltaPct,
    speedup: comparison.speedup,
    interval: comparison.interval,
    decision: comparison.decision,
    significant_regression: isSignificantRegression(comparison),
    verdict: verdictOf(comparison),
    noise: noiseRule(candidate, baseline, { floor: FLOOR_US, iterations: iterations ?? 1 }),
  }
}
