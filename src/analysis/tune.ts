import type { Event } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import { implementationOf } from '../model/implementation.ts'
import type { Tuning } from '../model/tuning.ts'
import { median, sortSamples } from '../stats/quantile.ts'
import { crossover, tuneDataset } from '../stats/tuning.ts'
import { disagreement } from './agreement.ts'
import { isEliminated } from './elimination.ts'
import { indexLog, type LogIndex } from './log-index.ts'
import { rowsIn, type StandingRow } from './rows.ts'

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
  const benchmarks = new Map<string, StandingRow[]>()
  for (const row of rowsIn(log)) {
    const rows = benchmarks.get(row.benchmark)
    if (rows === undefined) benchmarks.set(row.benchmark, [row])
    else rows.push(row)
  }
  return { arms, benchmarks: [...benchmarks].map(([name, rows]) => tuneBenchmark(log, arms, name, rows)) }
}

function tuneBenchmark(
  log: LogIndex,
  arms: readonly string[],
  benchmark: string,
  rows: readonly StandingRow[],
): TunedBenchmark {
  const scales = new Map(rows.map(({ dataset, scale }) => [dataset, scale]))
  const datasets = bySize([...scales]).map(([dataset, scale]) =>
    tuneRow(log, arms, benchmark, dataset, scale),
  )
  return {
    benchmark,
    crossover: crossover(datasets.map(({ dataset, winner }) => ({ dataset, arm: winner }))),
    datasets,
  }
}

function tuneRow(
  log: LogIndex,
  arms: readonly string[],
  benchmark: string,
  dataset: string,
  scale: string,
): TunedDataset {
  const measured = arms.flatMap((arm) => {
    const samples = samplesOf(log, arm, benchmark, dataset)
    return samples.length === 0 ? [] : [{ arm, samples }]
  })
  const [first] = measured
  const reference = implementationOf(first?.arm ?? '', 'candidate')
  const same = measured.filter(
    ({ arm }) =>
      arm === first?.arm ||
      disagreement(log, implementationOf(arm, 'candidate'), reference, benchmark, dataset) === null,
  )
  const eliminated = arms.some((arm) => isEliminated(observationsOf(log, arm, benchmark, dataset)))
  const isComparable = measured.length >= 2 && same.length === measured.length && !eliminated
  return {
    dataset,
    scale,
    winner: isComparable ? tuneDataset(same) : null,
    reason: isComparable
      ? null
      : measured.length < 2
        ? 'fewer than two arms were measured'
        : eliminated
          ? 'the optimiser deleted the work'
          : 'the arms do not do the same work',
    medians_us: Object.fromEntries(measured.map(({ arm, samples }) => [arm, median(sortSamples(samples))])),
  }
}

/** The valid confirmatory observations of an arm's candidate. */
function observationsOf(log: LogIndex, arm: string, benchmark: string, dataset: string) {
  const candidate = implementationOf(arm, 'candidate')
  return log
    .observations(arm, benchmark, dataset)
    .filter((one) => one.implementation === candidate && one.phase === 'confirmatory' && one.valid)
}

/** Their times, in µs. */
function samplesOf(log: LogIndex, arm: string, benchmark: string, dataset: string): number[] {
  return observationsOf(log, arm, benchmark, dataset).flatMap(({ elapsed_us }) =>
    elapsed_us === null ? [] : [elapsed_us],
  )
}

/** By scale where all scales are numbers, else as they were listed. */
function bySize(scales: readonly (readonly [dataset: string, scale: string])[]) {
  const isNumeric = scales.every(([, scale]) => scale.trim() !== '' && Number.isFinite(Number(scale)))
  return isNumeric ? scales.toSorted(([, a], [, b]) => Number(a) - Number(b)) : scales
}
