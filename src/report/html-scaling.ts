import type { Evidence } from '../model/evidence.ts'
import type { Tuning } from '../model/tuning.ts'
import { differsInWork, scalingChart } from './charts/scaling.ts'
import { crossoverSentence } from './crossover.ts'
import { type Html, html } from './html-text.ts'

/** How the times of the candidates grow with the input, and where another arm becomes the fastest. */
export function scaling({ tuning }: Evidence): Html {
  const drawn = tuning.benchmarks.flatMap((tuned) => {
    const plot = scalingChart(tuned, tuning.arms)
    return plot === null ? [] : [{ tuned, plot }]
  })
  if (drawn.length === 0) return html``
  return html`<section id="scaling" aria-labelledby="scaling-title"><h2 id="scaling-title">Scaling</h2>
<p class="legend">Medians of the candidates over the size of the input; axes are logarithmic, but for a size of 0. A shaded span is where the fastest arm changes: somewhere between two sizes.</p>
<div class="plots many">
${drawn.map(
  ({ tuned, plot }) =>
    html`<figure><figcaption><code>${tuned.benchmark}</code>${captionOf(tuned, tuning.arms)}</figcaption>${plot}</figure>`,
)}
</div></section>`
}

function captionOf(tuned: Tuning['benchmarks'][number], arms: readonly string[]): Html {
  if (arms.length < 2) return html``
  const reasons = [...new Set(tuned.datasets.filter(differsInWork).flatMap(({ reason }) => reason ?? []))]
  return html` <span>${[crossoverSentence(tuned), ...reasons.map((reason) => `not drawn: ${reason}`)].join('; ')}</span>`
}
