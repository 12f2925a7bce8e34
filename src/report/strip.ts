/** From few samples in a cell to many. */
const LEVELS = '▁▂▃▄▅▆▇█'

/** A scale that several strips share; in the unit of the samples. */
export interface StripScale {
  readonly low: number
  readonly high: number
  /** Cells of a strip. */
  readonly width: number
  /** Samples in the fullest cell of any strip. */
  readonly most: number
}

/** The scale of `width` cells that holds the sorted samples of all sides; null where there are none. */
export function stripScale(sides: readonly (readonly number[])[], width: number): StripScale | null {
  const ends = sides.flatMap((side) => [...side.slice(0, 1), ...side.slice(-1)])
  if (ends.length === 0) return null
  const scale = { low: Math.min(...ends), high: Math.max(...ends), width, most: 1 }
  return { ...scale, most: Math.max(...sides.flatMap((side) => countsOf(side, scale))) }
}

/** Samples on a line: the higher a cell, the more of them lie there; none leaves it empty. */
export function stripOf(samples: readonly number[], scale: StripScale): string {
  return countsOf(samples, scale)
    .map((count) => (count === 0 ? ' ' : LEVELS.charAt(levelOf(count, scale.most))))
    .join('')
    .trimEnd()
}

/** The line below a strip: `b` under the best run, `m` under the median, `B` where both lie in one cell. */
export function marksOf(best: number, median: number, scale: StripScale): string {
  const [b, m] = [cellOf(best, scale), cellOf(median, scale)]
  if (b === m) return `${' '.repeat(b)}B`
  return `${' '.repeat(b)}b${' '.repeat(m - b - 1)}m`
}

/** The sign of a cell with one sample, and that of the fullest with its number. */
export function levelsOf({ most }: StripScale): string {
  const level = (count: number) => `${LEVELS.charAt(levelOf(count, most))} ${count}`
  return most === 1 ? level(1) : `${level(1)} … ${level(most)}`
}

function levelOf(count: number, most: number): number {
  return most <= 1 ? LEVELS.length - 1 : Math.round(((count - 1) / (most - 1)) * (LEVELS.length - 1))
}

function countsOf(samples: readonly number[], scale: StripScale): readonly number[] {
  const counts = Array.from({ length: scale.width }, () => 0)
  for (const sample of samples) {
    const cell = cellOf(sample, scale)
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  return counts
}

function cellOf(sample: number, { low, high, width }: StripScale): number {
  if (!(high > low)) return 0
  return Math.min(width - 1, Math.floor(((sample - low) / (high - low)) * width))
}
