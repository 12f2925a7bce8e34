import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import type { Series, SeriesSide } from '../../model/series.ts'
import { type Html, html } from '../html-text.ts'
import { formatTime, inUnitOf } from '../quantity.ts'
import { bottomAxis, chart, coordinate, dots, type Frame, type Scale } from './frame.ts'

const FRAME: Frame = { width: 460, height: 210, left: 70, right: 372, top: 14, bottom: 176 }
const ROWS = { baseline: 58, candidate: 132 } as const
/** How far dots may be stacked to either side of their middle. */
const SPREAD = 30
/** With more samples than this, dots are smaller. */
const MANY = 30

/** The samples of both revisions, one dot each, dots that would cover one another stacked. Null without samples. */
export function stripChart(series: Series, thresholdPct: number): Html | null {
  const [low, high] = extent([...series.baseline.sorted_us, ...series.candidate.sorted_us])
  if (low === undefined || high === undefined) return null
  const { unit, us } = inUnitOf(high)
  const x = scaleLinear([low / us, high / us], [FRAME.left + 8, FRAME.right - 8]).nice(4)
  const place = (value: number) => x(value / us)
  const title = `Samples of both revisions, ${unit} a call: ${sentenceOf('baseline', series.baseline)}; ${sentenceOf('candidate', series.candidate)}`
  return chart(FRAME, 'strip', title, [
    bottomAxis(FRAME, { scale: x, count: 4, label: x.tickFormat(4) }),
    html`<text class="tick mid" x="${(FRAME.left + FRAME.right) / 2}" y="${FRAME.height - 3}">${`${unit} a call`}</text>`,
    html`<path class="grid" d="${x
      .ticks(4)
      .map((tick) => `M${coordinate(x(tick))} ${FRAME.top}V${FRAME.bottom}`)
      .join('')}"/>`,
    thresholdOf(series.baseline, thresholdPct, place, x),
    side('baseline', series.baseline, place),
    side('candidate', series.candidate, place),
  ])
}

function sentenceOf(name: string, { sorted_us: sorted, median_us: median }: SeriesSide): string {
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined || median === null) return `${name} without samples`
  return `${name} ${sorted.length} from ${formatTime(first)} to ${formatTime(last)}, median ${formatTime(median)}`
}

/** Where a candidate's median would be a slowdown by the threshold. */
function thresholdOf(
  { median_us: median }: SeriesSide,
  thresholdPct: number,
  place: (us: number) => number,
  x: Scale,
): Html {
  const at = median === null ? Number.NaN : place(median * (1 + thresholdPct / 100))
  const [from = 0, to = 0] = x.range()
  if (!(at >= from && at <= to)) return html``
  return html`<path class="threshold" d="M${coordinate(at)} ${FRAME.top}V${FRAME.bottom}"/><text class="threshold-label" x="${coordinate(at + 4)}" y="${FRAME.top + 6}">${`+${thresholdPct} %`}</text>`
}

function side(
  name: keyof typeof ROWS,
  { sorted_us, median_us }: SeriesSide,
  place: (us: number) => number,
): Html {
  const middle = ROWS[name]
  const label = html`<text class="value end" x="${FRAME.left - 8}" y="${middle + 4}">${name}</text>`
  if (median_us === null) return label
  const at = place(median_us)
  const dot = sorted_us.length > MANY ? 4 : 5
  return html`${label}<path class="median ${name}" d="M${coordinate(at)} ${middle - SPREAD - 4}V${middle + SPREAD + 4}"/><path class="dot ${name}" stroke-width="${dot}" d="${dots(stacked(sorted_us.map(place), middle, dot))}"/><text class="value" x="${FRAME.right + 6}" y="${middle - 3}">median</text><text class="value strong" x="${FRAME.right + 6}" y="${middle + 10}">${formatTime(median_us)}</text>`
}

/** Dots from left to right, each as near to the middle as those before it let it be. */
function stacked(
  positions: readonly number[],
  middle: number,
  dot: number,
): readonly (readonly [number, number])[] {
  const levels = Math.floor(SPREAD / dot) * 2 + 1
  const last = new Array<number>(levels).fill(Number.NEGATIVE_INFINITY)
  return positions.map((x) => {
    const free = last.findIndex((taken) => x - taken >= dot)
    // Where every level is taken, the one that was so longest is covered least.
    const level = free >= 0 ? free : last.indexOf(Math.min(...last))
    last[level] = x
    return [x, middle + offsetOf(level) * dot]
  })
}

/** 0, then one up, one down, two up and so on. */
function offsetOf(level: number): number {
  return (level % 2 === 0 ? 1 : -1) * Math.ceil(level / 2)
}
