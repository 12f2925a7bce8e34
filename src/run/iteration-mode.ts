import { sharedMode } from '../analysis/iteration-mode.ts'
import type { Event } from '../model/event.ts'
import type { IterationMode } from '../model/harness.ts'
import { partsOf } from '../model/implementation.ts'

/** How the batches of both revisions of an arm are set: by time where either can do no better. */
export function iterationModeOf(log: readonly Event[], arm: string): IterationMode {
  const modes = log.flatMap((event) =>
    event.type === 'listing' && partsOf(event.implementation).arm === arm ? (event.iterations ?? []) : [],
  )
  return sharedMode(modes) ?? 'exact'
}
