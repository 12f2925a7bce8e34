/**
 * The 95 % interval of Wilson for a share of `hits` in `trials`, both between 0 and 1; all of it, [0, 1], for no trials.
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 */
export function wilson(hits: number, trials: number): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1]
  const z = 1.959964
  const share = hits / trials
  const scale = 1 + z ** 2 / trials
  const middle = (share + z ** 2 / (2 * trials)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
