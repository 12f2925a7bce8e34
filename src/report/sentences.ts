import type { Comparison } from '../model/result.ts'
import { formatBound, formatCount, formatPercent } from './quantity.ts'

/** A row's numbers in words: what was found, how sure that is, and what the noise rule thinks of it. */
export function sentencesOf(comparison: Comparison, thresholdPct: number): readonly string[] {
  return [...findingOf(comparison, thresholdPct), ...precisionOf(comparison), ...noiseSentence(comparison)]
}

function findingOf(
  { verdict, delta_pct: delta, interval_pct: interval, samples }: Comparison,
  thresholdPct: number,
): readonly string[] {
  if (verdict === null || delta === null) return []
  const pairs = formatCount(samples.block_ids.length, 'paired difference')
  const median = `In the median of ${pairs} the candidate is ${sizeOf(delta)}.`
  if (interval === null) return [median]
  const range = `The 95 % interval of that median, ${formatPercent(interval.low)} to ${formatPercent(interval.high)},`
  return [`${median} ${range} ${CONCLUSIONS[verdict](thresholdPct)}`]
}

const CONCLUSIONS: Readonly<Record<NonNullable<Comparison['verdict']>, (thresholdPct: number) => string>> = {
  regression: (pct) =>
    `lies wholly above zero, and the median reaches the threshold of ${pct} %: a regression.`,
  improvement: (pct) =>
    `lies wholly below zero, and the median is ${pct} % or more below it: an improvement.`,
  equivalent: (pct) => `lies wholly within ±${pct} %: equivalent.`,
  inconclusive: (pct) =>
    `does not settle it: it is neither wholly within ±${pct} %, nor wholly on one side of zero with a median of ${pct} % or more.`,
}

function sizeOf(delta: number): string {
  if (delta === 0) return 'exactly as fast'
  return `${formatBound(Math.abs(delta))} ${delta > 0 ? 'slower' : 'faster'}`
}

function precisionOf({ sensitivity }: Comparison): readonly string[] {
  if (sensitivity === null) return []
  const { noise_pct: noise, detectable_pct: detectable, at_most_pct: bound } = sensitivity
  return [
    ...(noise === null ? [] : [`Paired differences scatter by ${formatBound(noise)}.`]),
    ...(detectable === null
      ? []
      : [`A slowdown of ${formatBound(detectable)} would have been caught 8 times in 10.`]),
    ...(bound === null || bound <= 0 ? [] : [`Slower by at most ${formatBound(bound)}.`]),
  ]
}

/** `Judged against ±21 % on medians …`: the tolerance is what the noise itself could do. */
function noiseSentence({ noise }: Comparison): readonly string[] {
  if (noise === null) return []
  const { outcome, ratio, best_ratio, tolerance } = noise
  const pct = Number((tolerance * 100).toPrecision(3))
  return [
    `The noise rule, a second opinion that fails nothing, says ${outcome}: medians ${ratio}×, judged against ±${pct} % on medians, and best runs ${best_ratio}×.`,
  ]
}
