import type { Comparison, Result } from '../model/result.ts'
import { visible } from './glyphs.ts'

type Cell = string | number | boolean | null

/** A column of the table: its name, with its unit at the end, and its value. */
type Column = readonly [name: string, value: (row: Comparison, result: Result) => Cell]

/** In this order; a column may be added at the end, none changes its name or its meaning within a schema version. */
const columns: readonly Column[] = [
  ['id', (row) => row.id],
  ['benchmark', (row) => row.benchmark],
  ['dataset', (row) => row.dataset],
  ['scale', (row) => row.scale],
  ['category', (row) => row.category],
  ['arm', (row) => row.arm],
  ['status', (row) => row.status],
  ['verdict', (row) => row.verdict],
  ['decision', (row) => row.decision],
  ['significant_regression', (row) => row.significant_regression],
  ['reason', (row) => row.reason],
  ['pairs', (row) => row.samples.block_ids.length],
  ['baseline_median_us', (row) => row.baseline_median_us],
  ['candidate_median_us', (row) => row.candidate_median_us],
  ['delta_pct', (row) => row.delta_pct],
  ['interval_low_us', (row) => row.interval?.low ?? null],
  ['interval_high_us', (row) => row.interval?.high ?? null],
  ['interval_low_pct', (row) => row.interval_pct?.low ?? null],
  ['interval_high_pct', (row) => row.interval_pct?.high ?? null],
  ['speedup_ratio', (row) => row.speedup],
  ['noise_outcome', (row) => row.noise?.outcome ?? null],
  ['noise_median_ratio', (row) => row.noise?.ratio ?? null],
  ['noise_best_ratio', (row) => row.noise?.best_ratio ?? null],
  ['noise_tolerance_ratio', (row) => row.noise?.tolerance ?? null],
  ['noise_spread_ratio', (row) => row.noise?.noise ?? null],
  ['difference_noise_pct', (row) => row.sensitivity?.noise_pct ?? null],
  ['detectable_pct', (row) => row.sensitivity?.detectable_pct ?? null],
  ['at_most_pct', (row) => row.sensitivity?.at_most_pct ?? null],
  ['blocks_to_settle', (row) => row.sensitivity?.blocks_to_settle ?? null],
  ['false_alarm_probability', (row) => row.sensitivity?.false_alarm ?? null],
  ['measured_parts', (row) => row.confirmation?.parts.length ?? (row.verdict === null ? null : 1)],
  ['reproduced', (row) => row.confirmation?.reproduced ?? null],
  ['repeated_blocks', (row) => row.repeated_blocks.length],
  ['warnings', (row) => row.warnings.map(({ kind }) => kind).join(';')],
  ['baseline_peak_rss_bytes', (row) => row.resources.baseline.peak_rss_bytes],
  ['candidate_peak_rss_bytes', (row) => row.resources.candidate.peak_rss_bytes],
  ['baseline_size_bytes', (row) => row.resources.baseline.size_bytes],
  ['candidate_size_bytes', (row) => row.resources.candidate.size_bytes],
  ['baseline_build_ms', (row) => row.resources.baseline.build_ms],
  ['candidate_build_ms', (row) => row.resources.candidate.build_ms],
  ['seed', (row) => row.seed],
  ['protocol', (_, result) => result.protocol.name],
  ['baseline_version', (_, result) => result.revisions.baseline.version],
  ['candidate_version', (_, result) => result.revisions.candidate.version],
  ['started_at', (_, result) => result.started_at],
  ['conclusion', (_, result) => result.conclusion],
]

/** The names of the columns, in order. */
export const csvColumns: readonly string[] = columns.map(([name]) => name)

/** A line per comparison below a line of names, as RFC 4180 has it: numbers in full, an empty cell for what is not there. */
export function renderCsv(result: Result): string {
  const lines = [
    csvColumns,
    ...result.comparisons.map((row) => columns.map(([, value]) => cellOf(value(row, result)))),
  ]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

function cellOf(value: Cell): string {
  if (value === null) return ''
  return typeof value === 'string' ? quoted(inert(visible(value))) : String(value)
}

/** Spreadsheets take a text that begins so for a formula; the apostrophe doubles so that it can be taken off again. */
const FORMULA = /^\s*['=+\-@＝＋－＠]/

function inert(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
