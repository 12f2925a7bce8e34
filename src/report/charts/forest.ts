import { scaleLinear } from 'd3-scale'
import type { Comparison } from '../../model/result.ts'
import { type Html, html } from '../html-text.ts'
import { formatTick } from '../quantity.ts'
import type { Tone } from '../table.ts'
import { coordinate, type Scale } from './frame.ts'

const WIDTH = 150
const HEIGHT = 20
/** Room for the arrows at its ends. */
const MARGIN = 4
/** The scale shows at least this and at most that to either side, in per cent: an interval beyond it gets an arrow. */
const NARROWEST = 6
const WIDEST = 12

type Row = Pick<Comparison, 'delta_pct' | 'interval_pct'>

/** The intervals of all rows on one scale. */
export interface Forest {
  /** For the head of their column: the scale itself, which the rows refer to. */
  readonly axis: Html
  /** Of one row; empty where it has no interval. */
  row(row: Row, tone: Tone): Html
}

/** A scale that all rows share, as wide as they need it within bounds. */
export function forestOf(rows: readonly Row[], thresholdPct: number): Forest {
  const ends = rows.flatMap(({ interval_pct: interval }) =>
    interval === null ? [] : [Math.abs(interval.low), Math.abs(interval.high)],
  )
  const reach = Math.min(WIDEST, Math.max(NARROWEST, ...ends))
  const x = scaleLinear([-reach, reach], [MARGIN, WIDTH - MARGIN])
  return { axis: axisOf(x, thresholdPct), row: (row, tone) => rowOf(row, tone, x) }
}

function axisOf(x: Scale, thresholdPct: number): Html {
  const labels = x
    .ticks(4)
    .map((tick) => html`<text x="${coordinate(x(tick))}" y="14">${formatTick(tick)}</text>`)
  const lines = [-thresholdPct, thresholdPct].map((pct) => `M${coordinate(x(pct))} 0V${HEIGHT}`).join('')
  return html`<svg class="forest" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"><defs><g id="forest"><path class="zero" d="M${coordinate(x(0))} 0V${HEIGHT}"/><path class="threshold" d="${lines}"/></g></defs><g class="tick mid">${labels}</g></svg>`
}

function rowOf({ delta_pct: delta, interval_pct: interval }: Row, tone: Tone, x: Scale): Html {
  if (delta === null || interval === null) return html``
  const [from = 0, to = 0] = x.domain()
  const clamped = (pct: number) => x(Math.min(to, Math.max(from, pct)))
  const line = `M${coordinate(clamped(interval.low))} 10H${coordinate(clamped(interval.high))}`
  const arrows = [
    interval.low < from ? `M${coordinate(x(from) + 4)} 6l-4 4l4 4` : '',
    interval.high > to ? `M${coordinate(x(to) - 4)} 6l4 4l-4 4` : '',
  ].join('')
  const dot = delta >= from && delta <= to ? `M${coordinate(x(delta))} 10h0` : ''
  return html`<svg class="forest ${tone}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"><use href="#forest"/><path d="${line}${arrows}"/><path class="dot" d="${dot}"/></svg>`
}
