import { caseName } from '../model/benchmark.ts'
import type { Comparison, Result } from '../model/result.ts'
import type { RowStatus, Verdict } from '../model/verdict.ts'
import { intervalPicture } from './interval-picture.ts'
import { notesOf } from './notes.ts'
import { formatBound, formatInterval, formatSigned, formatTime, formatTimes } from './quantity.ts'
import { isMemoryChanged, memoryOf } from './resources.ts'

/** How a row is to be felt; formats choose a colour or a sign for it, always beside the word. */
export type Tone = 'trouble' | 'bad' | 'doubt' | 'good' | 'quiet'

/** One row as text, the same for all formats; nothing in it is escaped yet. An empty cell has nothing to show. */
export interface Row {
  readonly id: string
  readonly category: string
  readonly benchmark: string
  readonly dataset: string
  readonly arm: string
  readonly baseline: string
  readonly candidate: string
  /** In per cent, without the unit. */
  readonly delta: string
  /** In per cent, without the unit. */
  readonly interval: string
  /** The interval drawn on one line. */
  readonly picture: string
  /** The verdict, or the status of a row without one. */
  readonly verdict: Verdict | Exclude<RowStatus, 'measured'> | 'no verdict'
  readonly tone: Tone
  readonly memory: string
  /** Whether `memory` is to be said where it has no column. */
  readonly isMemoryChanged: boolean
  /** How much slower a green row may be at most. */
  readonly bound: string
  /** Of the paired differences, in per cent with its unit. */
  readonly noise: string
  /** The slowdown that was to be caught 8 times in 10, in per cent with its unit. */
  readonly detectable: string
  /** What a reader must know beside the numbers: reasons, doubts, disagreements. */
  readonly notes: readonly string[]
}

/** The rows of one category. */
export interface Group {
  readonly category: string
  readonly rows: readonly Row[]
}

/** A comparison as a row of text. */
export function rowOf(comparison: Comparison): Row {
  const verdict = verdictOf(comparison)
  const [baseline, candidate] = timesOf(comparison)
  return {
    id: comparison.id,
    category: comparison.category,
    benchmark: comparison.benchmark,
    dataset: comparison.dataset,
    arm: comparison.arm,
    baseline,
    candidate,
    delta: comparison.delta_pct === null ? '' : formatSigned(comparison.delta_pct),
    interval: comparison.interval_pct === null ? '' : formatInterval(comparison.interval_pct),
    picture: pictureOf(comparison),
    verdict,
    tone: toneOf(verdict),
    memory: memoryOf(comparison),
    isMemoryChanged: isMemoryChanged(comparison),
    bound: boundOf(comparison),
    noise: boundOrNothing(comparison.sensitivity?.noise_pct),
    detectable: boundOrNothing(comparison.sensitivity?.detectable_pct),
    notes: notesOf(comparison),
  }
}

function pictureOf({ delta_pct, interval_pct }: Comparison): string {
  return delta_pct === null || interval_pct === null
    ? ''
    : intervalPicture(interval_pct.low, delta_pct, interval_pct.high)
}

/** A row's benchmark and dataset in one: `sort/large`. */
export function nameOf(row: Pick<Row, 'benchmark' | 'dataset'>): string {
  return caseName(row)
}

/** The rows by category, in the order of the result: for a terminal and a page. */
export function byCategory(result: Result): readonly Group[] {
  const groups = new Map<string, Row[]>()
  for (const row of result.comparisons.map(rowOf)) {
    const group = groups.get(row.category)
    if (group === undefined) groups.set(row.category, [row])
    else group.push(row)
  }
  return [...groups].map(([category, rows]) => ({ category, rows }))
}

/** The rows that a reader must see first, worst on top, and those in which nothing happened: for comments and summaries. */
export function worstFirst(result: Result): {
  readonly rows: readonly Row[]
  readonly unchanged: readonly Row[]
} {
  const isUnchanged = (row: Row) => row.verdict === 'equivalent' || row.verdict === 'identical'
  const rows = result.comparisons.toSorted(byUrgency).map(rowOf)
  return { rows: rows.filter((row) => !isUnchanged(row)), unchanged: rows.filter(isUnchanged) }
}

/** Orders comparisons by what a reader must see first: trouble, then regressions, the worst of each on top. */
export function byUrgency(a: Comparison, b: Comparison): number {
  return RANK[verdictOf(a)] - RANK[verdictOf(b)] || weightOf(b) - weightOf(a)
}

const RANK: Readonly<Record<Row['verdict'], number>> = {
  'wrong-result': 0,
  invalid: 1,
  'no verdict': 1,
  regression: 2,
  inconclusive: 3,
  'not-comparable': 4,
  eliminated: 5,
  removed: 6,
  new: 7,
  skipped: 8,
  improvement: 9,
  equivalent: 10,
  identical: 11,
}

/** Within one rank: regressions and improvements by Δ, inconclusive and green rows by what they could hide. */
function weightOf(comparison: Comparison): number {
  const { verdict, delta_pct, sensitivity } = comparison
  if (verdict === 'regression') return delta_pct ?? 0
  if (verdict === 'improvement') return -(delta_pct ?? 0)
  return sensitivity?.at_most_pct ?? 0
}

function verdictOf({ status, verdict }: Comparison): Row['verdict'] {
  return status === 'measured' ? (verdict ?? 'no verdict') : status
}

/** How a verdict, or the status of a row without one, is to be felt. */
export function toneOf(verdict: Row['verdict']): Tone {
  switch (verdict) {
    case 'wrong-result':
    case 'invalid':
    case 'no verdict':
      return 'trouble'
    case 'regression':
      return 'bad'
    case 'inconclusive':
    case 'not-comparable':
    case 'eliminated':
      return 'doubt'
    case 'improvement':
    case 'equivalent':
    case 'identical':
      return 'good'
    case 'new':
    case 'removed':
    case 'skipped':
      return 'quiet'
  }
}

function timesOf({ baseline_median_us: baseline, candidate_median_us: candidate }: Comparison) {
  if (baseline !== null && candidate !== null) return formatTimes(baseline, candidate)
  return [
    baseline === null ? '' : formatTime(baseline),
    candidate === null ? '' : formatTime(candidate),
  ] as const
}

function boundOrNothing(pct: number | null | undefined): string {
  return pct == null ? '' : formatBound(pct)
}

function boundOf({ verdict, sensitivity }: Comparison): string {
  const bound = sensitivity?.at_most_pct ?? null
  return bound !== null && bound > 0 && (verdict === 'equivalent' || verdict === 'improvement')
    ? formatBound(bound)
    : ''
}
