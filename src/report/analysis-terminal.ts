import picocolors from 'picocolors'
import type { AnalysisDocument } from '../model/samples.ts'
import type { Verdict } from '../model/verdict.ts'
import { type Column, headerLine, layOut, rowLine } from './columns.ts'
import { cutMiddle, visible } from './glyphs.ts'
import { formatSigned, formatTime } from './quantity.ts'
import type { Tone } from './table.ts'
import { inCharactersOf, type TerminalFormat } from './terminal.ts'
import { tonePaint } from './tone-paint.ts'

type Analysis = AnalysisDocument['comparisons'][number]

const LONGEST_ID = 48

const verdictColumn: Column<Analysis> = { header: 'verdict', align: 'left', cell: (row) => row.verdict }

const columns: readonly Column<Analysis>[] = [
  { header: 'id', align: 'left', cell: (row) => cutMiddle(visible(row.id), LONGEST_ID), shrinks: true },
  { header: 'Δ %', align: 'right', cell: (row) => formatSigned(row.delta_pct) },
  { header: 'speedup', align: 'right', cell: (row) => row.speedup.toFixed(4) },
  {
    header: '95 % interval of the difference',
    align: 'right',
    cell: ({ interval }) => `[${formatTime(interval.low)}, ${formatTime(interval.high)}]`,
  },
  verdictColumn,
  { header: 'noise rule', align: 'left', cell: (row) => row.noise?.outcome ?? 'no ratio', optional: true },
]

/** The verdicts of `analyze` as a table for a terminal. */
export function renderAnalysis(document: AnalysisDocument, format: TerminalFormat): string {
  const colors = picocolors.createColors(format.color)
  const rows = document.comparisons
  const layout = layOut(columns, rows, Math.max(72, format.width))
  if (rows.length === 0) return 'no comparisons\n'
  const lines = [
    colors.dim(headerLine(layout)),
    colors.dim('─'.repeat(layout.width)),
    ...rows.map((row) =>
      rowLine(layout, row, (text, column) =>
        column === verdictColumn ? tonePaint(TONES[row.verdict], colors)(text) : text,
      ),
    ),
  ]
  return inCharactersOf(format, `${lines.join('\n')}\n`)
}

const TONES: Readonly<Record<Verdict, Tone>> = {
  regression: 'bad',
  improvement: 'good',
  equivalent: 'good',
  inconclusive: 'doubt',
}
