import type { Result } from '../model/result.ts'
import { type Column, fits, headerLine, type Layout, layOut, rowLine } from './columns.ts'
import { cutMiddle, visible, widthOf, wrap } from './glyphs.ts'
import { byCategory, type Group, nameOf, type Row } from './table.ts'
import { type Colors, tonePaint } from './tone-paint.ts'

/** A name takes no more than this beside its numbers. */
const LONGEST_NAME = 48

/** A layout of the table: names beside their numbers, or above them where the terminal is too narrow for both. */
interface Shape {
  readonly layout: Layout<Row>
  readonly namesAbove: boolean
  /** Which header the column of bounds has; where it has no room, bounds are notes. */
  readonly bound: 'long' | 'short' | 'none'
  /** Whether there is a column of peak memory; where it has no room, memory that changed is a note. */
  readonly hasMemory: boolean
  readonly width: number
}

/** The table by category, in lines of at most `width` columns; none for a result without rows. */
export function tableLines(result: Result, width: number, colors: Colors): readonly string[] {
  const groups = byCategory(result)
  const rows = groups.flatMap((group) => group.rows)
  if (rows.length === 0) return []
  const shape = shapeFor(result, rows, width)
  return [
    colors.dim(headerLine(shape.layout)),
    ...groups.flatMap((group, index) => [...(index === 0 ? [] : ['']), ...groupLines(group, shape, colors)]),
    ...(shape.bound === 'short'
      ? ['', colors.dim(`${SHORT_BOUND}: a green row is slower by at most this`)]
      : []),
  ]
}

const verdictColumn: Column<Row> = { header: 'verdict', align: 'left', cell: (row) => row.verdict }

const nameColumn: Column<Row> = {
  header: 'benchmark',
  align: 'left',
  cell: (row) => cutMiddle(visible(nameOf(row)), LONGEST_NAME),
}

/** Stands below the name, so that the name has the whole line. */
const indentedArmColumn: Column<Row> = {
  header: '  arm',
  align: 'left',
  cell: (row) => `  ${cutMiddle(visible(row.arm), LONGEST_NAME)}`,
  shrinks: true,
}

const armColumn: Column<Row> = { header: 'arm', align: 'left', cell: (row) => visible(row.arm) }

const SHORT_BOUND = 'at most'

const longBoundColumn: Column<Row> = {
  header: 'slower by at most',
  align: 'right',
  cell: (row) => row.bound,
  optional: true,
}
const shortBoundColumn: Column<Row> = { ...longBoundColumn, header: SHORT_BOUND }

const detectableColumn: Column<Row> = {
  header: 'would catch',
  align: 'right',
  cell: (row) => row.detectable,
  optional: true,
}

const noiseColumn: Column<Row> = {
  header: 'noise',
  align: 'right',
  cell: (row) => row.noise,
  optional: true,
}

const memoryColumn: Column<Row> = {
  header: 'peak memory',
  align: 'right',
  cell: (row) => row.memory,
  optional: true,
}

function shapeFor(result: Result, rows: readonly Row[], width: number): Shape {
  const numbers: readonly Column<Row>[] = [
    { header: 'baseline', align: 'right', cell: (row) => row.baseline },
    { header: 'candidate', align: 'right', cell: (row) => row.candidate },
    { header: 'Δ %', align: 'right', cell: (row) => row.delta },
    { header: `${result.gate.confidence_pct} % interval`, align: 'right', cell: (row) => row.interval },
    verdictColumn,
  ]
  const shapes = [false, true].flatMap((namesAbove) =>
    [longBoundColumn, shortBoundColumn].map((bound) => {
      const names = namesAbove ? [indentedArmColumn] : [nameColumn, armColumn]
      return shapeOf(
        layOut([...names, ...numbers, bound, detectableColumn, noiseColumn, memoryColumn], rows, width),
        namesAbove,
      )
    }),
  )
  const fitting = shapes.filter(({ layout }) => fits(layout))
  const beside = fitting.filter(({ namesAbove }) => !namesAbove)
  const [shape] = [
    ...beside.filter(({ bound }) => bound !== 'none'),
    ...beside,
    ...fitting.filter(({ bound }) => bound !== 'none'),
    ...fitting,
    ...shapes.toReversed(),
  ]
  if (shape === undefined) throw new Error('no layout for the table')
  return shape
}

function shapeOf(layout: Layout<Row>, namesAbove: boolean): Shape {
  const has = (wanted: Column<Row>) => layout.columns.some(({ column }) => column === wanted)
  const bound = has(longBoundColumn) ? 'long' : has(shortBoundColumn) ? 'short' : 'none'
  return { layout, namesAbove, bound, hasMemory: has(memoryColumn), width: layout.available }
}

function groupLines({ category, rows }: Group, shape: Shape, colors: Colors): readonly string[] {
  const heading = category === '' ? 'no category' : visible(category)
  return [
    groupRule(heading, shape, colors),
    ...rows.flatMap((row, index) => {
      const name = nameOf(row)
      const previous = rows[index - 1]
      const isNamed = previous !== undefined && nameOf(previous) === name
      return [
        ...(shape.namesAbove && !isNamed ? [cutMiddle(visible(name), shape.width)] : []),
        rowLine(shape.layout, row, (text, column) =>
          column === verdictColumn ? tonePaint(row.tone, colors)(text) : text,
        ),
        ...notesOf(row, shape).flatMap((note) => noteLines(note, shape.width, colors)),
      ]
    }),
  ]
}

/** A rule with the category's name in it: told from a row also without colour. */
function groupRule(heading: string, { layout, width }: Shape, colors: Colors): string {
  const name = cutMiddle(heading, width - 8)
  const rest = Math.max(3, layout.width - widthOf(name) - 5)
  return `${colors.dim('───')} ${colors.bold(name)} ${colors.dim('─'.repeat(rest))}`
}

function notesOf(row: Row, { bound, hasMemory }: Shape): readonly string[] {
  return [
    ...(bound !== 'none' || row.bound === '' ? [] : [`slower by at most ${row.bound}`]),
    ...row.notes,
    ...(hasMemory || !row.isMemoryChanged ? [] : [`peak memory ${row.memory}: reported, never gating`]),
  ]
}

function noteLines(note: string, width: number, colors: Colors): readonly string[] {
  return wrap(visible(note), width - 6).map((line, index) =>
    colors.dim(`${index === 0 ? '    ╰ ' : '      '}${line}`),
  )
}
