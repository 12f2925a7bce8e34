import picocolors from 'picocolors'
import type { Result } from '../model/result.ts'
import type { Conclusion } from '../model/verdict.ts'
import { type Column, headerLine, type Layout, layOut, rowLine } from './columns.ts'
import { cutMiddle, visible, wrap } from './glyphs.ts'
import { changesOf, closingParts, factsOf, legendOf, troublesOf } from './phrases.ts'
import { byCategory, type Group, nameOf, type Row, type Tone } from './table.ts'

type Colors = ReturnType<typeof picocolors.createColors>
type Paint = (text: string) => string

/** Where the text will stand. */
export interface TerminalFormat {
  readonly width: number
  readonly color: boolean
}

/** Narrower than this no table is readable: lines may then be longer than the terminal. */
const NARROWEST = 72
/** A name takes no more than this. */
const LONGEST_NAME = 48
const FACT_INDENT = 11

/** The report for a terminal: headline, facts, the table by category, the closing line. */
export function renderTerminal(result: Result, format: TerminalFormat): string {
  const width = Math.max(NARROWEST, format.width)
  const colors = picocolors.createColors(format.color)
  const sections = [
    headline(result, width, colors),
    facts(result, width, colors),
    listed('trouble', troublesOf(result), width, colors.magenta),
    listed('changed', changesOf(result), width, colors.yellow),
    table(result, width, colors),
    closing(result, width, colors),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function headline(result: Result, width: number, colors: Colors): readonly string[] {
  const paint = conclusionPaint(result.conclusion, colors)
  return wrap(visible(`${result.conclusion}: ${result.summary.headline}`), width).map((line) =>
    colors.bold(paint(line)),
  )
}

function facts(result: Result, width: number, colors: Colors): readonly string[] {
  return factsOf(result).flatMap(([name, value]) =>
    wrap(visible(value), width - FACT_INDENT).map((line, index) =>
      index === 0 ? `${colors.dim(name.padEnd(FACT_INDENT))}${line}` : `${' '.repeat(FACT_INDENT)}${line}`,
    ),
  )
}

function listed(name: string, sentences: readonly string[], width: number, paint: Paint): readonly string[] {
  return sentences.flatMap((sentence) => {
    const [first = '', ...rest] = wrap(visible(sentence), width - FACT_INDENT)
    return [
      `${paint(name.padEnd(FACT_INDENT))}${first}`,
      ...rest.map((line) => `${' '.repeat(FACT_INDENT)}${line}`),
    ]
  })
}

function table(result: Result, width: number, colors: Colors): readonly string[] {
  const groups = byCategory(result)
  const rows = groups.flatMap((group) => group.rows)
  if (rows.length === 0) return []
  const layout = layOut(columnsOf(result), rows, width)
  return [
    colors.dim(headerLine(layout)),
    colors.dim('─'.repeat(layout.width)),
    ...groups.flatMap((group, index) => [
      ...(index === 0 ? [] : ['']),
      ...groupLines(group, layout, width, colors),
    ]),
  ]
}

const verdictColumn: Column<Row> = { header: 'verdict', align: 'left', cell: (row) => row.verdict }
const boundColumn: Column<Row> = {
  header: 'slower by at most',
  align: 'right',
  cell: (row) => row.bound,
  optional: true,
}

function columnsOf(result: Result): readonly Column<Row>[] {
  return [
    {
      header: 'benchmark',
      align: 'left',
      cell: (row) => cutMiddle(visible(nameOf(row)), LONGEST_NAME),
      shrinks: true,
    },
    { header: 'arm', align: 'left', cell: (row) => visible(row.arm) },
    { header: 'baseline', align: 'right', cell: (row) => row.baseline },
    { header: 'candidate', align: 'right', cell: (row) => row.candidate },
    { header: 'Δ %', align: 'right', cell: (row) => row.delta },
    { header: `${result.gate.confidence_pct} % interval`, align: 'right', cell: (row) => row.interval },
    verdictColumn,
    boundColumn,
    { header: 'peak memory', align: 'right', cell: (row) => row.memory, optional: true },
  ]
}

function groupLines(group: Group, layout: Layout<Row>, width: number, colors: Colors): readonly string[] {
  const showsBound = layout.columns.some(({ column }) => column === boundColumn)
  const heading = group.category === '' ? 'no category' : visible(group.category)
  return [
    colors.bold(cutMiddle(heading, width)),
    ...group.rows.flatMap((row) => [
      rowLine(layout, row, (text, column) =>
        column === verdictColumn ? tonePaint(row.tone, colors)(text) : text,
      ),
      ...notes(row, showsBound).flatMap((note) => noteLines(note, width, colors)),
    ]),
  ]
}

function notes(row: Row, showsBound: boolean): readonly string[] {
  return showsBound || row.bound === '' ? row.notes : [`slower by at most ${row.bound}`, ...row.notes]
}

function noteLines(note: string, width: number, colors: Colors): readonly string[] {
  return wrap(visible(note), width - 4).map((line, index) =>
    colors.dim(`${index === 0 ? '  ╰ ' : '    '}${line}`),
  )
}

function closing(result: Result, width: number, colors: Colors): readonly string[] {
  const parts = closingParts(result).map(visible)
  return [
    ...wrap(parts.join(' · '), width).map((line) => colors.bold(line)),
    ...wrap(visible(legendOf(result)), width).map((line) => colors.dim(line)),
  ]
}

/** The colour of a tone. */
export function tonePaint(tone: Tone, colors: Colors): Paint {
  switch (tone) {
    case 'trouble':
      return (text) => colors.bold(colors.magenta(text))
    case 'bad':
      return (text) => colors.bold(colors.red(text))
    case 'doubt':
      return colors.yellow
    case 'good':
      return colors.green
    case 'quiet':
      return colors.dim
  }
}

function conclusionPaint(conclusion: Conclusion, colors: Colors): Paint {
  switch (conclusion) {
    case 'pass':
      return colors.green
    case 'regression':
      return colors.red
    case 'wrong-result':
    case 'invalid':
    case 'incomplete':
      return colors.magenta
  }
}
