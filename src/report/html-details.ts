import type { Comparison } from '../model/result.ts'
import { type Html, html, htmlLines } from './html-text.ts'
import { formatBytes, formatElapsed, formatPercent, formatTime } from './quantity.ts'
import { formatSides, memoryOf } from './resources.ts'

/** All that is known of one comparison, as a list of names and values. */
export function detailsOf(comparison: Comparison): Html {
  const facts: readonly (readonly [string, string])[] = [
    ['id', comparison.id],
    ['scale', comparison.scale],
    ['status', comparison.status],
    ...timing(comparison),
    ...noise(comparison),
    ...resources(comparison),
    ...blocks(comparison),
    ['seed', comparison.seed],
  ]
  return definitions(facts.filter(([, value]) => value !== ''))
}

/** A list of names and values, without the end tags that HTML lets one leave out. */
export function definitions(facts: readonly (readonly [name: string, value: string])[]): Html {
  return html`<dl>
${facts.map(([name, value]) => html`<dt>${name}<dd>${htmlLines(value)}`)}
</dl>`
}

function timing(comparison: Comparison): readonly (readonly [string, string])[] {
  const { decision, delta_pct: delta, speedup, interval, sensitivity } = comparison
  return [
    ['decision', decision ?? ''],
    ['significant regression', comparison.significant_regression ? 'yes' : 'no'],
    ['Δ', delta === null ? '' : formatPercent(delta)],
    ['speedup', speedup === null ? '' : `×${speedup.toFixed(4)}`],
    [
      'interval of the median paired difference',
      interval === null ? '' : `[${formatTime(interval.low)}, ${formatTime(interval.high)}]`,
    ],
    ['noise of the paired differences', percent(sensitivity?.noise_pct)],
    ['slowdown it would have caught 8 times in 10', percent(sensitivity?.detectable_pct)],
    ['slower by at most', percent(sensitivity?.at_most_pct)],
    ['blocks that would settle it', String(sensitivity?.blocks_to_settle ?? '')],
  ]
}

function percent(pct: number | null | undefined): string {
  return pct == null ? '' : `${pct.toFixed(2)} %`
}

function noise({ noise: rule }: Comparison): readonly (readonly [string, string])[] {
  if (rule === null) return []
  const { outcome, ratio, best_ratio, tolerance, noise: spread } = rule
  return [
    [
      'noise rule',
      `${outcome}: ratio ${ratio} of medians, ${best_ratio} of best runs, tolerance ${tolerance}, noise ${spread}`,
    ],
  ]
}

function resources({ resources }: Comparison): readonly (readonly [string, string])[] {
  const { baseline, candidate, size_ratio, build_ms_ratio } = resources
  const isDisturbed = baseline.disturbed + candidate.disturbed > 0
  return [
    ['calls in a batch', formatSides(baseline.iterations, candidate.iterations, null, String)],
    ['disturbed batches', isDisturbed ? `${baseline.disturbed} → ${candidate.disturbed}` : ''],
    ['peak memory', memoryOf({ resources })],
    ['size of the program', formatSides(baseline.size_bytes, candidate.size_bytes, size_ratio, formatBytes)],
    ['time of the build', formatSides(baseline.build_ms, candidate.build_ms, build_ms_ratio, formatElapsed)],
  ]
}

function blocks({ samples, repeated_blocks: repeated }: Comparison): readonly (readonly [string, string])[] {
  return [
    ['pairs', samples.block_ids.length === 0 ? '' : String(samples.block_ids.length)],
    ['blocks measured again', repeated.join(' ')],
  ]
}
