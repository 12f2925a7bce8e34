/** The ends of a 95 % interval lie this many standard errors from its middle. */
const Z_95 = 1.959964

/**
 * The 95 % interval of a share that was seen as `count` of `of` cases, in per cent, by Wilson's score:
 * `(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)`. [0, 100] without any case.
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 */
export function wilsonPct(count: number, of: number): { readonly low: number; readonly high: number } {
  if (of === 0) return { low: 0, high: 100 }
  const share = count / of
  const square = Z_95 ** 2
  const middle = share + square / (2 * of)
  const half = Z_95 * Math.sqrt((share * (1 - share)) / of + square / (4 * of ** 2))
  const scale = 100 / (1 + square / of)
  return {
    low: count === 0 ? 0 : (middle - half) * scale,
    high: count === of ? 100 : (middle + half) * scale,
  }
}
