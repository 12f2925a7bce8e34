import picocolors from 'picocolors'
import { caseName } from '../model/benchmark.ts'
import type { Tuning } from '../model/tuning.ts'
import { type Column, headerLine, layOut, rowLine } from './columns.ts'
import { crossoverSentence } from './crossover.ts'
import { cutMiddle, visible } from './glyphs.ts'
import { formatTime } from './quantity.ts'
import { inCharactersOf, type TerminalFormat } from './terminal.ts'

type Dataset = Tuning['benchmarks'][number]['datasets'][number]
type Row = Dataset & { readonly benchmark: string }

const LONGEST_NAME = 48

/** The fastest arm of every benchmark and dataset, and where it changes, for a terminal. */
export function renderTuning({ arms, benchmarks }: Tuning, format: TerminalFormat): string {
  const colors = picocolors.createColors(format.color)
  const rows = benchmarks.flatMap(({ benchmark, datasets }) => datasets.map((row) => ({ benchmark, ...row })))
  if (rows.length === 0) return 'no benchmarks\n'
  const columns: readonly Column<Row>[] = [
    {
      header: 'benchmark',
      align: 'left',
      cell: (row) => cutMiddle(visible(caseName(row)), LONGEST_NAME),
      shrinks: true,
    },
    ...arms.map(
      (arm): Column<Row> => ({
        header: visible(arm),
        align: 'right',
        cell: ({ medians_us }) => {
          const us = medians_us[arm]
          return us === undefined ? '' : formatTime(us)
        },
      }),
    ),
    { header: 'fastest', align: 'left', cell: (row) => visible(row.winner ?? 'none') },
  ]
  const layout = layOut(columns, rows, Math.max(72, format.width))
  const lines = [
    colors.dim(headerLine(layout)),
    ...rows.map((row) => rowLine(layout, row)),
    '',
    ...benchmarks.map((one) => visible(`${one.benchmark}: ${crossoverSentence(one)}`)),
    ...rows.flatMap((row) =>
      row.winner === null
        ? [visible(`none of ${caseName(row)}: ${row.reason ?? 'no reason was recorded'}`)]
        : [],
    ),
  ]
  return inCharactersOf(format, `${lines.join('\n')}\n`)
}
