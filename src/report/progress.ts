import { caseName } from '../model/benchmark.ts'
import type { Event, EventOf } from '../model/event.ts'
import { formatElapsed } from './quantity.ts'

/** How far a run has come, gathered from its events; times are on the caller's clock. */
export interface ProgressState {
  readonly phase: 'starting' | 'building' | 'validating' | 'calibrating' | 'measuring' | 'finished'
  /** What the last event was about. */
  readonly subject: string
  /** Of the last event. */
  readonly atMs: number
  readonly builds: { readonly done: number; readonly of: number }
  /** Rows that any implementation listed. */
  readonly listed: ReadonlySet<string>
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
  listed: new Set(),
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
      return afterListing(state, event)
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

function afterListing(state: ProgressState, event: EventOf<'listing'>): ProgressState {
  if (event.status === 'failed') {
    return noticed(state, `${event.implementation}: listing failed: ${event.reason ?? ''}`)
  }
  return { ...state, listed: new Set([...state.listed, ...event.rows.map(caseName)]) }
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

function rowName(event: { readonly case: string; readonly dataset_id: string }): string {
  return caseName({ benchmark: event.case, dataset: event.dataset_id })
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
