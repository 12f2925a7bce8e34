import type { EventOf } from '../model/event.ts'
import type { RevisionName } from '../model/implementation.ts'
import { GROWTH_PCT } from '../model/resources.ts'
import type { Comparison, Result } from '../model/result.ts'
import { median, sortSamples } from '../stats/quantile.ts'
import type { LogIndex } from './log-index.ts'

/** How what a row takes beside time is reduced, in a sentence. */
export const RESOURCE_RULE = `peak memory: the median over the valid confirmatory observations; size: of the program as it was built; ratios: candidate over baseline, null where a side is missing or zero; growth of more than ${GROWTH_PCT} % is named; nothing of this gates`

/**
 * What a row's two programs took beside time: peak memory, size, time to build, and the ratios of the two sides; and how
 * many of its observations were disturbed.
 */
export function resourcesOf(
  log: LogIndex,
  arm: string,
  observations: readonly EventOf<'observation'>[],
): Comparison['resources'] {
  const side = (revision: RevisionName) => {
    const own = observations.filter((one) => one.valid && one.implementation.endsWith(`@${revision}`))
    const build = log.build(arm, revision)
    return {
      peak_rss_bytes: peakOf(own),
      iterations: own.at(-1)?.iterations ?? null,
      disturbed: own.filter((one) => one.disturbed === true).length,
      size_bytes: build?.size_bytes ?? null,
      build_ms: build?.status === 'built' ? build.build_ms : null,
    }
  }
  const [baseline, candidate] = [side('baseline'), side('candidate')]
  return {
    baseline,
    candidate,
    peak_rss_ratio: ratioOf(baseline.peak_rss_bytes, candidate.peak_rss_bytes),
    size_ratio: ratioOf(baseline.size_bytes, candidate.size_bytes),
    build_ms_ratio: ratioOf(baseline.build_ms, candidate.build_ms),
  }
}

/**
 * In whole bytes; null without an observation that tells it. The median, as one process may be charged for a page more
 * or less than the next one: the largest of many grows with their number.
 */
function peakOf(observations: readonly EventOf<'observation'>[]): number | null {
  const peaks = observations
    .filter(({ phase }) => phase === 'confirmatory')
    .flatMap((one) => one.peak_rss_bytes ?? [])
  return peaks.length === 0 ? null : Math.round(median(sortSamples(peaks)))
}

/** Candidate over baseline; null where either is missing or zero. */
function ratioOf(baseline: number | null, candidate: number | null): number | null {
  return baseline === null || candidate === null || baseline === 0 || candidate === 0
    ? null
    : candidate / baseline
}

/** The row whose memory and the arm whose program grew most, where that is by more than the stated share. */
export function growthsIn(comparisons: readonly Comparison[]): Result['summary']['growths'] {
  return [
    ...mostGrown('peak-memory', 'peak_rss_bytes', comparisons),
    ...mostGrown('size', 'size_bytes', comparisons),
  ]
}

function mostGrown(
  resource: 'peak-memory' | 'size',
  field: 'peak_rss_bytes' | 'size_bytes',
  comparisons: readonly Comparison[],
): Result['summary']['growths'] {
  const [most] = comparisons
    .flatMap(({ id, arm, resources }) => {
      const [baseline, candidate] = [resources.baseline[field], resources.candidate[field]]
      if (ratioOf(baseline, candidate) === null || baseline === null || candidate === null) return []
      return [{ resource, id, arm, pct: ((candidate - baseline) / baseline) * 100 }]
    })
    .filter(({ pct }) => pct > GROWTH_PCT)
    .toSorted((a, b) => b.pct - a.pct)
  return most === undefined ? [] : [most]
}
