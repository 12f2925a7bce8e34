import { implementationOf, type RevisionName, revisionNames } from '../model/implementation.ts'
import type { Result } from '../model/result.ts'
import { sharedMode } from './iteration-mode.ts'
import type { LogIndex } from './log-index.ts'

type Arm = Result['arms'][number]

/** The arms of the run with their builds, as recorded. */
export function armsOf(log: LogIndex): Arm[] {
  return log.run.arms.map((arm) => {
    const identity = log.identity(arm.name)
    return {
      ...arm,
      iterations: sharedMode(
        revisionNames.map((revision) => log.listing(implementationOf(arm.name, revision))?.iterations),
      ),
      notes: log.notes(arm.name),
      identical: identity?.identical ?? false,
      project_changes: [...(identity?.project_changes ?? [])],
      builds: {
        baseline: buildOf(log, arm.name, 'baseline'),
        candidate: buildOf(log, arm.name, 'candidate'),
      },
    }
  })
}

function buildOf(log: LogIndex, arm: string, revision: RevisionName): Arm['builds']['baseline'] {
  const event = log.build(arm, revision)
  if (event === undefined) return null
  const { type: _type, arm: _arm, revision: _revision, ...build } = event
  return build
}
