import { median, quantile, sortSamples } from '../../src/stats/quantile.ts'
import { rankSumDeviate } from '../../src/stats/rank-tests.ts'
import type { Batches } from './noise.ts'

/** How others decide that a candidate is slower, on the same batches; thresholds as they are commonly set. */
export interface Rule {
  readonly name: string
  isSlower(trial: { readonly paired: Batches; readonly sequential: Batches }): boolean
}

const THRESHOLD = 1.03
const Z_95 = 1.959964

export const rivals: readonly Rule[] = [
  {
    name: 'means, flat 3 %',
    isSlower: ({ paired: { baseline, candidate } }) => mean(candidate) >= THRESHOLD * mean(baseline),
  },
  {
    name: 'best runs, flat 3 %',
    isSlower: ({ paired: { baseline, candidate } }) =>
      Math.min(...candidate) >= THRESHOLD * Math.min(...baseline),
  },
  {
    name: 'Mann–Whitney, 5 %',
    isSlower: ({ paired: { baseline, candidate } }) => rankSumDeviate(candidate, baseline) > Z_95,
  },
  { name: 'Welch, 5 %', isSlower: ({ paired }) => welch(paired) > 1 },
  {
    name: 'means one after the other, bootstrap 95 % and 3 %',
    isSlower: ({ sequential }) => bootstrapOfMeans(sequential),
  },
]

/** Welch's t in units of its two-sided 5 % point: above 1 where the candidate is slower, below −1 where it is faster. */
export function welch({ baseline, candidate }: Batches): number {
  const [a, b] = [variance(candidate) / candidate.length, variance(baseline) / baseline.length]
  const freedom = (a + b) ** 2 / (a ** 2 / (candidate.length - 1) + b ** 2 / (baseline.length - 1))
  return (mean(candidate) - mean(baseline)) / Math.sqrt(a + b) / studentPoint(freedom)
}

/** The 97.5 % point of Student's t, by the expansion of Cornish and Fisher; within 0.1 % from 8 degrees on. */
function studentPoint(freedom: number): number {
  const z = Z_95
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
}

const RESAMPLES = 400

/** The 95 % percentile interval of the difference of means, either side resampled on its own. */
function bootstrapOfMeans({ baseline, candidate }: Batches): boolean {
  if (mean(candidate) < THRESHOLD * mean(baseline)) return false
  const uniform = fastUniforms()
  const resampled = (side: readonly number[]) => {
    let sum = 0
    for (let draw = 0; draw < side.length; draw += 1) {
      sum += side[Math.floor(uniform() * side.length)] ?? Number.NaN
    }
    return sum / side.length
  }
  const differences = Array.from({ length: RESAMPLES }, () => resampled(candidate) - resampled(baseline))
  return quantile(sortSamples(differences), 0.025) > 0
}

/** Numbers in [0, 1) by Marsaglia's 32-bit xorshift: good enough for resampling, and a hundred times as fast as ours from here. */
function fastUniforms(): () => number {
  let state = 2463534242
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

/** The gate's Δ in per cent, without its interval: what must reach 3 before anything is resampled. */
export function deltaPct({ baseline, candidate }: Batches): number {
  const differences = candidate.map((value, index) => value - (baseline[index] ?? Number.NaN))
  return (median(sortSamples(differences)) / median(sortSamples(baseline))) * 100
}
