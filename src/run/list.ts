import { caseKey, type Listed } from '../model/benchmark.ts'
import type { Event } from '../model/event.ts'
import type { Host } from '../model/host.ts'
import { type Implementation, partsOf } from '../model/implementation.ts'
import { selectsRow } from '../model/selection.ts'
import { ask } from './observe.ts'
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
    const answer = await ask(subject, subject.harness.listArguments(), host)
    const event = { type: 'listing', implementation } as const
    if (answer.kind === 'failed') {
      yield { ...event, status: 'failed', reason: answer.reason, rows: [] }
      continue
    }
    const listed = subject.harness.readList(answer.value)
    if (listed.kind === 'malformed') {
      yield { ...event, status: 'failed', reason: listed.reason, rows: [] }
      continue
    }
    const objection = objectionTo(listed.value)
    if (objection !== null) yield { ...event, status: 'failed', reason: objection, rows: [] }
    else
      yield { ...event, status: 'ok', reason: null, rows: selectRows(listed.value, implementation, setting) }
  }
}

function objectionTo(rows: readonly Listed[]): string | null {
  if (rows.length === 0) return 'the list of benchmarks is empty'
  const keys = rows.map((row) => caseKey(row.benchmark, row.dataset))
  const twice = rows.find((_, index) => keys.indexOf(keys[index] ?? '') !== index)
  return twice === undefined ? null : `${twice.benchmark}/${twice.dataset} is listed more than once`
}

function selectRows(rows: readonly Listed[], implementation: Implementation, setting: Setting) {
  const { config, baselineConfig, request, checkouts } = setting
  const { revision } = partsOf(implementation)
  const { benchmarks } = revision === 'baseline' ? (baselineConfig ?? config) : config
  return rows
    .filter((row) => selectsRow(benchmarks, request.filter, row))
    .map((row) => ({ ...row, sources_changed: isChanged(row.source, checkouts.changedPaths) }))
}

/** A compiler may write a source's path in full, mapped or relative to the build: its end is what counts. */
function isChanged(source: string | undefined, changedPaths: readonly string[]): boolean {
  if (source === undefined) return false
  return changedPaths.some(
    (path) => source === path || source.endsWith(`/${path}`) || path.endsWith(`/${source}`),
  )
}
