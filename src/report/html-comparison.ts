import type { Comparison, Result } from '../model/result.ts'
import type { Series, SeriesBlock } from '../model/series.ts'
import { adviceOf } from '../model/warning.ts'
import { differencesChart } from './charts/differences.ts'
import { join } from './charts/frame.ts'
import { stripChart } from './charts/strip.ts'
import { detailsOf } from './html-details.ts'
import { type Html, html } from './html-text.ts'
import { findingsOf } from './notes.ts'
import { formatSigned, formatTimes } from './quantity.ts'
import { sentencesOf } from './sentences.ts'

/** Everything about one comparison: its numbers in words and drawn, its doubts with advice, its blocks and its facts. */
export function comparisonPanel(comparison: Comparison, series: Series | undefined, { gate }: Result): Html {
  const sentences = sentencesOf(comparison, gate.threshold_pct)
  return html`<div class="panel">${
    sentences.length === 0 ? html`` : html`<p class="words">${sentences.join(' ')}</p>`
  }${listed('findings', '', findingsOf(comparison))}${listed('doubts', 'Doubts, with advice', comparison.warnings.map(adviceOf))}${series === undefined ? html`` : plots(comparison, series, gate.threshold_pct)}<details class="facts"><summary>All facts of this row</summary>${detailsOf(comparison)}</details></div>`
}

function listed(kind: string, title: string, sentences: readonly string[]): Html {
  if (sentences.length === 0) return html``
  const heading = title === '' ? html`` : html`<p class="doubts-title">${title}</p>`
  return html`${heading}<ul class="${kind}">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
}

function plots(comparison: Comparison, series: Series, thresholdPct: number): Html {
  const drawn = differencesChart(comparison, series, thresholdPct)
  const strip = stripChart(series, thresholdPct)
  if (strip === null) return html``
  const differences =
    drawn === null
      ? html``
      : html`<figure class="blocks" data-first="${drawn.first}" data-step="${drawn.step}"><figcaption>Paired differences, block by block</figcaption>${drawn.chart}</figure>`
  return html`<div class="plots">${differences}<figure><figcaption>Samples of both revisions, one dot a batch</figcaption>${strip}</figure></div>${blockTable(series)}`
}

/** End tags are left out where HTML lets them be: a thousand rows have some ten thousand blocks. */
function blockTable({ blocks }: Series): Html {
  return html`<details class="facts"><summary>${`Numbers of all ${blocks.length} blocks`}</summary><table class="numbers"><thead><tr><th scope="col">block<th scope="col">baseline<th scope="col">candidate<th scope="col">difference<th scope="col">remarks<tbody>${join(blocks.map(blockRow))}</table></details>`
}

function blockRow(block: SeriesBlock): Html {
  const remarks = remarksOf(block)
  if (block.kind === 'gap') return html`<tr><td>${block.block}<td>–<td>–<td>–<td>${remarks}`
  const [baseline, candidate] = formatTimes(block.baseline_us, block.candidate_us)
  const difference = block.difference_pct === null ? '–' : `${formatSigned(block.difference_pct)} %`
  return html`<tr><td>${block.block}<td>${baseline}<td>${candidate}<td>${difference}<td>${remarks}`
}

function remarksOf(block: SeriesBlock): string {
  if (block.kind === 'gap') return ['no pair', ...block.reasons].join('; ')
  return block.attempts > 1 ? `attempt ${block.attempt + 1} of ${block.attempts}` : ''
}
