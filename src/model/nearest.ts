import { closest, distance } from 'fastest-levenshtein'

/** The name of `names` that `typed` was probably meant to be; null where none is near enough. */
export function nearest(typed: string, names: readonly string[]): string | null {
  if (names.length === 0) return null
  const name = closest(typed, [...names])
  return distance(typed.toLowerCase(), name.toLowerCase()) <= Math.max(1, Math.floor(name.length * 0.4))
    ? name
    : null
}

/** ` (did you mean NAME?)`, or nothing. */
export function suggestion(typed: string, names: readonly string[]): string {
  const name = nearest(typed, names)
  return name === null ? '' : ` (did you mean ${name}?)`
}

/** At most `count` of `names`, those that are nearest to what was typed first. */
export function nearestOf(typed: string, names: readonly string[], count: number): readonly string[] {
  const far = (name: string) => distance(typed.toLowerCase(), name.toLowerCase())
  return [...new Set(names)].toSorted((a, b) => far(a) - far(b)).slice(0, count)
}
