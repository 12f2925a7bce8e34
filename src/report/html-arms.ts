import type { Result } from '../model/result.ts'
import { type RatioLine, ratiosChart } from './charts/ratios.ts'
import { armRows, armSentences } from './cross-arm.ts'
import { type Html, html } from './html-text.ts'

/** With more rows than this the table between arms is closed at first. */
const MANY = 30

/** Arms against the first arm, by the noise rule: no gate hangs on it. */
export function crossArm(result: Result): Html {
  const rows = armRows(result)
  if (rows.length === 0) return html``
  return html`<section id="arms" aria-labelledby="arms-title"><h2 id="arms-title">Between arms</h2>
<p class="legend">Candidates only, by the noise rule; nothing here fails the check. A ratio above 1 is slower than the first arm.</p>
<div class="plots">${charts(result)}</div>
${armSentences(result).map((sentence) => html`<p>${sentence}</p>`)}
<details class="facts"${rows.length > MANY ? html`` : html` open`}><summary>${`All ${rows.length} rows between arms`}</summary>
<div class="scroller"><table>
<thead><tr><th scope="col">benchmark</th><th scope="col">arm</th><th scope="col">against</th><th scope="col">outcome</th><th scope="col" class="number">ratio</th><th scope="col" class="number">best runs</th><th scope="col" class="number">tolerance</th></tr></thead>
<tbody>
${rows.map(
  (row) =>
    html`<tr><th scope="row" class="name"><code>${row.name}</code></th><td><code>${row.arm}</code></td><td><code>${row.against}</code></td>${
      row.ratio === ''
        ? html`<td colspan="4" class="dim">${row.outcome}</td>`
        : html`<td>${row.outcome}</td><td class="number">${row.ratio}</td><td class="number">${row.best}</td><td class="number">${row.tolerance}</td>`
    }</tr>`,
)}
</tbody></table></div></details></section>`
}

/** Of each arm, its rows by category with their geometric means, and all of them at last. */
function charts({ cross_arm: { rows, arms } }: Result): readonly Html[] {
  return arms.map(({ arm, against, categories, geometric_mean: mean }) => {
    const own = rows.filter((row) => row.arm === arm && row.against === against)
    const ratiosOf = (some: typeof own) => some.flatMap(({ noise }) => noise?.ratio ?? [])
    const lines: readonly RatioLine[] = [
      ...categories.map(({ category, ratio }) => ({
        label: category === '' ? 'no category' : category,
        ratios: ratiosOf(own.filter((row) => row.category === category)),
        mean: ratio,
      })),
      { label: 'all rows', ratios: ratiosOf(own), mean: mean.ratio },
    ]
    const title = `${arm} against ${against}`
    return html`<figure><figcaption><code>${arm}</code> against <code>${against}</code><span>a dot a row, a bar at the geometric mean</span></figcaption>${ratiosChart(title, lines)}</figure>`
  })
}
