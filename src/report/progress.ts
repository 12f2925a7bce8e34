import { caseName } from '../model/benchmark.ts'
import type { Event, EventOf } from '../model/event.ts'
import type { RunningEstimate } from '../model/progress.ts'
import { cutEnd, visible } from './glyphs.ts'
import { formatElapsed, formatPercent } from './quantity.ts'

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

/** One line for a terminal, in at most `width` columns; what matters most stands first, and the rest is cut. */
export function progressLine(
  state: ProgressState,
  nowMs: number,
  width: number,
  estimate: RunningEstimate | null = null,
): string {
  const seems = provisional(state, estimate)
  const parts = [
    barOf(state, width),
    timeLeft(state, nowMs),
    ...(width < ROOMY ? [seems, shortStageOf(state)] : [stageOf(state), seems]),
    invalidOf(state),
    state.subject,
  ]
  return cutEnd(visible(parts.filter((part) => part !== '').join(' · ')), Math.max(1, width - 1))
}

/** The next line for a log, or null where nothing happened since `previous` that is worth one. */
export function plainLine(
  state: ProgressState,
  previous: ProgressState,
  estimate: RunningEstimate | null = null,
): string | null {
  if (state.notice.serial !== previous.notice.serial) return visible(state.notice.text)
  const isNewBlock = state.block?.id !== previous.block?.id && state.round.end <= MOST_LINES
  const isNew = state.phase !== previous.phase || isNewBlock
  if (!isNew && state.atMs - previous.atMs < LOG_INTERVAL_MS) return null
  const parts = [stageOf(state), timeLeft(state, state.atMs), invalidOf(state), provisional(state, estimate)]
  return visible(parts.filter((part) => part !== '').join(', '))
}

/** Narrower lines say less of the stage. */
const ROOMY = 140

/** Narrower lines have a shorter bar. */
const WIDE = 100

const LOG_INTERVAL_MS = 10_000

/** A log has no line for each of more blocks than this. */
const MOST_LINES = 100

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

function stageOf(state: ProgressState): string {
  switch (state.phase) {
    case 'starting':
      return 'starting'
    case 'building':
      return `building, ${state.builds.done} of ${state.builds.of} done`
    case 'validating':
    case 'calibrating':
      return `${state.phase}, row ${state.rows.size}${state.listed.size === 0 ? '' : ` of ${state.listed.size}`}`
    case 'measuring':
      return `${blockOf(state)} (${phaseOf(state)}), row ${state.rows.size} of ${state.round.rows}`
    case 'finished':
      return 'finished'
  }
}

function shortStageOf(state: ProgressState): string {
  return state.phase === 'measuring' ? blockOf(state) : stageOf(state)
}

function blockOf({ block, round }: ProgressState): string {
  return `block ${(block?.id ?? 0) + 1} of ${round.end}`
}

/** How far the phase has come, as a bar and in per cent; empty where nobody knows. */
function barOf(state: ProgressState, width: number): string {
  const { done, of } = progressOf(state)
  if (of === 0) return ''
  const cells = width < WIDE ? 8 : Math.min(30, Math.floor(width / 8))
  const share = Math.min(1, done / of)
  const full = Math.floor(share * cells)
  return `[${'█'.repeat(full)}${'░'.repeat(cells - full)}] ${String(Math.floor(share * 100)).padStart(2)} %`
}

function progressOf(state: ProgressState): { readonly done: number; readonly of: number } {
  switch (state.phase) {
    case 'starting':
    case 'finished':
      return { done: 0, of: 0 }
    case 'building':
      return state.builds
    case 'validating':
    case 'calibrating':
      return { done: state.rows.size, of: state.listed.size }
    case 'measuring':
      return { done: state.observations.done, of: state.scheduled.all }
  }
}

/** The largest difference so far, which more blocks may still change. */
function provisional({ phase }: ProgressState, estimate: RunningEstimate | null): string {
  if (estimate === null || phase !== 'measuring') return ''
  return `provisional: ${formatPercent(estimate.delta_pct)} ${caseName(estimate)} (${estimate.arm})`
}

function invalidOf({ observations: { invalid } }: ProgressState): string {
  return invalid === 0 ? '' : `${invalid} invalid`
}

/** Estimated from the observations so far; silent before there are enough of them. */
function timeLeft(state: ProgressState, nowMs: number): string {
  const { done, sinceMs } = state.observations
  const { block, all } = state.scheduled
  if (state.phase !== 'measuring' || done < block || done >= all) return ''
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
