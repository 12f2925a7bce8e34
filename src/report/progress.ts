import { caseName } from '../model/benchmark.ts'
import type { Event, EventOf } from '../model/event.ts'
import { cutEnd, visible } from './glyphs.ts'
import { formatElapsed } from './quantity.ts'

/** How far a run has come, gathered from its events; times are on the caller's clock. */
export interface ProgressState {
  readonly phase: 'starting' | 'building' | 'validating' | 'calibrating' | 'measuring' | 'finished'
  /** What the last event was about. */
  readonly subject: string
  /** Of the last event. */
  readonly atMs: number
  readonly builds: { readonly done: number; readonly of: number }
  /** Rows that came up in this phase, or in this block. */
  readonly rows: ReadonlySet<string>
  readonly exploratoryBlocks: number
  /** The rows that share a span of blocks; a later round measures some again. */
  readonly round: {
    readonly number: number
    readonly first: number
    readonly end: number
    readonly rows: number
  }
  /** Observations that are scheduled, in one block of the first round and in all. */
  readonly scheduled: { readonly block: number; readonly all: number }
  /** Null before the first block. */
  readonly block: { readonly id: number; readonly phase: 'exploratory' | 'confirmatory' } | null
  readonly observations: { readonly done: number; readonly invalid: number; readonly sinceMs: number }
  /** Something to say at once: a build, a trouble, the end. `serial` tells two of them apart. */
  readonly notice: { readonly serial: number; readonly text: string }
}

/** Before the first event. */
export const initialProgress: ProgressState = {
  phase: 'starting',
  subject: 'checking out both revisions',
  atMs: 0,
  builds: { done: 0, of: 0 },
  rows: new Set(),
  exploratoryBlocks: 0,
  round: { number: 0, first: 0, end: 0, rows: 0 },
  scheduled: { block: 0, all: 0 },
  block: null,
  observations: { done: 0, invalid: 0, sinceMs: 0 },
  notice: { serial: 0, text: '' },
}

/** The state after one more event. */
export function advanceProgress(before: ProgressState, event: Event, nowMs: number): ProgressState {
  const state = { ...before, atMs: nowMs }
  switch (event.type) {
    case 'run':
      return {
        ...state,
        phase: 'building',
        subject: '',
        builds: { done: 0, of: 2 * event.arms.length },
        exploratoryBlocks: event.protocol.exploratory_blocks,
      }
    case 'build':
      return afterBuild(state, event)
    case 'identity':
      return event.identical && event.measured !== true
        ? noticed(state, `${event.arm}: identical binaries, nothing to measure`)
        : state
    case 'listing':
      return event.status === 'failed'
        ? noticed(state, `${event.implementation}: listing failed: ${event.reason ?? ''}`)
        : state
    case 'machine':
    case 'load':
      return state
    case 'validation':
      return inRow({ ...state, phase: 'validating' }, event, state.phase !== 'validating')
    case 'validation_failure':
      return noticed(state, `wrong result: ${rowName(event)} in ${event.implementation}: ${event.reason}`)
    case 'calibration':
      return afterCalibration(state, event)
    case 'schedule':
      return afterSchedule(state, event)
    case 'observation':
      return afterObservation(state, event, before.atMs)
    case 'trouble':
      return noticed(state, `trouble: ${event.arm === null ? '' : `${event.arm}: `}${event.reason}`)
    case 'summary':
      return noticed({ ...state, phase: 'finished' }, `finished in ${formatElapsed(event.elapsed_ms)}`)
  }
}

/** One line for a terminal, in at most `width` columns. */
export function progressLine(state: ProgressState, nowMs: number, width: number): string {
  const left = timeLeft(state, nowMs)
  const parts = [stageOf(state), ...(left === null ? [] : [left]), ...invalidOf(state), state.subject]
  return cutEnd(visible(parts.filter((part) => part !== '').join(' · ')), Math.max(1, width - 1))
}

/** The next line for a log, or null where nothing happened since `previous` that is worth one. */
export function plainLine(state: ProgressState, previous: ProgressState): string | null {
  if (state.notice.serial !== previous.notice.serial) return visible(state.notice.text)
  const isNew = state.phase !== previous.phase || state.block?.id !== previous.block?.id
  if (!isNew && state.atMs - previous.atMs < LOG_INTERVAL_MS) return null
  const left = timeLeft(state, state.atMs)
  return visible([stageOf(state), ...(left === null ? [] : [left]), ...invalidOf(state)].join(', '))
}

const LOG_INTERVAL_MS = 10_000

