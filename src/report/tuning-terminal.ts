import picocolors from 'picocolors'
import { caseName } from '../model/benchmark.ts'
import type { Tuning } from '../model/tuning.ts'
import { type Column, headerLine, layOut, rowLine } from './columns.ts'
import { cutMiddle, visible } from './glyphs.ts'
import { formatTime } from './quantity.ts'
import { inCharactersOf, type TerminalFormat } from './terminal.ts'

type Benchmark = Tuning['benchmarks'][number]
type Dataset = Benchmark['datasets'][number]
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
    ...benchmarks.map((one) => visible(sentenceOf(one))),
    ...rows.flatMap((row) =>
      row.winner === null
        ? [visible(`none of ${caseName(row)}: ${row.reason ?? 'no reason was recorded'}`)]
        : [],
    ),
  ]
  return inCharactersOf(format, `${lines.join('\n')}\n`)
}

function sentenceOf({ benchmark, crossover, datasets }: Benchmark): string {
  switch (crossover.kind) {
    case 'no-crossover':
      return `${benchmark}: ${crossover.arm} throughout`
    case 'found':
      return `${benchmark}: ${crossover.below} below ${crossover.dataset}, ${crossover.at_or_above} from there on`
    case 'non-monotonic':
      return `${benchmark}: it changes more than once: ${datasets.flatMap(({ dataset, winner }) => (winner === null ? [] : [`${dataset} ${winner}`])).join(', ')}`
    case 'inconclusive':
      return `${benchmark}: no dataset that two arms can be compared on`
  }
}
