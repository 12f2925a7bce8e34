import { caseKey } from '../model/benchmark.ts'
import type { Event, EventOf } from '../model/event.ts'
import {
  type Implementation,
  implementationOf,
  type RevisionName,
  revisionNames,
} from '../model/implementation.ts'
import type { RowStatus } from '../model/verdict.ts'
import { indexLog, type LogIndex } from './log-index.ts'
import { judgeAlone, judgeOracle } from './oracle.ts'
import type { Standing } from './standing.ts'

/** A benchmark at a dataset in one arm. */
export interface StandingRow {
  readonly arm: string
  readonly benchmark: string
  readonly dataset: string
  readonly scale: string
  readonly category: string
  readonly sourcesChanged: boolean
  readonly standing: Standing
}

/** A benchmark at a dataset with the implementations that are measured together, baselines first. */
export interface RowToMeasure {
  readonly benchmark: string
  readonly dataset: string
  readonly implementations: readonly Implementation[]
}

type ListedRow = EventOf<'listing'>['rows'][number]

/** Every row of every arm, in the order of the arms and their lists, and where it stands by what was recorded so far. */
export function standingRows(events: readonly Event[]): readonly StandingRow[] {
  return rowsIn(indexLog(events))
}

/** The same, of a log that is indexed already. */
export function rowsIn(log: LogIndex): readonly StandingRow[] {
  return log.run.arms.flatMap(({ name: arm }) => {
    const [baseline, candidate] = revisionNames.map((revision) =>
      rowsByCase(log, implementationOf(arm, revision)),
    )
    const keys = new Set([...(candidate?.keys() ?? []), ...(baseline?.keys() ?? [])])
    return [...keys].flatMap((key) => {
      const [before, after] = [baseline?.get(key), candidate?.get(key)]
      const row = after ?? before
      if (row === undefined) return []
      const { benchmark, dataset, scale, category } = row
      const sourcesChanged = before?.sources_changed === true || after?.sources_changed === true
      const standing =
        brokenStanding(before, after) ??
        (before !== undefined && after !== undefined
          ? standingOfBoth(log, arm, benchmark, dataset)
          : after === undefined
            ? standingOfRemoved(log, arm)
            : standingOfNew(log, arm, benchmark, dataset))
      return [{ arm, benchmark, dataset, scale, category, sourcesChanged, standing }]
    })
  })
}

/** The rows that stand to be measured, with the implementations of each in block order. */
export function rowsToMeasure(rows: readonly StandingRow[]): readonly RowToMeasure[] {
  const arms = new Map<string, { row: StandingRow; arms: string[] }>()
  for (const row of rows) {
    if (row.standing.kind !== 'measure') continue
    const key = caseKey(row.benchmark, row.dataset)
    const group = arms.get(key)
    if (group === undefined) arms.set(key, { row, arms: [row.arm] })
    else group.arms.push(row.arm)
  }
  return [...arms.values()].map(({ row: { benchmark, dataset }, arms }) => ({
    benchmark,
    dataset,
    implementations: revisionNames.flatMap((revision) => arms.map((arm) => implementationOf(arm, revision))),
  }))
}

/** The wrong results among the rows, as the events that name them. */
export function wrongResults(events: readonly Event[]): readonly Event[] {
  return standingRows(events).flatMap((row): Event[] => {
    if (row.standing.kind !== 'settled' || row.standing.wrong === undefined) return []
    return [
      {
        type: 'validation_failure',
        case: row.benchmark,
        implementation: implementationOf(row.arm, 'candidate'),
        dataset_id: row.dataset,
        ...row.standing.wrong,
        reason: row.standing.reason,
      },
    ]
  })
}

function rowsByCase(log: LogIndex, implementation: Implementation): ReadonlyMap<string, ListedRow> {
  const rows = log.listing(implementation)?.rows ?? []
  return new Map(rows.map((row) => [caseKey(row.benchmark, row.dataset), row]))
}

function settled(status: Exclude<RowStatus, 'measured'>, reason: string): Standing {
  return { kind: 'settled', status, reason }
}

/** Of a row that could not be run when it was listed: also where both binaries are identical. One that is gone was removed. */
function brokenStanding(before: ListedRow | undefined, after: ListedRow | undefined): Standing | null {
  if (after === undefined) return null
  if (after.failure !== undefined) return settled('invalid', `the candidate cannot run it: ${after.failure}`)
  if (before?.failure === undefined) return null
  return settled('invalid', `the baseline cannot run it: ${before.failure}`)
}

function standingOfBoth(log: LogIndex, arm: string, benchmark: string, dataset: string): Standing {
  const labels = log.run.config_changes.find(({ path }) => path.startsWith(`arms.${arm}.labels`))
  if (labels !== undefined) {
    return settled('not-comparable', `the arm's labels were ${labels.baseline} and are ${labels.candidate}`)
  }
  const identity = log.identity(arm)
  if (identity?.identical === true && identity.measured !== true) return settled('identical', identity.reason)
  const [before, after] = revisionNames.map((revision) =>
    log.validation(implementationOf(arm, revision), benchmark, dataset),
  )
  if (before === undefined || after === undefined) return { kind: 'measure' }
  return judgeOracle(before, after)
}

function standingOfNew(log: LogIndex, arm: string, benchmark: string, dataset: string): Standing {
  const missing = unlisted(log, arm, 'baseline')
  if (missing !== null) return settled('invalid', missing)
  const validation = log.validation(implementationOf(arm, 'candidate'), benchmark, dataset)
  const wrong = validation === undefined ? null : judgeAlone(validation)
  if (wrong !== null) return wrong
  const isArmNew = log.build(arm, 'baseline')?.status === 'absent'
  return settled('new', isArmNew ? 'the baseline does not have this arm' : 'only the candidate has it')
}

function standingOfRemoved(log: LogIndex, arm: string): Standing {
  const missing = unlisted(log, arm, 'candidate')
  if (missing !== null) return settled('invalid', missing)
  const isArmGone = log.build(arm, 'candidate')?.status === 'absent'
  return settled(
    'removed',
    isArmGone
      ? 'the candidate does not have this arm'
      : 'the candidate does not list it, or its configuration leaves it out',
  )
}

/** Why it is not known whether the other revision has a row; null where it is. */
function unlisted(log: LogIndex, arm: string, other: RevisionName): string | null {
  const build = log.build(arm, other)
  if (build?.status === 'absent') return null
  if (build?.status === 'failed') return `the arm did not build at the ${other}`
  const listing = log.listing(implementationOf(arm, other))
  if (listing?.status === 'ok') return null
  return `the ${other} gave no list: ${listing?.reason ?? 'it was never asked'}`
}