function afterBuild(state: ProgressState, event: EventOf<'build'>): ProgressState {
  const name = `${event.arm}@${event.revision}`
  const builds = { ...state.builds, done: state.builds.done + 1 }
  const counted: ProgressState = { ...state, phase: 'building', subject: `${name} ${event.status}`, builds }
  switch (event.status) {
    case 'built':
      return noticed(counted, `built ${name} in ${formatElapsed(event.build_ms)}`)
    case 'absent':
      return noticed(counted, `${name} is absent: ${event.reason ?? 'this revision does not have the arm'}`)
    case 'failed':
      return noticed(counted, `building ${name} failed: ${firstLine(event.reason ?? '')}`)
  }
}

function afterCalibration(state: ProgressState, event: EventOf<'calibration'>): ProgressState {
  const next = inRow({ ...state, phase: 'calibrating' }, event, state.phase !== 'calibrating')
  if (!event.valid) return noticed(next, `calibrating ${rowName(event)} failed: ${event.reason ?? ''}`)
  return next
}

function afterSchedule(state: ProgressState, event: EventOf<'schedule'>): ProgressState {
  const { round, scheduled, exploratoryBlocks } = state
  const { first_block: first, blocks } = event
  const joins = round.number > 0 && first === round.first
  const isFirst = round.number === 0 || (joins && round.number === 1)
  const implementations = 2 * event.arms.length
  return {
    ...state,
    round: joins
      ? { ...round, end: Math.max(round.end, first + blocks), rows: round.rows + 1 }
      : { number: round.number + 1, first, end: first + blocks, rows: 1 },
    scheduled: {
      block: scheduled.block + (isFirst ? implementations : 0),
      all: scheduled.all + implementations * (blocks + (isFirst ? exploratoryBlocks : 0)),
    },
  }
}

function afterObservation(
  state: ProgressState,
  event: EventOf<'observation'>,
  previousMs: number,
): ProgressState {
  const { done, invalid, sinceMs } = state.observations
  const next = inRow({ ...state, phase: 'measuring' }, event, state.block?.id !== event.block_id)
  return {
    ...next,
    block: { id: event.block_id, phase: event.phase },
    observations: {
      // A repeated block was counted already.
      done: event.repetition_id === 0 ? done + 1 : done,
      invalid: event.valid ? invalid : invalid + 1,
      // The first observation began when the event before it came.
      sinceMs: state.block === null ? previousMs : sinceMs,
    },
  }
}

function inRow(
  state: ProgressState,
  event: { readonly case: string; readonly dataset_id: string },
  startsAnew: boolean,
): ProgressState {
  const name = rowName(event)
  const rows = startsAnew
    ? new Set([name])
    : state.rows.has(name)
      ? state.rows
      : new Set([...state.rows, name])
  return { ...state, subject: name, rows }
}

function noticed(state: ProgressState, text: string): ProgressState {
  return { ...state, notice: { serial: state.notice.serial + 1, text } }
}

function stageOf(state: ProgressState): string {
  switch (state.phase) {
    case 'starting':
      return 'starting'
    case 'building':
      return `building, ${state.builds.done} of ${state.builds.of} done`
    case 'validating':
      return `validating, row ${state.rows.size}`
    case 'calibrating':
      return `calibrating, row ${state.rows.size}`
    case 'measuring':
      return `block ${(state.block?.id ?? 0) + 1} of ${state.round.end} (${phaseOf(state)}), row ${state.rows.size} of ${state.round.rows}`
    case 'finished':
      return 'finished'
  }
}

function invalidOf({ observations: { invalid } }: ProgressState): readonly string[] {
  return invalid === 0 ? [] : [`${invalid} invalid`]
}

/** Estimated from the observations so far; silent before there are enough of them. */
function timeLeft(state: ProgressState, nowMs: number): string | null {
  const { done, sinceMs } = state.observations
  const { block, all } = state.scheduled
  if (state.phase !== 'measuring' || done < block || done >= all) return null
  // The last event's time, so that a pause does not make the estimate grow and then shrink.
  const perObservation = (state.atMs - sinceMs) / done
  const leftMs = Math.max(0, perObservation * (all - done) - (nowMs - state.atMs))
  return `about ${formatElapsed(Math.ceil(leftMs / 1000) * 1000)} left`
}

function phaseOf({ round, block }: ProgressState): string {
  return round.number > 1 ? 'confirmation' : (block?.phase ?? '')
}

function rowName(event: { readonly case: string; readonly dataset_id: string }): string {
  return caseName({ benchmark: event.case, dataset: event.dataset_id })
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
