import type { Comparison, Result } from '../model/result.ts'
import type { Series, SeriesBlock } from '../model/series.ts'
import { adviceOf } from '../model/warning.ts'
import { differencesChart } from './charts/differences.ts'
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
    sentences.length === 0 ? html`` : html`<p class="words">${tied(sentences.join(' '))}</p>`
  }${listed('findings', '', findingsOf(comparison))}${listed('doubts', 'Doubts, with advice', comparison.warnings.map(adviceOf))}${series === undefined ? html`` : plots(comparison, series, gate.threshold_pct)}<details class="facts"><summary>All facts of this row</summary>${detailsOf(comparison)}</details></div>`
}

function listed(kind: string, title: string, sentences: readonly string[]): Html {
  if (sentences.length === 0) return html``
  const heading = title === '' ? html`` : html`<p class="doubts-title">${title}</p>`
  return html`${heading}<ul class="${kind}">${sentences.map((sentence) => html`<li>${tied(sentence)}</li>`)}</ul>`
}

/** A number is not parted from its unit at the end of a line. */
function tied(sentence: string): string {
  return sentence.replaceAll(/(?<=\d) (?=%|[µmn]?s\b)/g, '\u00a0')
}

function plots(comparison: Comparison, series: Series, thresholdPct: number): Html {
  const drawn = differencesChart(comparison, series, thresholdPct)
  const strip = stripChart(series, thresholdPct)
  if (strip === null) return html``
  const differences =
    drawn === null
      ? html``
      : html`<figure class="blocks" data-first="${drawn.first}" data-step="${drawn.step}"><figcaption>Paired differences, block by block</figcaption>${drawn.chart}</figure>`
  return html`<div class="plots">${differences}<figure><figcaption>Samples of both revisions, one dot a batch</figcaption>${strip}</figure></div>${blockLines(series)}`
}

/** One text and no table: a thousand rows have some ten thousand blocks, and a browser holds a cell dearer than a line. */
function blockLines({ blocks }: Series): Html {
  return html`<details class="facts"><summary>${`Numbers of all ${blocks.length} blocks`}</summary><pre class="numbers">${blocks.map((block) => html`${lineOf(block)}`)}</pre></details>`
}

/** `block 7: 12.31 µs → 12.52 µs, +1.71 %, candidate first`. */
function lineOf(block: SeriesBlock): string {
  const name = `block ${block.block}:`
  if (block.kind === 'gap') return [`${name} no pair`, ...block.reasons].join('; ')
  const times = formatTimes(block.baseline_us, block.candidate_us).join(' → ')
  const difference = block.difference_pct === null ? '' : `, ${formatSigned(block.difference_pct)} %`
  const again = block.attempts > 1 ? `, attempt ${block.attempt + 1} of ${block.attempts}` : ''
  return `${name} ${times}${difference}, ${block.first} first${again}`
}
