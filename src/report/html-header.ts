import type { Result } from '../model/result.ts'
import { type Html, html, htmlLines } from './html-text.ts'
import { changesOf, countedWords, doubtsOf, factsOf, meansOf, troublesOf } from './phrases.ts'
import { CONCLUSIONS, SIGNS } from './signs.ts'
import { type Tone, toneOf } from './table.ts'

/** What the run came to, of which commits, on which machine, and what speaks against it. */
export function header(result: Result): Html {
  const { tone, sign } = CONCLUSIONS[result.conclusion]
  return html`<header>
<div class="verdict-bar ${tone}">
<h1><span class="sign" aria-hidden="true">${sign}</span> pairgate: ${result.conclusion}</h1>
<p class="headline">${result.summary.headline}</p>
</div>
<ul class="counts" aria-label="Rows by verdict and status">
<li><b>${result.comparisons.length}</b> ${result.comparisons.length === 1 ? 'row' : 'rows'}</li>
${countedWords(result).map(
  ({ word, count }) =>
    html`<li class="${toneOf(word)}"><b>${count}</b> <span class="sign" aria-hidden="true">${SIGNS[word]}</span> ${word}</li>`,
)}
</ul>
<dl class="facts">
${factsOf(result).map(([name, value]) => html`<dt>${name}</dt><dd class="mono">${value}</dd>`)}
</dl>
<ul class="means">${meansOf(result).map((sentence) => html`<li>${sentence}</li>`)}</ul>
${listed('Trouble', 'trouble', troublesOf(result))}
${listed('Doubts about the run', 'doubt', doubtsOf(result))}
${listed('Changed by the candidate, beside the code', 'doubt', changesOf(result))}
</header>`
}

function listed(title: string, tone: Tone, sentences: readonly string[]): Html {
  if (sentences.length === 0) return html``
  return html`<section class="said-of-run ${tone}"><h2>${title}</h2>
<ul>
${sentences.map((sentence) => html`<li class="${sentence.includes('\n') ? 'said mono' : 'said'}">${htmlLines(sentence)}</li>`)}
</ul></section>`
}
