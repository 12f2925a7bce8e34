import { caseName } from '../model/benchmark.ts'
import { GROWTH_PCT } from '../model/resources.ts'
import type { Comparison, Result } from '../model/result.ts'
import { type Html, html } from './html-text.ts'
import { formatBytes, formatElapsed, formatRatio } from './quantity.ts'
import { isMemoryChanged } from './resources.ts'

/** What the revisions take beside time: size and build of each program, and the peak memory of the rows. */
export function resources(result: Result): Html {
  const programs = result.arms.flatMap(({ name }) => {
    const row = result.comparisons.find(({ arm }) => arm === name)
    return row === undefined ? [] : [{ name, ...row.resources }]
  })
  if (programs.length === 0) return html``
  return html`<section id="resources" aria-labelledby="resources-title"><h2 id="resources-title">Memory, size and build time</h2>
<p class="legend">For information: nothing of this fails the check.</p>
<div class="scroller"><table>
<thead><tr><th scope="col">what</th><th scope="col">arm</th><th scope="col" class="number">baseline</th><th scope="col" class="number">candidate</th><th scope="col" class="number">ratio</th></tr></thead>
<tbody>
${programs.map(({ name, baseline, candidate, size_ratio }) => line('size of the program', name, baseline.size_bytes, candidate.size_bytes, size_ratio, formatBytes))}
${programs.map(({ name, baseline, candidate, build_ms_ratio }) => line('time of the build', name, baseline.build_ms, candidate.build_ms, build_ms_ratio, formatElapsed))}
${result.comparisons.filter(isMemoryChanged).map(memoryLine)}
</tbody></table></div>
<p class="dim">${memorySentence(result.comparisons)}</p></section>`
}

function memoryLine({
  arm,
  benchmark,
  dataset,
  resources: { baseline, candidate, peak_rss_ratio },
}: Comparison): Html {
  return line(
    `peak memory of ${caseName({ benchmark, dataset })}`,
    arm,
    baseline.peak_rss_bytes,
    candidate.peak_rss_bytes,
    peak_rss_ratio,
    formatBytes,
  )
}

function line(
  what: string,
  arm: string,
  baseline: number | null,
  candidate: number | null,
  ratio: number | null,
  format: (value: number) => string,
): Html {
  if (baseline === null && candidate === null) return html``
  return html`<tr><th scope="row" class="name">${what}</th><td><code>${arm}</code></td><td class="number">${baseline === null ? '–' : format(baseline)}</td><td class="number">${candidate === null ? '–' : format(candidate)}</td><td class="number">${ratio === null ? '' : formatRatio(ratio)}</td></tr>`
}

function memorySentence(comparisons: readonly Comparison[]): string {
  const told = comparisons.filter(({ resources }) => resources.peak_rss_ratio !== null).length
  if (told === 0) return 'No row tells its peak memory.'
  const changed = comparisons.filter(isMemoryChanged).length
  return `The peak memory of ${changed === 0 ? 'none' : changed} of ${told} rows changed by more than ${GROWTH_PCT} %; each row has its own.`
}
