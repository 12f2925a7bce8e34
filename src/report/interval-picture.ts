/** What a picture spans to either side of no change, in per cent; one character is one per cent. */
export const PICTURE_PCT = 9

const THRESHOLDS = new Set([-3, 3])

/**
 * An interval and its median on one line of text, from −9 % to +9 %, such as `······┊··│━●━┊······`: `│` is no change,
 * `┊` 3 % to either side. What lies beyond an end shows as an arrow there.
 */
export function intervalPicture(low: number, median: number, high: number): string {
  const cells: string[] = []
  for (let pct = -PICTURE_PCT; pct <= PICTURE_PCT; pct++) cells.push(cellAt(pct, low, median, high))
  return cells.join('')
}

function cellAt(pct: number, low: number, median: number, high: number): string {
  if (pct === -PICTURE_PCT && low < -PICTURE_PCT - 0.5) return '◂'
  if (pct === PICTURE_PCT && high > PICTURE_PCT + 0.5) return '▸'
  if (pct === Math.round(median)) return '●'
  if (pct >= Math.round(low) && pct <= Math.round(high)) return '━'
  if (pct === 0) return '│'
  return THRESHOLDS.has(pct) ? '┊' : '·'
}
