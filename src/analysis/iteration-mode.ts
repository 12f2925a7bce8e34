import type { IterationMode } from '../model/harness.ts'

/** How the batches of both revisions of an arm are set, by what either listed: by time where one can do no better. */
export function sharedMode(modes: readonly (IterationMode | null | undefined)[]): IterationMode | null {
  const known = modes.filter((mode) => mode != null)
  return known.find((mode) => mode !== 'exact') ?? known[0] ?? null
}
