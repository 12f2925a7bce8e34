import picocolors from 'picocolors'
import { caseName } from '../model/benchmark.ts'
import type { Hotspots } from '../model/tuning.ts'
import { type Column, headerLine, layOut, rowLine } from './columns.ts'
import { cutMiddle, visible, wrap } from './glyphs.ts'
import { formatCount, formatInterval, formatSigned } from './quantity.ts'
import { inCharactersOf, type TerminalFormat } from './terminal.ts'

type Row = Hotspots['rows'][number]

const LONGEST_NAME = 48

const columns: readonly Column<Row>[] = [
  {
    header: 'benchmark',
    align: 'left',
    cell: (row) => cutMiddle(visible(caseName(row)), LONGEST_NAME),
    shrinks: true,
  },
  { header: 'Δ %', align: 'right', cell: (row) => formatSigned(row.delta_pct) },
  {
    header: '95 % interval',
    align: 'right',
    cell: ({ interval_pct }) => (interval_pct === null ? '' : formatInterval(interval_pct)),
  },
  { header: 'speedup', align: 'right', cell: (row) => row.speedup.toFixed(4) },
  {
    header: 'decision',
    align: 'left',
    cell: ({ decision, clear }) => (clear || decision === 'equivalent' ? decision : `${decision}?`),
  },
  { header: 'pairs', align: 'right', cell: (row) => String(row.pairs), optional: true },
]

/** Two implementations row by row, the slowest first, for a terminal. */
export function renderHotspots(hotspots: Hotspots, format: TerminalFormat): string {
  const { rows, left_out: leftOut, baseline, candidate, threshold_pct, seed } = hotspots
  const colors = picocolors.createColors(format.color)
  const width = Math.max(72, format.width)
  const layout = layOut(columns, rows, width)
  const lines = [
    colors.bold(visible(`${candidate} against ${baseline}, at ${threshold_pct} %, seed ${seed}`)),
    colors.dim(headerLine(layout)),
    ...rows.map((row) => rowLine(layout, row)),
    '',
    ...(leftOut.length === 0
      ? []
      : wrap(
          visible(`left out: ${leftOut.map((one) => `${caseName(one)} (${one.reason})`).join(', ')}`),
          width,
        )),
    ...wrap(
      `${formatCount(rows.length, 'row')}, an exploration: nothing here fails a check. “?” marks a decision whose interval holds zero.`,
      width,
    ).map((line) => colors.dim(line)),
  ]
  return inCharactersOf(format, `${lines.join('\n')}\n`)
}
