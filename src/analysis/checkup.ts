import type { Checkup, ProcessStart, Rate, SelfComparison } from '../model/checkup.ts'
import type { Comparison, Result } from '../model/result.ts'
import { median, quantile, sortSamples } from '../stats/quantile.ts'
import { wilsonPct } from '../stats/wilson.ts'

/** What start times come to; null where there are none. */
export function processStart(timesUs: readonly number[], floorUs: number): ProcessStart | null {
  if (timesUs.length === 0) return null
  const sorted = sortSamples(timesUs)
  const iqr_us = quantile(sorted, 0.75) - quantile(sorted, 0.25)
  return {
    median_us: median(sorted),
    iqr_us,
    samples: timesUs.length,
    floor_us: floorUs,
    floor_is_fair: iqr_us <= floorUs,
  }
}

/**
 * What the result of a comparison with itself says of the machine, or why it says nothing: a row that was not measured is
 * neither a detection nor none. `plantedPct` is of the planted rows.
 */
export function selfComparison(result: Result, plantedPct: number): Checkup['self_comparison'] {
  const rows = result.comparisons
  const unmeasured = rows.find(({ verdict }) => verdict === null)
  if (unmeasured !== undefined || rows.length === 0) {
    const { reason = null } = unmeasured ?? {}
    return { kind: 'failed', reason: reason ?? 'a program that was compared with itself was not measured' }
  }
  const same = rows.filter(({ benchmark }) => benchmark !== 'planted')
  const slower = rows.filter(({ benchmark }) => benchmark === 'planted')
  const names = [...new Set(same.map(({ benchmark }) => benchmark))]
  return {
    kind: 'measured',
    workloads: names.map((name) => workload(name, same)),
    others_pct: result.machine?.during?.others_pct ?? null,
    false_alarms: rate(same),
    detected: slower.length === 0 ? null : { ...rate(slower), planted_pct: plantedPct },
  }
}

function workload(name: string, rows: readonly Comparison[]) {
  const own = rows.filter(({ benchmark }) => benchmark === name)
  const detectable = own.flatMap(({ sensitivity }) => sensitivity?.detectable_pct ?? [])
  return {
    name,
    comparisons: own.length,
    // Confirmation adds to some.
    blocks: Math.min(...own.map(({ samples }) => samples.block_ids.length)),
    detectable_pct: median(sortSamples(detectable)),
    worst_false_delta_pct: Math.max(...own.map(({ delta_pct }) => Math.abs(delta_pct ?? 0))),
  }
}

function rate(rows: readonly Comparison[]): Rate {
  const count = rows.filter(({ verdict }) => verdict === 'regression').length
  const { low, high } = wilsonPct(count, rows.length)
  return { of: rows.length, count, low_pct: low, high_pct: high }
}

/** Less of the CPUs is what every machine does beside. */
const NOTED_PCT = 10

/** The slowdown that the machine can see, in one sentence. */
export function conclusionOf({ workloads, false_alarms, detected, others_pct }: SelfComparison): string {
  const [best, worst] = [Math.min, Math.max].map((pick) =>
    pick(...workloads.map(({ detectable_pct }) => detectable_pct)),
  )
  const hardest = workloads.find(({ detectable_pct }) => detectable_pct === worst)?.name ?? ''
  const falsePct = Math.max(...workloads.map(({ worst_false_delta_pct }) => worst_false_delta_pct))
  const blocks = Math.min(...workloads.map((one) => one.blocks))
  const planted =
    detected === null
      ? ''
      : `; of ${detected.of} planted slowdowns of ${detected.planted_pct} % it found ${detected.count} (${pct(detected.low_pct)} to ${pct(detected.high_pct)})`
  const others =
    others_pct === null || others_pct < NOTED_PCT
      ? ''
      : `, while others took ${others_pct.toFixed(0)} % of its CPUs,`
  return (
    `In ${blocks} blocks this machine${others} sees a slowdown of ${pct(best ?? 0)} to ${pct(worst ?? 0)} 8 times in 10 (hardest: ${hardest}); ` +
    `the worst false difference in ${false_alarms.of} comparisons of a program with itself was ${pct(falsePct)}, ` +
    `and ${false_alarms.count} of them ${false_alarms.count === 1 ? 'was' : 'were'} called a regression (${pct(false_alarms.low_pct)} to ${pct(false_alarms.high_pct)})${planted}.`
  )
}

function pct(value: number): string {
  return `${value.toFixed(1)} %`
}
