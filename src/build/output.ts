import type { StepResult } from '../model/build.ts'

/** What the steps of a build wrote to one stream, by lines. */
export function linesOf(results: readonly StepResult[], stream: 'stdout' | 'stderr'): readonly string[] {
  return results.flatMap(({ outcome }) => (outcome.kind === 'not-started' ? [] : outcome[stream].split('\n')))
}
