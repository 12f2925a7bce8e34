import type { Event } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import { implementationOf } from '../model/implementation.ts'
import type { Comparison } from '../model/result.ts'
import type { Tuning } from '../model/tuning.ts'
import { median, sortSamples } from '../stats/quantile.ts'
import { crossover, tuneDataset } from '../stats/tuning.ts'
import { disagreement } from './agreement.ts'
import { compareRow } from './comparison.ts'
import { indexLog, type LogIndex } from './log-index.ts'
import { rowsIn } from './rows.ts'
import { sharedSamples } from './shared-samples.ts'

type TunedBenchmark = Tuning['benchmarks'][number]
type TunedDataset = TunedBenchmark['datasets'][number]

/**
 * Which arm's candidate is fastest, by benchmark and dataset, and where that changes with the size of the input.
 * Throws a UserError for a run of one arm, where there is nothing to choose.
 */
export function tune(events: readonly Event[]): Tuning {
  const log = indexLog(events)
  const arms = log.run.arms.map(({ name }) => name)
  if (arms.length < 2) {
    throw new UserError(`tune chooses between arms, and this run has only ${arms.join(', ') || 'none'}`)
  }
  return tuneComparisons(
    log,
    rowsIn(log).map((row) => compareRow(log, row)),
  )
}

/** The same of comparisons that are made already; of a run of one arm, only how its times grow with the input. */
export function tuneComparisons(log: LogIndex, comparisons: readonly Comparison[]): Tuning {
  const benchmarks = new Map<string, Comparison[]>()
  for (const comparison of comparisons) {
    const rows = benchmarks.get(comparison.benchmark)
    if (rows === undefined) benchmarks.set(comparison.benchmark, [comparison])
    else rows.push(comparison)
  }
  return {
    arms: log.run.arms.map(({ name }) => name),
    benchmarks: [...benchmarks].map(([name, rows]) => tuneBenchmark(log, name, rows)),
  }
}

function tuneBenchmark(log: LogIndex, benchmark: string, rows: readonly Comparison[]): TunedBenchmark {
  const scales = new Map(rows.map(({ dataset, scale }) => [dataset, scale]))
  const datasets = bySize([...scales]).map(([dataset, scale]) => ({
    dataset,
    scale,
    ...chooseArm(
      log,
      rows.filter((row) => row.dataset === dataset),
    ),
  }))
  return {
    benchmark,
    crossover: crossover(datasets.map(({ dataset, winner }) => ({ dataset, arm: winner }))),
    datasets,
  }
}

/** The fastest of the arms' comparisons of one dataset: none that was wrong or incomplete takes part. */
function chooseArm(
  log: LogIndex,
  rows: readonly Comparison[],
): Pick<TunedDataset, 'winner' | 'reason' | 'medians_us'> {
  const measured = rows.filter(({ status }) => status === 'measured')
  const shared = sharedSamples(measured)
  const arms = measured.map(({ arm }, index) => ({ arm, samples: shared[index] ?? [] }))
  const medians_us = Object.fromEntries(arms.map(({ arm, samples }) => [arm, median(sortSamples(samples))]))
  const reason = objection(log, rows, measured)
  return { winner: reason === null ? tuneDataset(arms) : null, reason, medians_us }
}

function objection(
  log: LogIndex,
  rows: readonly Comparison[],
  measured: readonly Comparison[],
): string | null {
  const [first, ...others] = measured
  if (first === undefined || others.length === 0) {
    const rest = rows.flatMap(({ arm, status }) => (status === 'measured' ? [] : [`${arm} is ${status}`]))
    return `fewer than two arms were measured${rest.length === 0 ? '' : `: ${rest.join(', ')}`}`
  }
  const { benchmark, dataset } = first
  const reference = implementationOf(first.arm, 'candidate')
  const differing = others.some(
    ({ arm }) =>
      disagreement(log, implementationOf(arm, 'candidate'), reference, benchmark, dataset) !== null,
  )
  return differing ? 'the arms do not do the same work' : null
}

/** By scale where all scales are numbers, else as they were listed. */
function bySize(scales: readonly (readonly [dataset: string, scale: string])[]) {
  const isNumeric = scales.every(([, scale]) => scale.trim() !== '' && Number.isFinite(Number(scale)))
  return isNumeric ? scales.toSorted(([, a], [, b]) => Number(a) - Number(b)) : scales
}
