import { harnessOf } from '../harness/harnesses.ts'
import { caseKey, caseName, type Listed } from '../model/benchmark.ts'
import type { Event } from '../model/event.ts'
import type { Harness } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import { type Implementation, partsOf } from '../model/implementation.ts'
import { selectsRow } from '../model/selection.ts'
import { converse } from './converse.ts'
import type { Setting } from './prepare.ts'
import type { Programs } from './program.ts'
import { subjectOf } from './subject.ts'

/** Asks every implementation for its rows; each revision's own filters choose among them. */
export async function* listRows(
  setting: Setting,
  programs: Programs,
  host: Host,
): AsyncGenerator<Event, void> {
  for (const implementation of programs.keys()) {
    const subject = await subjectOf(setting, programs, implementation, host)
    const { program } = subject
    const harness = listingHarness(implementation, setting) ?? subject.harness
    const selects = selectionFor(implementation, setting)
    const answer = await converse(subject, harness.list(program.scratch, selects), host)
    const event = { type: 'listing', implementation } as const
    const reason = answer.kind === 'failed' ? answer.reason : objectionTo(answer.value.rows)
    if (answer.kind === 'failed' || reason !== null) {
      yield { ...event, status: 'failed', reason, iterations: null, rows: [] }
      continue
    }
    const { iterations, rows } = answer.value
    yield { ...event, status: 'ok', reason: null, iterations, rows: selectRows(rows, selects, setting) }
  }
}

function objectionTo(rows: readonly Listed[]): string | null {
  if (rows.length === 0) return 'the list of benchmarks is empty'
  const keys = rows.map((row) => caseKey(row.benchmark, row.dataset))
  const twice = rows.find((_, index) => keys.indexOf(keys[index] ?? '') !== index)
  return twice === undefined ? null : `${caseName(twice)} is listed more than once`
}

/** Where the configuration names the workloads, the baseline has those of its own: others are new or removed. */
function listingHarness(implementation: Implementation, { config, baselineConfig }: Setting): Harness | null {
  const { arm, revision } = partsOf(implementation)
  const own = baselineConfig?.arms[arm]?.harness
  const governing = config.arms[arm]?.harness
  return revision === 'baseline' && own !== undefined && own.name === governing?.name ? harnessOf(own) : null
}

function selectionFor(implementation: Implementation, { config, baselineConfig, request }: Setting) {
  const { revision } = partsOf(implementation)
  const { benchmarks } = revision === 'baseline' ? (baselineConfig ?? config) : config
  return (row: Pick<Listed, 'benchmark' | 'scale'>) => selectsRow(benchmarks, request.filter, row)
}

function selectRows(
  rows: readonly Listed[],
  selects: (row: Pick<Listed, 'benchmark' | 'scale'>) => boolean,
  { checkouts }: Setting,
) {
  return rows
    .filter(selects)
    .map((row) => ({ ...row, sources_changed: isChanged(row.source, checkouts.changedPaths) }))
}

/** A compiler may write a source's path in full, mapped or relative to the build: its end is what counts. */
function isChanged(source: string | undefined, changedPaths: readonly string[]): boolean {
  if (source === undefined) return false
  return changedPaths.some(
    (path) => source === path || source.endsWith(`/${path}`) || path.endsWith(`/${source}`),
  )
}
