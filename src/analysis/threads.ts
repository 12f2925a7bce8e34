import { caseName } from '../model/benchmark.ts'
import type { EventOf } from '../model/event.ts'
import { implementationOf, revisionNames } from '../model/implementation.ts'
import type { Comparison } from '../model/result.ts'
import type { LogIndex } from './log-index.ts'

/** The most threads that a row's programs were seen with when they were validated; 1 where none were counted. */
export function mostThreads(validations: readonly (EventOf<'validation'> | undefined)[]): number {
  return Math.max(1, ...validations.map((one) => one?.threads ?? 1))
}

/** Where the run's processes were placed, with the arms that have a setting of their own and the rows left to the system. */
export function placementOf(
  log: LogIndex,
  comparisons: readonly Pick<Comparison, 'arm' | 'benchmark' | 'dataset'>[],
): string {
  const { run } = log
  const apart = run.arms.flatMap(({ name, placement }) =>
    placement === undefined ? [] : [`${name}: ${placement}`],
  )
  const threaded = run.arms.flatMap(({ name }) => {
    const rows = comparisons.flatMap((row) => {
      const validations = revisionNames.map((revision) =>
        log.validation(implementationOf(name, revision), row.benchmark, row.dataset),
      )
      const threads = row.arm === name ? mostThreads(validations) : 1
      return threads > 1 ? [`${caseName(row)} with ${threads}`] : []
    })
    if (rows.length === 0) return []
    const which = rows.length === 1 ? rows[0] : `${rows.length} rows, such as ${rows[0]}`
    return [`${name}: not placed where there are several threads (${which})`]
  })
  return [run.placement, ...apart, ...threaded].filter((part) => part !== '').join('; ')
}
