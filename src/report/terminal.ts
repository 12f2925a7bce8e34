import picocolors from 'picocolors'
import type { Comparability } from '../model/comparability.ts'
import type { Result } from '../model/result.ts'
import type { Conclusion } from '../model/verdict.ts'
import { type Column, headerLine, layOut, rowLine } from './columns.ts'
import { type ArmRow, armRows, armSentences } from './cross-arm.ts'
import { asciiOnly, cutMiddle, visible, wrap } from './glyphs.ts'
import { changesOf, closingParts, doubtsOf, factsOf, legendOf, troublesOf } from './phrases.ts'
import { buildResources } from './resources.ts'
import { comparabilityLines, environmentLines } from './terminal-environment.ts'
import { tableLines } from './terminal-table.ts'
import type { Colors, Paint } from './tone-paint.ts'

/** Where the text will stand. */
export interface TerminalFormat {
  readonly width: number
  readonly color: boolean
  /** Whether it has ASCII alone. */
  readonly ascii?: boolean
}

/** The text in the characters that the terminal has. */
export function inCharactersOf({ ascii = false }: TerminalFormat, text: string): string {
  return ascii ? asciiOnly(text) : text
}

/** Narrower than this no table is readable: lines may then be longer than the terminal. */
const NARROWEST = 72
const FACT_INDENT = 11

/** The report for a terminal: headline, facts, the table by category, the closing line. */
export function renderTerminal(
  result: Result,
  format: TerminalFormat,
  comparability: Comparability | null = null,
): string {
  const width = Math.max(NARROWEST, format.width)
  const colors = picocolors.createColors(format.color)
  const sections = [
    headline(result, width, colors),
    facts(result, width, colors),
    listed('trouble', troublesOf(result), width, colors.magenta),
    listed('doubt', doubtsOf(result), width, colors.yellow),
    listed('changed', changesOf(result), width, colors.yellow),
    tableLines(result, width, colors),
    betweenArms(result, width, colors),
    listed('resources', buildResources(result), width, colors.dim),
    environmentLines(result, width, colors),
    ...(comparability === null ? [] : [comparabilityLines(comparability, width, colors)]),
    closing(result, width, colors),
  ]
  const text = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return inCharactersOf(format, `${text.join('\n\n')}\n`)
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
    // What a failed build said has lines of its own.
    const lines = sentence.split('\n').flatMap((line) => wrapIndented(visible(line), width - FACT_INDENT))
    const [first = '', ...rest] = lines
    return [
      `${paint(name.padEnd(FACT_INDENT))}${first}`,
      ...rest.map((line) => `${' '.repeat(FACT_INDENT)}${line}`),
    ]
  })
}

/** Wrapped with the spaces that a line begins with, as far as they leave room: what a compiler points at hangs on them. */
function wrapIndented(line: string, width: number): readonly string[] {
  const indent = line.slice(0, Math.min(line.search(/\S|$/), width / 2))
  return wrap(line.trimStart(), width - indent.length).map((part) => indent + part)
}

const armColumns: readonly Column<ArmRow>[] = [
  { header: 'between arms', align: 'left', cell: (row) => cutMiddle(visible(row.name), 48), shrinks: true },
  { header: 'arm', align: 'left', cell: (row) => visible(row.arm), shrinks: true },
  { header: 'against', align: 'left', cell: (row) => visible(row.against), shrinks: true },
  { header: 'ratio', align: 'right', cell: (row) => row.ratio },
  { header: 'best runs', align: 'right', cell: (row) => row.best, optional: true },
  { header: 'outcome', align: 'left', cell: (row) => cutMiddle(visible(row.outcome), 40) },
]

/** The candidates of the other arms against the first arm's. */
function betweenArms(result: Result, width: number, colors: Colors): readonly string[] {
  const rows = armRows(result)
  if (rows.length === 0) return []
  const layout = layOut(armColumns, rows, width)
  return [
    colors.dim(headerLine(layout)),
    ...rows.map((row) => rowLine(layout, row)),
    ...armSentences(result).flatMap((sentence) => wrap(visible(sentence), width)),
  ]
}

function closing(result: Result, width: number, colors: Colors): readonly string[] {
  const [counts = '', ...others] = closingParts(result).map(visible)
  return [...wrapCounts(counts, width), ...(others.length === 0 ? [] : wrap(others.join(' · '), width))]
    .map((line) => colors.bold(line))
    .concat(wrap(visible(legendOf(result)), width).map((line) => colors.dim(line)))
}

/** Broken between counts only: a number stays with its word. */
function wrapCounts(counts: string, width: number): readonly string[] {
  return wrap(counts.replace(/(\d) /g, '$1\u00a0'), width).map((line) => line.replaceAll('\u00a0', ' '))
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
