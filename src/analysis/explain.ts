import { UNKNOWN } from '../model/environment.ts'
import type { Event } from '../model/event.ts'
import type { Effect, Explanation, Explanations } from '../model/explanation.ts'
import type { Comparison, Result } from '../model/result.ts'
import type { Series } from '../model/series.ts'
import type { NoiseFloor } from '../stats/noise.ts'
import { rulesOf } from './conditions.ts'
import { gatingRegressions } from './gating.ts'
import { indexLog } from './log-index.ts'
import { fewestIterations, pair } from './pairing.ts'
import { reduce } from './reduce.ts'
import { rerunOf } from './rerun.ts'
import { seriesIn } from './series.ts'
import { storyOf } from './story.ts'

/** What decides how fast the machine runs; none of it may be there in a log. */
const SETTINGS = [
  'governor',
  'boost',
  'max_frequency_mhz',
  'frequency_limit_mhz',
  'frequency_mhz',
  'cpu_quota',
] as const

/**
 * Explains the rows of a log that `selects` chooses, in their order. Throws a UserError for a log that does not begin
 * with the event `run`, or has an observation twice.
 */
export function explain(
  events: readonly Event[],
  eventsSha256: string,
  selects: (row: Comparison) => boolean,
): Explanations {
  const result = reduce(events, eventsSha256)
  const log = indexLog(events)
  const floor = log.run.noise_floor.ns / 1000
  const series = seriesIn(events)
  const rows = result.comparisons.flatMap((row, index) => {
    if (!selects(row)) return []
    const { pairs } = pair(log.observations(row.arm, row.benchmark, row.dataset))
    return [explanationOf(result, row, series[index], { floor, iterations: fewestIterations(pairs) })]
  })
  return { rows, power: powerOf(result), notes: result.machine?.notes ?? [], placement: result.placement }
}

function explanationOf(
  result: Result,
  comparison: Comparison,
  series: Series | undefined,
  floor: NoiseFloor,
): Explanation {
  const none = { sorted_us: [], median_us: null }
  return {
    comparison,
    baseline: series?.baseline ?? none,
    candidate: series?.candidate ?? none,
    rules: rulesOf(comparison, floor),
    story: storyOf(comparison),
    effect: effectOf(result, comparison),
    rerun: rerunOf(result, comparison),
  }
}

function effectOf(result: Result, comparison: Comparison): Effect {
  if (comparison.status === 'invalid' || comparison.status === 'wrong-result') return 'trouble'
  if (comparison.verdict !== 'regression') return 'no-regression'
  if (!result.protocol.gates) return 'not-gating'
  return gatingRegressions(result).includes(comparison) ? 'fails' : 'same-program'
}

/** As it was set, and what became of it from before the first block to after the last. */
function powerOf({ environment: { performance }, machine }: Result): Explanations['power'] {
  const during = machine?.during ?? null
  const times = (count: number | null | undefined) =>
    count == null ? UNKNOWN : count === 0 ? 'none' : `${count} times`
  return {
    ...Object.fromEntries(SETTINGS.map((name) => [name, performance[name] ?? UNKNOWN])),
    throttling: times(during?.throttled),
    quota_stops: times(during?.quota_stops),
    temperature: during?.temperature_c == null ? UNKNOWN : `${during.temperature_c} °C`,
    other_processes: during === null ? UNKNOWN : `${during.others_pct} % of ${during.cpus} CPUs`,
  }
}
