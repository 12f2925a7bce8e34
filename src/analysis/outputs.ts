/**
 * Whether two outputs agree: as text, or, where a relative tolerance is given and both are finite numbers, as numbers
 * that differ by at most the tolerance times the larger of the two.
 */
export function agrees(output: string, expected: string, tolerance: number | null): boolean {
  if (output === expected) return true
  if (tolerance === null || tolerance === 0 || output.trim() === '' || expected.trim() === '') return false
  const [a, b] = [Number(output), Number(expected)]
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))
}
