import type { Comparability } from '../model/comparability.ts'
import type { Result } from '../model/result.ts'
import type { Conclusion } from '../model/verdict.ts'
import { detailsOf } from './html-details.ts'
import { builds, comparedWith, crossArm, environment, rules } from './html-sections.ts'
import { style } from './html-style.ts'
import { type Html, html } from './html-text.ts'
import { changesOf, closingParts, doubtsOf, factsOf, legendOf, troublesOf } from './phrases.ts'
import { byCategory, type Group, nameOf, type Row, type Tone } from './table.ts'

/** The report as one page: no script, no network, everything that the result holds but the samples. */
export function renderHtml(result: Result, comparability: Comparability | null = null): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>pairgate: ${result.conclusion}</title>
<style>${{ html: style }}</style>
</head>
<body>
<h1 class="${CONCLUSION_TONES[result.conclusion]}">pairgate: ${result.conclusion}</h1>
<p class="headline">${result.summary.headline}</p>
<p class="closing">${closingParts(result).join(' · ')}</p>
${listed('Trouble', 'trouble', troublesOf(result))}
${listed('Doubts about the run', 'doubt', doubtsOf(result))}
${listed('Changed by the candidate, beside the code', 'doubt', changesOf(result))}
<dl>
${factsOf(result).map(([name, value]) => html`<dt>${name}</dt><dd class="mono">${value}</dd>`)}
</dl>
${table(result)}
<p class="legend">${legendOf(result)}</p>
${crossArm(result)}
${builds(result)}
${environment(result)}
${comparedWith(comparability)}
${rules(result)}
</body>
</html>
`
  return page.html
}

function listed(title: string, tone: Tone, sentences: readonly string[]): Html {
  if (sentences.length === 0) return html``
  return html`<h2 class="${tone}">${title}</h2>
<ul>
${sentences.map((sentence) => html`<li class="said">${sentence}</li>`)}
</ul>`
}

const COLUMNS = 9

function table(result: Result): Html {
  const details = new Map(result.comparisons.map((comparison) => [comparison.id, detailsOf(comparison)]))
  const groups = byCategory(result)
  if (groups.length === 0) return html``
  return html`<h2>Rows</h2>
<div class="wide"><table>
<thead><tr><th>benchmark</th><th>arm</th><th class="number">baseline</th><th class="number">candidate</th><th class="number">Δ %</th><th class="number">${result.gate.confidence_pct} % interval</th><th>verdict</th><th class="number">slower by at most</th><th class="number">peak memory</th></tr></thead>
${groups.map((group) => groupOf(group, details))}
</table></div>`
}

function groupOf({ category, rows }: Group, details: ReadonlyMap<string, Html>): Html {
  return html`<tbody>
<tr><th class="group" colspan="${COLUMNS}">${category === '' ? 'no category' : category}</th></tr>
${rows.map((row) => rowOf(row, details.get(row.id) ?? html``))}
</tbody>`
}

function rowOf(row: Row, details: Html): Html {
  return html`<tr class="row"><td class="name"><code>${nameOf(row)}</code></td><td><code>${row.arm}</code></td><td class="number">${row.baseline}</td><td class="number">${row.candidate}</td><td class="number ${row.tone === 'bad' ? 'bad' : ''}">${row.delta}</td><td class="number">${row.interval}</td><td class="verdict ${row.tone}">${row.verdict}</td><td class="number">${row.bound}</td><td class="number">${row.memory}</td></tr>
<tr class="more"><td colspan="${COLUMNS}"><details><summary>${row.notes.length === 0 ? 'details' : row.notes.join(' · ')}</summary>${details}</details></td></tr>`
}

const CONCLUSION_TONES: Readonly<Record<Conclusion, Tone>> = {
  pass: 'good',
  regression: 'bad',
  'wrong-result': 'trouble',
  invalid: 'trouble',
  incomplete: 'trouble',
}
