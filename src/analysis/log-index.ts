import type { Event, EventOf } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import { type Implementation, implementationOf, partsOf, type RevisionName } from '../model/implementation.ts'

/** The events of a log by what they are about, made once so that nothing has to be searched for. */
export interface LogIndex {
  readonly run: EventOf<'run'>
  readonly summary: EventOf<'summary'> | null
  readonly troubles: readonly EventOf<'trouble'>[]
  /** Null where nothing was measured. */
  readonly machine: EventOf<'machine'> | null
  /** Null where the blocks did not come to their end, or the system does not tell. */
  readonly load: EventOf<'load'> | null
  build(arm: string, revision: RevisionName): EventOf<'build'> | undefined
  identity(arm: string): EventOf<'identity'> | undefined
  listing(implementation: Implementation): EventOf<'listing'> | undefined
  validation(
    implementation: Implementation,
    benchmark: string,
    dataset: string,
  ): EventOf<'validation'> | undefined
  calibration(
    implementation: Implementation,
    benchmark: string,
    dataset: string,
  ): EventOf<'calibration'> | undefined
  /** What the harness says about the programs of an arm or the machine, each once. */
  notes(arm: string): string[]
  /** Of a row in an arm: the first as planned, then those of its confirmation. */
  schedules(arm: string, benchmark: string, dataset: string): readonly EventOf<'schedule'>[]
  /** Of both revisions of an arm, in the order of measuring, whatever the order of the log. */
  observations(arm: string, benchmark: string, dataset: string): readonly EventOf<'observation'>[]
}

/** Indexes a log. Throws a UserError when its first event does not describe the run. */
export function indexLog(events: readonly Event[]): LogIndex {
  const [run] = events
  if (run?.type !== 'run')
    throw new UserError('the log does not begin with the event `run`: it was not written by pairgate')
  const singles = new Map<string, Event>()
  const observations = new Map<string, EventOf<'observation'>[]>()
  const schedules = new Map<string, EventOf<'schedule'>[]>()
  const troubles: EventOf<'trouble'>[] = []
  const notes = new Map<string, string[]>()
  let summary: EventOf<'summary'> | null = null
  let machine: EventOf<'machine'> | null = null
  let load: EventOf<'load'> | null = null
  for (const event of events) {
    switch (event.type) {
      case 'run':
      case 'validation_failure':
        break
      case 'trouble':
        troubles.push(event)
        break
      case 'summary':
        summary = event
        break
      case 'machine':
        machine = event
        break
      case 'load':
        load = event
        break
      case 'build':
        singles.set(key('build', implementationOf(event.arm, event.revision)), event)
        break
      case 'identity':
        singles.set(key('identity', event.arm), event)
        break
      case 'listing':
        singles.set(key('listing', event.implementation), event)
        break
      case 'validation':
        for (const note of notesIn(event)) addTo(notes, partsOf(event.implementation).arm, note)
        singles.set(key(event.type, event.implementation, event.case, event.dataset_id), event)
        break
      case 'calibration':
        singles.set(key(event.type, event.implementation, event.case, event.dataset_id), event)
        break
      case 'schedule':
        for (const arm of event.arms) addTo(schedules, key(arm, event.case, event.dataset_id), event)
        break
      case 'observation':
        addTo(observations, key(partsOf(event.implementation).arm, event.case, event.dataset_id), event)
        break
    }
  }
  for (const row of observations.values()) row.sort(byTurn)
  function single<Type extends Event['type']>(
    type: Type,
    ...parts: readonly string[]
  ): EventOf<Type> | undefined {
    const event = singles.get(key(type, ...parts))
    return isOf(event, type) ? event : undefined
  }
  return {
    run,
    summary,
    troubles,
    machine,
    load,
    build: (arm, revision) => single('build', implementationOf(arm, revision)),
    identity: (arm) => single('identity', arm),
    listing: (implementation) => single('listing', implementation),
    validation: (implementation, benchmark, dataset) =>
      single('validation', implementation, benchmark, dataset),
    calibration: (implementation, benchmark, dataset) =>
      single('calibration', implementation, benchmark, dataset),
    notes: (arm) => [...new Set(notes.get(arm) ?? [])],
    schedules: (arm, benchmark, dataset) => schedules.get(key(arm, benchmark, dataset)) ?? [],
    observations: (arm, benchmark, dataset) => observations.get(key(arm, benchmark, dataset)) ?? [],
  }
}

const NO_ORACLE =
  'the harness tells no output of some rows: nothing says that both revisions do the same work there'

function notesIn({ status, output, notes = [] }: EventOf<'validation'>): readonly string[] {
  return status === 'ok' && output === null ? [...notes, NO_ORACLE] : notes
}

function addTo<Item>(groups: Map<string, Item[]>, at: string, item: Item): void {
  const group = groups.get(at)
  if (group === undefined) groups.set(at, [item])
  else group.push(item)
}

function byTurn(a: EventOf<'observation'>, b: EventOf<'observation'>): number {
  return a.block_id - b.block_id || a.repetition_id - b.repetition_id || a.position - b.position
}

function isOf<Type extends Event['type']>(event: Event | undefined, type: Type): event is EventOf<Type> {
  return event?.type === type
}

/** Names may hold any character: JSON keeps them apart. */
function key(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}
