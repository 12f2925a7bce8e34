import { cutMiddle, widthOf } from './glyphs.ts'

const GAP = '  '

/** One column of a text table; `cell` gives plain text. */
export interface Column<Row> {
  readonly header: string
  readonly align: 'left' | 'right'
  readonly cell: (row: Row) => string
  /** Shown only where the others have their whole width; in this order, first come first served. */
  readonly optional?: boolean
  /** Gives up width, by being cut in its middle, where the others do not fit; of several, the widest first. */
  readonly shrinks?: boolean
}

/** Columns with their widths, ready to lay out rows. */
export interface Layout<Row> {
  readonly columns: readonly { readonly column: Column<Row>; readonly width: number }[]
  /** Of a whole line. */
  readonly width: number
  /** That there was. */
  readonly available: number
}

/** Whether every column that must be shown has its whole width. */
export function fits<Row>(layout: Layout<Row>): boolean {
  return layout.width <= layout.available
}

/** Chooses columns and widths so that every row fits into `width`; columns that are empty in all rows are left out. */
export function layOut<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
): Layout<Row> {
  const used = columns
    .filter((column) => rows.some((row) => column.cell(row) !== ''))
    .map((column) => ({
      column,
      width: Math.max(widthOf(column.header), ...rows.map((row) => widthOf(column.cell(row)))),
    }))
  let total = lineWidth(used.filter(({ column }) => column.optional !== true))
  const kept = used.filter(({ column, width: own }) => {
    if (column.optional !== true) return true
    if (total + GAP.length + own > width) return false
    total += GAP.length + own
    return true
  })
  const shrinking = kept.filter(({ column }) => column.shrinks === true)
  const widest = widestFor(
    shrinking.map(({ width: own }) => own),
    total - width,
  )
  const shrunk = kept.map(({ column, width: own }) => ({
    column,
    width: column.shrinks === true ? Math.min(own, widest) : own,
  }))
  return { columns: shrunk, width: lineWidth(shrunk), available: width }
}

/** How wide the widest of `widths` may be, so that together they give up `surplus`; at least 1. */
function widestFor(widths: readonly number[], surplus: number): number {
  const givenUp = (level: number) => widths.reduce((sum, own) => sum + Math.max(0, own - level), 0)
  let level = Math.max(1, ...widths)
  while (level > 1 && givenUp(level) < surplus) level -= 1
  return level
}

/** The line of headers. */
export function headerLine<Row>(layout: Layout<Row>): string {
  return line(layout, (column) => column.header)
}

/** One row; `paint` colours the text of a cell. */
export function rowLine<Row>(
  layout: Layout<Row>,
  row: Row,
  paint: (text: string, column: Column<Row>) => string = (text) => text,
): string {
  return line(layout, (column) => column.cell(row), paint)
}

function line<Row>(
  { columns }: Layout<Row>,
  text: (column: Column<Row>) => string,
  paint: (text: string, column: Column<Row>) => string = (plain) => plain,
): string {
  return columns
    .map(({ column, width }) => {
      const cut = cutMiddle(text(column), width)
      const painted = cut === '' ? '' : paint(cut, column)
      const spaces = ' '.repeat(Math.max(0, width - widthOf(cut)))
      return column.align === 'left' ? painted + spaces : spaces + painted
    })
    .join(GAP)
    .trimEnd()
}

function lineWidth(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0) + GAP.length * Math.max(0, columns.length - 1)
}
