import { standingRows, wrongResults } from '../analysis/rows.ts'
import type { Event } from '../model/event.ts'
import type { CaseCall } from '../model/harness.ts'
import type { Host } from '../model/host.ts'
import { type Implementation, partsOf } from '../model/implementation.ts'
import { converse, type Subject } from './converse.ts'
import { iterationModeOf } from './iteration-mode.ts'
import type { Setting } from './prepare.ts'
import type { Programs } from './program.ts'
import { subjectOf } from './subject.ts'

/** Runs every row that is to be measured, and every new one, once and records what it made, before anything is timed. */
export async function* validateRows(
  setting: Setting,
  programs: Programs,
  log: readonly Event[],
  host: Host,
): AsyncGenerator<Event, void> {
  const open = new Set(
    standingRows(log).flatMap((row) =>
      row.standing.kind === 'measure' || row.standing.status === 'new'
        ? [JSON.stringify([row.arm, row.benchmark, row.dataset])]
        : [],
    ),
  )
  const validations: Event[] = []
  for (const listing of log.filter((event) => event.type === 'listing')) {
    const { arm } = partsOf(listing.implementation)
    const subject = await subjectOf(setting, programs, listing.implementation, host)
    for (const { benchmark, dataset } of listing.rows) {
      if (!open.has(JSON.stringify([arm, benchmark, dataset]))) continue
      const iterationMode = iterationModeOf(log, arm)
      const validation = await validate(
        subject,
        setting,
        listing.implementation,
        { benchmark, dataset, iterationMode },
        host,
      )
      validations.push(validation)
      yield validation
    }
  }
  yield* wrongResults([...log, ...validations])
}

async function validate(
  subject: Subject,
  setting: Setting,
  implementation: Implementation,
  { benchmark, dataset, iterationMode }: Pick<CaseCall, 'benchmark' | 'dataset' | 'iterationMode'>,
  host: Host,
): Promise<Event> {
  const event = {
    type: 'validation',
    case: benchmark,
    implementation,
    implementation_version: setting.checkouts[partsOf(implementation).revision].version,
    dataset_id: dataset,
    fingerprint: null,
    output: null,
    expected: null,
    tolerance: null,
  } as const
  const { harness, program } = subject
  const call = {
    benchmark,
    dataset,
    dataSeed: setting.config.data_seed,
    iterationMode,
    scratch: program.scratch,
  }
  const answer = await converse(subject, harness.validate(call), host)
  if (answer.kind === 'failed') return { ...event, status: 'failed', reason: answer.reason }
  const validation = answer.value
  if (validation.status === 'unsupported')
    return { ...event, status: 'unsupported', reason: validation.reason }
  const threads = answer.usage?.threads ?? null
  return {
    ...event,
    status: 'ok',
    reason: null,
    ...(threads === null ? {} : { threads }),
    fingerprint: validation.fingerprint,
    output: validation.output,
    expected: validation.expected ?? null,
    tolerance: validation.tolerance ?? null,
    ...(validation.notes === undefined ? {} : { notes: [...validation.notes] }),
  }
}
