import type { Evidence } from '../model/evidence.ts'
import type { Comparison, Result } from '../model/result.ts'
import { type Forest, forestOf } from './charts/forest.ts'
import { join } from './charts/frame.ts'
import { comparisonPanel } from './html-comparison.ts'
import { type Html, html } from './html-text.ts'
import { countedWords, legendOf } from './phrases.ts'
import { formatRatio } from './quantity.ts'
import { SIGNS } from './signs.ts'
import { byUrgency, nameOf, type Row, rowOf, toneOf } from './table.ts'

/** The columns, with what the browser sorts them by; those named `wide` give way on a narrow page, `wider` first. */
const COLUMNS: readonly (readonly [key: string, label: string, kind: string])[] = [
  ['name', 'benchmark', 'c-name'],
  ['arm', 'arm', 'c-arm'],
  ['baseline', 'baseline', 'c-time number wide'],
  ['candidate', 'candidate', 'c-time number wide'],
  ['delta', 'Δ %', 'c-delta number'],
  ['high', '95 % interval', 'c-interval number wide'],
]
const LAST_COLUMNS: typeof COLUMNS = [
  ['verdict', 'verdict', 'c-verdict'],
  ['bound', 'slower by at most', 'c-bound number wide wider'],
  ['memory', 'peak memory', 'c-memory number wide wider'],
]
const SPAN = COLUMNS.length + 1 + LAST_COLUMNS.length

/** All comparisons, those first that a reader must see first; each opens to all that is known of it. */
export function rows(result: Result, { series }: Evidence): Html {
  const placed = result.comparisons.map((comparison, index) => ({
    comparison,
    index,
    series: series[index],
  }))
  if (placed.length === 0) return html``
  const forest = forestOf(result.comparisons, result.gate.threshold_pct)
  return html`<section id="rows" aria-labelledby="rows-title"><h2 id="rows-title">Rows</h2>
<p class="legend">${legendOf(result)} The pictures draw the intervals on one scale, in per cent: dashed lines are ±${result.gate.threshold_pct} %, an arrow says that an interval goes on.</p>
${filters(result)}
<div class="scroller"><table class="rows">
<thead><tr>${join(COLUMNS.map(head))}<th scope="col" class="c-picture wide"><span class="unseen">interval drawn, in per cent</span>${forest.axis}</th>${join(LAST_COLUMNS.map(head))}</tr></thead>
${placed
  .toSorted((a, b) => byUrgency(a.comparison, b.comparison))
  .map(({ comparison, index, series: own }) =>
    bodyOf(comparison, index, forest, comparisonPanel(comparison, own, result)),
  )}
</table></div>
</section>`
}

function head([key, label, kind]: (typeof COLUMNS)[number]): Html {
  return html`<th scope="col" class="${kind}" data-key="${key}">${label}</th>`
}

/** Shown by the script, without which it would do nothing. */
function filters(result: Result): Html {
  const arms = [...new Set(result.comparisons.map(({ arm }) => arm))]
  const categories = [...new Set(result.comparisons.map(({ category }) => category))]
  const words = countedWords(result)
  return html`<form id="filters" role="search" aria-label="Filter the rows" hidden>
<label>Search <input type="search" name="text" autocomplete="off" spellcheck="false"></label>
${choice('arm', arms)}
${choice('category', categories)}
<fieldset><legend>Verdict</legend>${words.map(
    ({ word, count }) =>
      html`<label class="chip ${toneOf(word)}"><input type="checkbox" name="verdict" value="${word}"><span><span class="sign" aria-hidden="true">${SIGNS[word]}</span> ${word} <small>${count}</small></span></label>`,
  )}</fieldset>
<p><output name="shown" aria-live="polite"></output> <button type="reset">Show all</button></p>
</form>`
}

function choice(name: string, values: readonly string[]): Html {
  if (values.length < 2) return html``
  return html`<label>${name} <select name="${name}"><option value="">all</option>${values.map((value) => html`<option value="=${value}">${value === '' ? 'none' : value}</option>`)}</select></label>`
}

function bodyOf(comparison: Comparison, index: number, forest: Forest, panel: Html): Html {
  const row = rowOf(comparison)
  const { resources } = comparison
  const memory = resources.peak_rss_ratio === null ? '' : formatRatio(resources.peak_rss_ratio)
  return html`<tbody id="r${index}" data-arm="${row.arm}" data-category="${row.category}" data-verdict="${row.verdict}" data-numbers="${numbersOf(comparison)}"><tr class="row"><th scope="row" class="c-name"><code>${nameOf(row)}</code>${row.category === '' ? html`` : html`<small>${row.category}</small>`}</th><td class="c-arm"><code>${row.arm}</code></td><td class="number wide">${row.baseline}</td><td class="number wide">${row.candidate}</td><td class="number c-delta ${row.tone === 'bad' ? 'bad' : ''}">${row.delta}</td><td class="number wide c-interval">${row.interval}</td><td class="wide c-picture">${forest.row(comparison, row.tone)}</td><td class="c-verdict ${row.tone}"><span class="sign" aria-hidden="true">${SIGNS[row.verdict]}</span> ${row.verdict}</td><td class="number wide wider">${row.bound}</td><td class="number wide wider ${row.isMemoryChanged ? 'strong' : 'dim'}">${memory}</td></tr><tr class="more"><td colspan="${SPAN}"><details><summary>${summaryOf(row)}<span class="unseen"> of ${nameOf(row)} (${row.arm})</span></summary>${panel}</details></td></tr></tbody>`
}

function summaryOf(row: Row): string {
  const [first = 'details', ...more] = row.notes
  return more.length === 0 ? first : `${first} · and ${more.length} more`
}

/** What the browser sorts by, in the order of the columns: baseline, candidate, Δ, upper end, bound, memory. */
function numbersOf(comparison: Comparison): string {
  const { baseline_median_us, candidate_median_us, delta_pct, interval_pct, sensitivity, resources } =
    comparison
  return [
    baseline_median_us,
    candidate_median_us,
    delta_pct,
    interval_pct?.high,
    sensitivity?.at_most_pct,
    resources.peak_rss_ratio,
  ]
    .map((value) => (value == null ? '' : Number(value.toPrecision(6))))
    .join(' ')
}
