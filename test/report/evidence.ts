import type { Evidence } from '../../src/model/evidence.ts'
import type { Comparison, Result } from '../../src/model/result.ts'
import type { Series, SeriesSide } from '../../src/model/series.ts'
import type { Tuning } from '../../src/model/tuning.ts'

/** What the numbers of a made-up result would rest on: its own samples, and no order of sizes. */
export function evidenceFor({ comparisons, arms }: Result, tuning?: Tuning): Evidence {
  return {
    series: comparisons.map(seriesFor),
    tuning: tuning ?? { arms: arms.map(({ name }) => name), benchmarks: [] },
  }
}

function seriesFor({ id, samples, baseline_median_us, candidate_median_us }: Comparison): Series {
  return {
    id,
    baseline: sideFor(samples.baseline_us, baseline_median_us),
    candidate: sideFor(samples.candidate_us, candidate_median_us),
    blocks: samples.block_ids.map((block, index) => {
      const [baseline_us = 0, candidate_us = 0] = [samples.baseline_us[index], samples.candidate_us[index]]
      return {
        kind: 'pair',
        block,
        attempt: 0,
        attempts: 1,
        first: index % 2 === 0 ? 'baseline' : 'candidate',
        baseline_us,
        candidate_us,
        difference_us: candidate_us - baseline_us,
        difference_pct: ((candidate_us - baseline_us) / (baseline_median_us ?? 1)) * 100,
      }
    }),
  }
}

function sideFor(samples: readonly number[], median_us: number | null): SeriesSide {
  return { sorted_us: samples.toSorted((a, b) => a - b), median_us }
}
