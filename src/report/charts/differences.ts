import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import type { Comparison } from '../../model/result.ts'
import type { Series, SeriesPair } from '../../model/series.ts'
import { type Html, html } from '../html-text.ts'
import { formatPercent, formatTick } from '../quantity.ts'
import { bottomAxis, chart, coordinate, dots, type Frame, leftAxis, type Scale } from './frame.ts'

const FRAME: Frame = { width: 460, height: 210, left: 50, right: 372, top: 14, bottom: 176 }

/** Where blocks lie on the chart, for those who want to point at one. */
export interface BlockPositions {
  readonly chart: Html
  /** Of the first block and of the second, in the chart's units; the others follow at the same distance. */
  readonly first: number
  readonly step: number
}

type Measured = Pick<Comparison, 'delta_pct' | 'interval_pct' | 'confirmation'>

/**
 * The paired differences block by block, in per cent of the baseline's median, with their median, its interval and the
 * gate's threshold. Null where there is nothing to draw.
 */
export function differencesChart(
  comparison: Measured,
  { blocks }: Series,
  thresholdPct: number,
): BlockPositions | null {
  const pairs = blocks.flatMap((block, index) => (block.kind === 'pair' ? [{ block, index }] : []))
  const values = pairs.flatMap(({ block }) => block.difference_pct ?? [])
  if (values.length === 0) return null
  const { delta_pct: delta, interval_pct: interval } = comparison
  const shown = [...values, 0, thresholdPct, delta ?? 0, interval?.low ?? 0, interval?.high ?? 0]
  const [low = 0, high = 0] = extent(shown)
  const y = scaleLinear([low, high], [FRAME.bottom - 6, FRAME.top + 4]).nice(5)
  const x = scaleLinear([0, Math.max(1, blocks.length - 1)], [FRAME.left + 12, FRAME.right - 12])
  const title = `Paired differences in ${blocks.length} blocks: median ${delta === null ? 'unknown' : formatPercent(delta)}${interval === null ? '' : `, 95 % interval ${formatPercent(interval.low)} to ${formatPercent(interval.high)}`}, threshold ${formatPercent(thresholdPct)}`
  return {
    first: x(0),
    step: x(1) - x(0),
    chart: chart(FRAME, 'differences', title, [
      leftAxis(FRAME, { scale: y, count: 5, label: signedTick }),
      bottomAxis(FRAME, {
        scale: x,
        count: Math.min(6, Math.max(1, blocks.length - 1)),
        label: (tick) => (Number.isInteger(tick) ? String(blocks[tick]?.block ?? '') : ''),
      }),
      html`<text class="tick mid" x="${(FRAME.left + FRAME.right) / 2}" y="${FRAME.height - 3}">block</text>`,
      partsOf(comparison, blocks, x),
      intervalBand(comparison, y),
      html`<path class="zero" d="M${FRAME.left} ${coordinate(y(0))}H${FRAME.right}"/>`,
      thresholdLine(y, thresholdPct, delta),
      html`<path class="stem" d="${pairs.map(({ block, index }) => stem(x(index), y(0), y(block.difference_pct ?? 0))).join('')}"/>`,
      html`<path class="dot" d="${dots(pairs.map(({ block, index }) => [x(index), y(block.difference_pct ?? 0)]))}"/>`,
      repeatedRings(
        pairs.filter(({ block }) => block.attempts > 1),
        x,
        y,
      ),
      gaps(
        blocks.flatMap(({ kind }, index) => (kind === 'gap' ? [index] : [])),
        x,
        y,
      ),
    ]),
  }
}

function signedTick(tick: number): string {
  return `${formatTick(tick)} %`
}

function stem(x: number, from: number, to: number): string {
  return `M${coordinate(x)} ${coordinate(from)}V${coordinate(to)}`
}

/** What the label of the median takes above and below its line. */
const ABOVE = 14
const BELOW = 30

function thresholdLine(y: Scale, thresholdPct: number, delta: number | null): Html {
  const at = y(thresholdPct)
  const median = delta === null ? Number.POSITIVE_INFINITY : y(delta)
  const isFree = at < median - ABOVE || at > median + BELOW
  const beside = delta !== null && delta < thresholdPct ? median - ABOVE : median + BELOW
  return html`<path class="threshold" d="M${FRAME.left} ${coordinate(at)}H${FRAME.right}"/><text class="threshold-label" x="${FRAME.right + 6}" y="${coordinate(isFree ? at + 4 : beside)}">${`threshold ${thresholdPct} %`}</text>`
}

/** The median with its interval, named right of the frame. */
function intervalBand({ delta_pct: delta, interval_pct: interval }: Measured, y: Scale): Html {
  if (delta === null) return html``
  const band =
    interval === null
      ? html``
      : html`<rect class="band" x="${FRAME.left}" y="${coordinate(y(interval.high))}" width="${FRAME.right - FRAME.left}" height="${coordinate(Math.max(1, y(interval.low) - y(interval.high)))}"/>`
  return html`${band}<path class="median" d="M${FRAME.left} ${coordinate(y(delta))}H${FRAME.right}"/><text class="value" x="${FRAME.right + 6}" y="${coordinate(y(delta))}">median</text><text class="value strong" x="${FRAME.right + 6}" y="${coordinate(y(delta) + 13)}">${formatPercent(delta)}</text>`
}

/** A line before the first block of each time that the row was measured again. */
function partsOf({ confirmation }: Measured, blocks: Series['blocks'], x: Scale): Html {
  const starts = (confirmation?.parts ?? []).slice(1).map(({ first_block }) => {
    const index = blocks.findIndex(({ block }) => block >= first_block)
    return index < 0 ? '' : `M${coordinate(x(index - 0.5))} ${FRAME.top}V${FRAME.bottom}`
  })
  const [, again] = confirmation?.parts ?? []
  if (again === undefined) return html``
  const index = blocks.findIndex(({ block }) => block >= again.first_block)
  return html`<path class="part" d="${starts.join('')}"/><text class="tick" x="${coordinate(x(index - 0.5) + 4)}" y="${FRAME.top + 4}">measured again</text>`
}

type Placed = { readonly block: SeriesPair; readonly index: number }

/** Blocks that were measured again are ringed. */
function repeatedRings(pairs: readonly Placed[], x: Scale, y: Scale): Html {
  if (pairs.length === 0) return html``
  const rings = pairs.map(
    ({ block, index }) =>
      html`<circle cx="${coordinate(x(index))}" cy="${coordinate(y(block.difference_pct ?? 0))}" r="5.5"/>`,
  )
  return html`<g class="ring">${rings}</g>`
}

/** Blocks without a pair are crosses on the line of no change. */
function gaps(indices: readonly number[], x: Scale, y: Scale): Html {
  if (indices.length === 0) return html``
  const crosses = indices.map(
    (index) =>
      `M${coordinate(x(index) - 4)} ${coordinate(y(0) - 4)}l8 8M${coordinate(x(index) + 4)} ${coordinate(y(0) - 4)}l-8 8`,
  )
  return html`<path class="gap" d="${crosses.join('')}"/>`
}
