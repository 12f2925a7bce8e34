import type { ScaleContinuousNumeric } from 'd3-scale'
import { type Html, html } from '../html-text.ts'

/** A scale whose ticks are numbers. */
export type Scale = ScaleContinuousNumeric<number, number>

/** Where a chart's axes lie, in its own units, from the upper left. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** An axis: where its ticks are and what they say. */
interface Axis {
  readonly scale: Scale
  /** About how many ticks. */
  readonly count: number
  readonly label: (tick: number) => string
}

/** A whole chart; `title` is what a screen reader says of it. */
export function chart(frame: Frame, kind: string, title: string, content: readonly Html[]): Html {
  return html`<svg class="chart ${kind}" viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${title}">${join(content)}</svg>`
}

/** Lines across the frame at the ticks of a vertical scale, with their labels left of them. */
export function leftAxis(frame: Frame, { scale, count, label }: Axis): Html {
  const ticks = spaced(scale, count, 24)
  const lines = ticks.map((tick) => `M${frame.left} ${coordinate(scale(tick))}H${frame.right}`)
  const labels = ticks.map(
    (tick) => html`<text x="${frame.left - 6}" y="${coordinate(scale(tick) + 4)}">${label(tick)}</text>`,
  )
  return html`<path class="grid" d="${lines.join('')}"/><g class="tick end">${join(labels)}</g>`
}

/** Ticks below the frame, with their labels. */
export function bottomAxis(frame: Frame, { scale, count, label }: Axis): Html {
  const ticks = spaced(scale, count, 36)
  const lines = ticks.map((tick) => `M${coordinate(scale(tick))} ${frame.bottom}v4`)
  const labels = ticks.map(
    (tick) => html`<text x="${coordinate(scale(tick))}" y="${frame.bottom + 16}">${label(tick)}</text>`,
  )
  return html`<path class="axis" d="M${frame.left} ${frame.bottom}H${frame.right}${lines.join('')}"/><g class="tick mid">${join(labels)}</g>`
}

/** Points as one path of strokes without a length, which round caps make dots. */
export function dots(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y]) => `M${coordinate(x)} ${coordinate(y)}h0`).join('')
}

/** A coordinate with one digit after the point: a tenth of a pixel. */
export function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Parts put next to one another, nothing between them. */
export function join(parts: readonly Html[]): Html {
  return { html: parts.map((part) => part.html).join('') }
}

/** As many regular ticks, up to `count`, as find room; of a scale over decades, which has them closer, the roundest. */
function spaced(scale: Scale, count: number, least: number): readonly number[] {
  for (let wanted = count; wanted > 0; wanted -= 1) {
    const ticks = scale.ticks(wanted)
    if (ticks.length > 1 && ticks.every((tick, index) => isApart(scale, tick, ticks[index + 1], least)))
      return ticks
  }
  const kept: number[] = []
  for (const tick of scale.ticks(count).toSorted(byRoundness)) {
    if (kept.every((other) => Math.abs(scale(other) - scale(tick)) >= least)) kept.push(tick)
  }
  return kept.toSorted((a, b) => a - b)
}

function isApart(scale: Scale, tick: number, next: number | undefined, least: number): boolean {
  return next === undefined || Math.abs(scale(next) - scale(tick)) >= least
}

/** Powers of ten first. */
function byRoundness(a: number, b: number): number {
  return Number(isPower(b)) - Number(isPower(a)) || a - b
}

function isPower(tick: number): boolean {
  return Number.isInteger(Math.log10(Math.abs(tick)))
}
