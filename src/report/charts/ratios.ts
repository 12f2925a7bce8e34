import { scaleLog } from 'd3-scale'
import { type Html, html } from '../html-text.ts'
import { bottomAxis, chart, coordinate, dots, type Frame, join } from './frame.ts'

const ROW = 26
const WIDTH = 460

/** One line of ratios against 1. */
export interface RatioLine {
  readonly label: string
  /** Of the single rows. */
  readonly ratios: readonly number[]
  /** Their geometric mean. */
  readonly mean: number
}

/** Ratios on a logarithmic scale, where twice and half are equally far from 1: one dot a row, a bar at the mean. */
export function ratiosChart(title: string, lines: readonly RatioLine[]): Html {
  const frame: Frame = {
    width: WIDTH,
    height: lines.length * ROW + 40,
    left: 130,
    right: 400,
    top: 6,
    bottom: lines.length * ROW + 8,
  }
  const values = lines.flatMap(({ ratios, mean }) => [...ratios, mean]).filter((ratio) => ratio > 0)
  const reach = Math.max(1.25, ...values.map((ratio) => Math.max(ratio, 1 / ratio)))
  const x = scaleLog([1 / reach, reach], [frame.left + 6, frame.right - 6])
  const spoken = lines.map(({ label, mean, ratios }) => `${label} ×${mean.toFixed(3)} over ${ratios.length}`)
  return chart(frame, 'ratios', `${title}: ${spoken.join('; ')}`, [
    bottomAxis(frame, { scale: x, count: 5, label: (tick) => `×${Number(tick.toPrecision(3))}` }),
    html`<path class="zero" d="M${coordinate(x(1))} ${frame.top}V${frame.bottom}"/>`,
    join(lines.map((line, index) => lineOf(line, frame, frame.top + ROW * index + ROW / 2, x))),
  ])
}

function lineOf(
  { label, ratios, mean }: RatioLine,
  frame: Frame,
  y: number,
  x: (ratio: number) => number,
): Html {
  const points = ratios.filter((ratio) => ratio > 0).map((ratio) => [x(ratio), y] as const)
  const at = coordinate(x(mean))
  return html`<text class="value end" x="${frame.left - 8}" y="${y + 4}">${shortened(label)}</text><path class="dot" d="${dots(points)}"/><path class="median" d="M${at} ${y - 9}v18"/><text class="value strong" x="${frame.right + 6}" y="${y + 4}">×${mean.toFixed(3)}</text>`
}

function shortened(label: string): string {
  return label.length > 18 ? `${label.slice(0, 17)}…` : label
}
