import { implementationOf, type RevisionName, revisionNames } from '../model/implementation.ts'
import type { Comparison, Result } from '../model/result.ts'
import type { LogIndex } from './log-index.ts'
import { busyThroughout } from './machine.ts'

type Trouble = Result['troubles'][number]

/** Why a run, or an arm of it, is not to be believed, whatever its rows say: never silently green. */
export function troublesIn(log: LogIndex, comparisons: readonly Comparison[]): Trouble[] {
  const recorded = log.troubles.map(({ arm, reason }) => ({ arm, reason }))
  const busy = busyThroughout(log, comparisons)
  const found = [
    ...recorded,
    ...log.run.arms.flatMap(({ name }) => troublesOfArm(log, name)),
    ...(busy === null ? [] : [{ arm: null, reason: busy }]),
  ]
  if (found.length > 0 || log.summary === null) return found
  return compared(log, comparisons) ? [] : [{ arm: null, reason: nothingCompared(comparisons) }]
}

/**
 * An arm that was not built at both revisions is not asked for its lists: that is no trouble of its own. One that
 * the candidate takes away may be broken.
 */
function troublesOfArm(log: LogIndex, arm: string): Trouble[] {
  if (log.build(arm, 'candidate')?.status === 'absent') return []
  const unbuilt = revisionNames.flatMap((revision) => buildTrouble(log, arm, revision) ?? [])
  const known = unbuilt.length > 0 || log.troubles.some((trouble) => trouble.arm === arm)
  const reasons = known
    ? unbuilt
    : [
        ...revisionNames.flatMap((revision) => listTrouble(log, arm, revision) ?? []),
        ...(isLeftOut(log, arm) ? ['its configuration leaves out every benchmark of this arm'] : []),
      ]
  return reasons.map((reason) => ({ arm, reason }))
}

function buildTrouble(log: LogIndex, arm: string, revision: RevisionName): string | null {
  const build = log.build(arm, revision)
  switch (build?.status) {
    case undefined:
      return log.summary === null ? null : `the ${revision} was never built`
    case 'absent':
      return null
    case 'failed':
      return `the ${revision} did not build: ${build?.reason}`
    case 'built':
      return null
  }
}

function listTrouble(log: LogIndex, arm: string, revision: RevisionName): string | null {
  if (log.build(arm, revision)?.status !== 'built') return null
  const listing = log.listing(implementationOf(arm, revision))
  if (listing === undefined)
    return log.summary === null ? null : `the ${revision} was never asked for its list`
  return listing.status === 'failed' ? `the ${revision} gave no list: ${listing.reason}` : null
}

/** Whether both lists came back and the configurations left nothing of them; a filter was asked for by who reads this. */
function isLeftOut(log: LogIndex, arm: string): boolean {
  if (log.run.filter.length > 0) return false
  const listings = revisionNames.flatMap((revision) => log.listing(implementationOf(arm, revision)) ?? [])
  return listings.length > 0 && listings.every(({ status, rows }) => status === 'ok' && rows.length === 0)
}

/** Identical binaries count as compared; where no arm has a baseline there is nothing to compare with yet. */
function compared(log: LogIndex, comparisons: readonly Comparison[]): boolean {
  if (comparisons.some(({ status }) => status === 'measured' || status === 'identical')) return true
  if (comparisons.some(({ status }) => status === 'invalid' || status === 'wrong-result')) return true
  // An arm that the candidate removed or renamed takes part, and has a baseline.
  const first = log.run.arms.every(({ name }) => log.build(name, 'baseline')?.status === 'absent')
  return first && comparisons.length > 0
}

function nothingCompared(comparisons: readonly Comparison[]): string {
  if (comparisons.length === 0) return 'no benchmark was selected: nothing was compared'
  const statuses = [...new Set(comparisons.map(({ status }) => status))]
  return `nothing was compared: all ${comparisons.length} rows are ${statuses.join(' or ')}`
}
