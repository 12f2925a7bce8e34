import { harnessOf } from '../harness/harnesses.ts'
import { caseKey, caseName, type Listed } from '../model/benchmark.ts'
import type { Event } from '../model/event.ts'
import type { Harness, Listing } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import { type Implementation, implementationOf, partsOf } from '../model/implementation.ts'
import { selectsRow } from '../model/selection.ts'
import { brokenRows } from './broken-rows.ts'
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
  const lists = new Map<Implementation, Listing>()
  for (const implementation of programs.keys()) {
    const subject = await subjectOf(setting, programs, implementation, host)
    const harness = listingHarness(implementation, setting) ?? subject.harness
    const selects = selectionFor(implementation, setting)
    const answer = await converse(subject, harness.list(subject.program.scratch, selects), host)
    if (answer.kind === 'failed') yield failed(implementation, answer.reason)
    else {
      lists.set(implementation, answer.value)
      if (answer.value.broken === undefined) yield listed(implementation, answer.value, setting)
    }
  }
  // What a benchmark that cannot be run is split into, the other revision may tell, which is asked later.
  for (const [implementation, list] of lists) {
    if (list.broken !== undefined)
      yield listed(implementation, list, setting, lists.get(otherOf(implementation))?.rows)
  }
}

function failed(implementation: Implementation, reason: string): Event {
  return { type: 'listing', implementation, status: 'failed', reason, iterations: null, rows: [] }
}

function listed(
  implementation: Implementation,
  list: Listing,
  setting: Setting,
  other: readonly Listed[] = [],
): Event {
  const { known, unknown } = brokenRows(list, other)
  const objection = objectionTo([...list.rows, ...known, ...unknown])
  if (objection !== null) return failed(implementation, objection)
  const selects = selectionFor(implementation, setting)
  // Of a name that is not split the harness knew that the filters could let it through.
  const rows = [...[...list.rows, ...known].filter(selects), ...unknown]
  return {
    type: 'listing',
    implementation,
    status: 'ok',
    reason: null,
    iterations: list.iterations,
    rows: rows.map((row) => ({
      ...row,
      sources_changed: isChanged(row.source, setting.checkouts.changedPaths),
    })),
  }
}

function otherOf(implementation: Implementation): Implementation {
  const { arm, revision } = partsOf(implementation)
  return implementationOf(arm, revision === 'baseline' ? 'candidate' : 'baseline')
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

/** A compiler may write a source's path in full, mapped or relative to the build: its end is what counts. */
function isChanged(source: string | undefined, changedPaths: readonly string[]): boolean {
  if (source === undefined) return false
  return changedPaths.some(
    (path) => source === path || source.endsWith(`/${path}`) || path.endsWith(`/${source}`),
  )
}
