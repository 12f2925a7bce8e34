import { extent } from 'd3-array'
import { type ScaleLinear, type ScaleLogarithmic, scaleLinear, scaleLog } from 'd3-scale'
import { line, symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle, symbolWye } from 'd3-shape'
import type { Tuning } from '../../model/tuning.ts'
import { type Html, html } from '../html-text.ts'
import { formatTime } from '../quantity.ts'
import { bottomAxis, chart, coordinate, type Frame, join, leftAxis } from './frame.ts'

const FRAME: Frame = { width: 460, height: 250, left: 62, right: 396, top: 14, bottom: 210 }
const SYMBOLS = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolWye]

type Tuned = Tuning['benchmarks'][number]
type Position = ScaleLinear<number, number> | ScaleLogarithmic<number, number>

/** One arm's times over the size of the input. */
interface Curve {
  readonly arm: string
  readonly index: number
  readonly points: readonly { readonly scale: number; readonly us: number }[]
}

/**
 * The candidates of all arms over the size of the input, both on logarithmic scales, with the place where the fastest
 * arm changes. Datasets in which the arms cannot be compared are left out. Null for a benchmark
 * without two sizes that are numbers, or with two datasets of one size.
 */
export function scalingChart(tuned: Tuned, arms: readonly string[]): Html | null {
  const curves = curvesOf(tuned, arms)
  const sizes = curves.flatMap(({ points }) => points.map(({ scale }) => scale))
  const [least, most] = extent(sizes)
  const [fastest, slowest] = extent(curves.flatMap(({ points }) => points.map(({ us }) => us)))
  if (!curves.every(hasOneOfEachSize)) return null
  if (least === undefined || most === undefined || least === most) return null
  if (fastest === undefined || slowest === undefined || fastest <= 0) return null
  const horizontal: [number, number] = [FRAME.left + 14, FRAME.right - 14]
  const x: Position = least > 0 ? scaleLog([least, most], horizontal) : scaleLinear([least, most], horizontal)
  const y = scaleLog([fastest, slowest], [FRAME.bottom - 10, FRAME.top + 8])
  return chart(FRAME, 'scaling', titleOf(tuned.benchmark, curves), [
    leftAxis(FRAME, { scale: y, count: 5, label: tickOf }),
    bottomAxis(FRAME, { scale: x, count: 5, label: sizeOf }),
    html`<text class="tick mid" x="${(FRAME.left + FRAME.right) / 2}" y="${FRAME.height - 4}">size of the input</text>`,
    crossoverBand(tuned, x),
    ...curves.map((curve) => curveOf(curve, x, y)),
    join(labelsOf(curves, y)),
  ])
}

function curvesOf({ datasets }: Tuned, arms: readonly string[]): readonly Curve[] {
  return arms.flatMap((arm, index) => {
    const points = datasets.flatMap((dataset) => {
      const { scale, medians_us } = dataset
      const us = medians_us[arm]
      return us === undefined || differsInWork(dataset) || !isNumber(scale)
        ? []
        : [{ scale: Number(scale), us }]
    })
    return points.length === 0 ? [] : [{ arm, index, points: points.toSorted((a, b) => a.scale - b.scale) }]
  })
}

/** Whether several arms were measured that cannot be compared. */
export function differsInWork({ reason, medians_us }: Tuned['datasets'][number]): boolean {
  return reason !== null && Object.keys(medians_us).length > 1
}

function isNumber(scale: string): boolean {
  return scale.trim() !== '' && Number.isFinite(Number(scale))
}

/** Two datasets of one size would stand above one another. */
function hasOneOfEachSize({ points }: Curve): boolean {
  return new Set(points.map(({ scale }) => scale)).size === points.length
}

function titleOf(benchmark: string, curves: readonly Curve[]): string {
  const sentences = curves.map(
    ({ arm, points }) =>
      `${arm} ${points.map(({ scale, us }) => `${formatTime(us)} at ${scale}`).join(', ')}`,
  )
  return `${benchmark}, time a call over the size of the input: ${sentences.join('; ')}`
}

/** A tick at a power of ten needs no digits after the point. */
function tickOf(us: number): string {
  return formatTime(us)
    .replace(/(\.\d*?)0+(?= )/, '$1')
    .replace(/\.(?= )/, '')
}

function sizeOf(size: number): string {
  return size.toLocaleString('en', { notation: 'compact' })
}

function curveOf({ index, points }: Curve, x: Position, y: Position): Html {
  const path = line<Curve['points'][number]>(
    ({ scale }) => x(scale),
    ({ us }) => y(us),
  ).digits(1)(points)
  const mark = symbol(SYMBOLS[index % SYMBOLS.length], 52).digits(1)() ?? ''
  const marks = points.map(
    ({ scale, us }) =>
      html`<path d="${mark}" transform="translate(${coordinate(x(scale))},${coordinate(y(us))})"/>`,
  )
  return html`<g class="arm arm${index % 6}"><path class="line" d="${path ?? ''}"/>${join(marks)}</g>`
}

/** The arms' names at the ends of their curves, moved apart where they would cover one another. */
function labelsOf(curves: readonly Curve[], y: Position): readonly Html[] {
  const ends = curves
    .map((curve) => ({ ...curve, at: y(curve.points.at(-1)?.us ?? 1) }))
    .toSorted((a, b) => a.at - b.at)
  let free = Number.NEGATIVE_INFINITY
  return ends.map(({ arm, index, at }) => {
    const place = Math.max(at, free)
    free = place + 14
    return html`<text class="arm-label arm${index % 6}" x="${FRAME.right - 2}" y="${coordinate(place + 4)}">${shortened(arm)}</text>`
  })
}

function shortened(name: string): string {
  return name.length > 9 ? `${name.slice(0, 4)}…${name.slice(-4)}` : name
}

/** The fastest arm changes somewhere between two sizes: the span between them. */
function crossoverBand({ crossover, datasets }: Tuned, x: Position): Html {
  if (crossover.kind !== 'found') return html``
  const at = datasets.findIndex(({ dataset }) => dataset === crossover.dataset)
  const before = datasets.slice(0, at).findLast(({ winner }) => winner !== null)
  const [from, to] = [x(Number(before?.scale)), x(Number(datasets[at]?.scale))]
  if (!Number.isFinite(from) || !Number.isFinite(to) || from >= to) return html``
  const middle = coordinate((from + to) / 2)
  return html`<rect class="crossover" x="${coordinate(from)}" y="${FRAME.top}" width="${coordinate(to - from)}" height="${FRAME.bottom - FRAME.top}"/><text class="crossover-label mid" x="${middle}" y="${FRAME.top + 12}">crossover</text>`
}
