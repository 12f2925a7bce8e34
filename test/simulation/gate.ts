import { confirmatoryRegression, isSignificantRegression } from '../../src/stats/regression.ts'
import { blocksToSettle, detectablePct } from '../../src/stats/sensitivity.ts'
import { verdictOf } from '../../src/stats/verdict.ts'
import { type Batches, type Machine, slowed, trials } from './noise.ts'
import { deltaPct, rivals } from './rules.ts'

/** Shares of trials, 0 to 1. */
export interface Outcome {
  /** Of intervals that hold the true median difference, which is 0. */
  readonly coverage: number
  /** Of regressions without a change. */
  readonly falseAlarms: number
  /** Of regressions where the candidate is slower by so many per cent. */
  readonly power: Readonly<Record<number, number>>
}

export const effects = [3, 5, 10] as const

/**
 * What the gate makes of seeded trials. A slowdown moves all differences and the interval with them by the same
 * amount, so one resampling per trial tells about every effect.
 */
export function simulateGate(machine: Machine, blocks: number, count: number, seed: bigint): Outcome {
  const next = trials(machine, blocks, seed)
  const power: Record<number, number> = Object.fromEntries(effects.map((effect) => [effect, 0]))
  let covered = 0
  let falseAlarms = 0
  for (let trial = 0; trial < count; trial += 1) {
    const { baseline, candidate } = next().paired
    const compared = confirmatoryRegression(baseline, candidate, BigInt(trial + 1))
    const { low, high } = compared.interval
    if (low <= 0 && high >= 0) covered += 1
    if (isSignificantRegression(compared)) falseAlarms += 1
    for (const effect of effects) {
      // The level is 100: an effect in per cent is one in the samples' unit.
      const delta = ((compared.medianDifference + effect) / compared.baselineMedian) * 100
      if (delta >= 3 && low + effect > 0) power[effect] = (power[effect] ?? 0) + 1
    }
  }
  return {
    coverage: covered / count,
    falseAlarms: falseAlarms / count,
    power: Object.fromEntries(effects.map((effect) => [effect, (power[effect] ?? 0) / count])),
  }
}

/** The share of trials in which each rival calls the candidate slower, unchanged and at each effect. */
export function simulateRivals(machine: Machine, blocks: number, count: number, seed: bigint) {
  const next = trials(machine, blocks, seed)
  const found = rivals.map(({ name }) => ({ name, falseAlarms: 0, power: effects.map(() => 0) }))
  for (let trial = 0; trial < count; trial += 1) {
    const unchanged = next()
    for (const [index, rule] of rivals.entries()) {
      const counts = found[index]
      if (counts === undefined) continue
      if (rule.isSlower(unchanged)) counts.falseAlarms += 1
      for (const [at, effect] of effects.entries()) {
        const paired = slowed(unchanged.paired, effect)
        const sequential = slowed(unchanged.sequential, effect)
        if (rule.isSlower({ paired, sequential })) counts.power[at] = (counts.power[at] ?? 0) + 1
      }
    }
  }
  return found.map(({ name, falseAlarms, power }) => ({
    name,
    falseAlarms: falseAlarms / count,
    power: power.map((hits) => hits / count),
  }))
}

/** The share of rows that are red after the first measurement, one confirmation and two. */
export function simulateConfirmation(
  machine: Machine,
  effectPct: number,
  blocks: number,
  count: number,
  seed: bigint,
): readonly [number, number, number] {
  const next = trials(machine, blocks, seed)
  const red = [0, 0, 0] as [number, number, number]
  for (let trial = 0; trial < count; trial += 1) {
    let all: Batches = { baseline: [], candidate: [] }
    for (let part = 0; part < red.length; part += 1) {
      const { baseline, candidate } = slowed(next().paired, effectPct)
      all = { baseline: [...all.baseline, ...baseline], candidate: [...all.candidate, ...candidate] }
      if (deltaPct(all) < 3) break
      if (!isSignificantRegression(confirmatoryRegression(all.baseline, all.candidate, 1n))) break
      red[part] = (red[part] ?? 0) + 1
    }
  }
  return [red[0] / count, red[1] / count, red[2] / count]
}

/** The share of slowdowns, each as large as another measurement says that one like it would catch, that are caught. */
export function simulateDetection(machine: Machine, blocks: number, count: number, seed: bigint): number {
  const next = trials(machine, blocks, seed)
  const compare = ({ baseline, candidate }: Batches) => confirmatoryRegression(baseline, candidate, 1n)
  let caught = 0
  for (let trial = 0; trial < count; trial += 1) {
    const detectable = detectablePct(compare(next().paired), blocks) ?? Number.NaN
    if (isSignificantRegression(compare(slowed(next().paired, detectable)))) caught += 1
  }
  return caught / count
}

/** Most blocks that are simulated: a measurement that is told to take more is passed over. */
const MOST_BLOCKS = 400

/**
 * Of inconclusive measurements of a candidate that is slower by so much: the share that as many blocks as they are
 * told to take settle, where the truth is the Δ that they found.
 */
export function simulateSettling(
  machine: Machine,
  effectPct: number,
  blocks: number,
  count: number,
  seed: bigint,
): number {
  const next = trials(machine, blocks, seed)
  let tried = 0
  let settled = 0
  while (tried < count) {
    const { baseline, candidate } = slowed(next().paired, effectPct)
    const compared = confirmatoryRegression(baseline, candidate, 1n)
    const needed = blocksToSettle(compared, blocks)
    if (needed === null || needed > MOST_BLOCKS) continue
    tried += 1
    const again = slowed(trials(machine, needed, seed + BigInt(tried))().paired, compared.deltaPct)
    const verdict = verdictOf(confirmatoryRegression(again.baseline, again.candidate, 1n))
    if (verdict !== 'inconclusive') settled += 1
  }
  return settled / count
}

/** The share of unchanged rows in which the candidate is slower than the bound that its measurement gave. */
export function simulateBound(machine: Machine, blocks: number, count: number, seed: bigint): number {
  const next = trials(machine, blocks, seed)
  let beyond = 0
  for (let trial = 0; trial < count; trial += 1) {
    const { baseline, candidate } = next().paired
    const bound = confirmatoryRegression(baseline, candidate, BigInt(trial + 1)).interval.high
    if (bound < 0) beyond += 1
  }
  return beyond / count
}
