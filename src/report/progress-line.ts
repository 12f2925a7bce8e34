import { caseName } from '../model/benchmark.ts'
import type { RunningEstimate } from '../model/progress.ts'
import { cutEnd, visible } from './glyphs.ts'
import type { ProgressState } from './progress.ts'
import { formatElapsed, formatPercent } from './quantity.ts'

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
