import type { EventOf } from '../model/event.ts'
import type { RevisionName } from '../model/implementation.ts'
import type { Comparison } from '../model/result.ts'
import type { LogIndex } from './log-index.ts'

/** What a row's two programs took beside time: peak memory over all valid observations, how many of them were disturbed, size, time to build. */
export function resourcesOf(
  log: LogIndex,
  arm: string,
  observations: readonly EventOf<'observation'>[],
): Comparison['resources'] {
  const side = (revision: RevisionName) => {
    const own = observations.filter((one) => one.valid && one.implementation.endsWith(`@${revision}`))
    const build = log.build(arm, revision)
    const peaks = own.map((one) => one.peak_rss_bytes).filter((bytes) => bytes !== null)
    return {
      peak_rss_bytes: peaks.length === 0 ? null : Math.max(...peaks),
      iterations: own.at(-1)?.iterations ?? null,
      disturbed: own.filter((one) => one.disturbed === true).length,
      size_bytes: build?.size_bytes ?? null,
      build_ms: build?.status === 'built' ? build.build_ms : null,
    }
  }
  return { baseline: side('baseline'), candidate: side('candidate') }
}
