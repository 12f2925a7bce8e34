import type { Condition, Quantity, Rule } from '../model/explanation.ts'
import type { Comparison } from '../model/result.ts'
import { type NoiseFloor, type NoiseMeasures, noiseMeasures } from '../stats/noise.ts'
import { GATE } from '../stats/regression.ts'
import { bestRunsOf } from './doubts.ts'

/**
 * The rules that a row with a verdict was held to, condition by condition: those of its verdict, those of the noise
 * rule, and whether its best runs go with its medians. `floor` is that of the noise rule, in µs.
 */
export function rulesOf(comparison: Comparison, floor: NoiseFloor): readonly Rule[] {
  const { baseline_us, candidate_us } = comparison.samples
  if (comparison.verdict === null) return []
  return [
    ...verdictRules(comparison),
    ...noiseRules(noiseMeasures(candidate_us, baseline_us, floor)),
    ...bestRuns(comparison),
  ]
}

function verdictRules({ delta_pct, interval_pct, interval }: Comparison): readonly Rule[] {
  if (delta_pct === null || interval === null) return []
  const { thresholdPct } = GATE
  // Without a positive median there are no per cents of it, and the interval of an equivalent row is nothing but 0.
  const [ends, unit, room] =
    interval_pct === null ? ([interval, 'µs', 0] as const) : ([interval_pct, '%', thresholdPct] as const)
  const delta = (relation: Condition['relation'], threshold: number) =>
    condition('delta', delta_pct, relation, threshold, '%')
  const low = (relation: Condition['relation'], threshold: number) =>
    condition('low-end', ends.low, relation, threshold, unit)
  const high = (relation: Condition['relation'], threshold: number) =>
    condition('high-end', ends.high, relation, threshold, unit)
  return [
    rule('regression', [delta('>=', thresholdPct), low('>', 0)]),
    rule('improvement', [delta('<=', -thresholdPct), high('<', 0)]),
    rule('equivalent', [
      delta('>', -thresholdPct),
      delta('<', thresholdPct),
      low('>=', -room),
      high('<=', room),
    ]),
  ]
}

function noiseRules(measures: NoiseMeasures | null): readonly Rule[] {
  if (measures === null) return []
  const { ratio, bestRatio, tolerance, bestTolerance } = measures
  const both = (relation: '>=' | '<=', sign: 1 | -1) => [
    condition('ratio-of-medians', ratio, relation, 1 + sign * tolerance, '×'),
    condition('ratio-of-best-runs', bestRatio, relation, 1 + sign * bestTolerance, '×'),
  ]
  return [rule('loss', both('>=', 1)), rule('win', both('<=', -1))]
}

/** Of a regression or an improvement: other rows have no difference that best runs could go with. */
function bestRuns({ verdict, delta_pct, noise }: Comparison): readonly Rule[] {
  if (delta_pct === null || noise === null || (verdict !== 'regression' && verdict !== 'improvement'))
    return []
  const { pct, least_pct } = bestRunsOf(delta_pct, noise.best_ratio)
  return [
    rule('best-runs-agree', [condition('difference-of-best-runs', Math.abs(pct), '>=', least_pct, '%')]),
  ]
}

function rule(word: Rule['word'], conditions: readonly Condition[]): Rule {
  return { word, conditions, holds: conditions.every(({ holds }) => holds) }
}

function condition(
  quantity: Quantity,
  value: number,
  relation: Condition['relation'],
  threshold: number,
  unit: Condition['unit'],
): Condition {
  return { quantity, value, relation, threshold, unit, holds: holds(value, relation, threshold) }
}

function holds(value: number, relation: Condition['relation'], threshold: number): boolean {
  switch (relation) {
    case '>=':
      return value >= threshold
    case '>':
      return value > threshold
    case '<=':
      return value <= threshold
    case '<':
      return value < threshold
  }
}
