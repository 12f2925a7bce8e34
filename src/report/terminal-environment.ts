import type { Comparability } from '../model/comparability.ts'
import type { Result } from '../model/result.ts'
import { type Column, headerLine, layOut, rowLine } from './columns.ts'
import { comparabilitySentences, type DifferingRow, differingRows } from './comparability.ts'
import { environmentGroups, type Fact } from './environment.ts'
import { cutMiddle, visible, widthOf, wrap } from './glyphs.ts'
import type { Colors } from './tone-paint.ts'

const INDENT = 13
/** A longer value is whole in the page and in results.json. */
const LONGEST_VALUE = 60
const LONGEST_FIELD = 40

/** The three groups of the environment, each a paragraph, with one for each arm; what is not known is named at its end. */
export function environmentLines(result: Result, width: number, colors: Colors): readonly string[] {
  const paragraph = (label: string, parts: readonly string[]) =>
    wrap(visible(parts.join(' · ')), width - INDENT).map(
      (line, index) => `${colors.dim(index === 0 ? padded(label) : padded(''))}${line}`,
    )
  return environmentGroups(result).flatMap(({ name, known, none, unknown, external }) => {
    const own = known.filter(({ arm }) => arm === null)
    const arms = [...new Set(known.flatMap(({ arm }) => arm ?? []))]
    return [
      ...paragraph(name, [
        ...own.map(described),
        ...listed('none', none),
        ...listed('unknown', unknown),
        ...listed('external metadata', external),
      ]),
      ...arms.flatMap((arm) =>
        paragraph(`  ${arm}`, known.filter((fact) => fact.arm === arm && isShort(fact)).map(described)),
      ),
    ]
  })
}

/** The variables that a build was passed are in the page: what they came to, `compile_flags`, is here. */
function isShort({ name }: Fact): boolean {
  return !name.startsWith('flags ')
}

function described({ name, value }: Fact): string {
  return `${name} ${cutMiddle(visible(value), LONGEST_VALUE)}`
}

function listed(word: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${word}: ${names.join(', ')}`]
}

function padded(label: string): string {
  const cut = cutMiddle(visible(label), INDENT - 1)
  return cut + ' '.repeat(INDENT - widthOf(cut))
}

const columns: readonly Column<DifferingRow>[] = [
  { header: 'field', align: 'left', cell: (row) => cutMiddle(visible(row.field), LONGEST_FIELD) },
  { header: 'this run', align: 'left', cell: (row) => visible(row.here), shrinks: true },
  { header: 'the other', align: 'left', cell: (row) => visible(row.there), shrinks: true },
]

/** Whether the run is comparable with another, and the fields in which it is not. */
export function comparabilityLines(
  comparability: Comparability,
  width: number,
  colors: Colors,
): readonly string[] {
  const [verdict = '', ...more] = comparabilitySentences(comparability)
  const paint = comparability.kind === 'comparable' ? colors.green : colors.yellow
  const rows = differingRows(comparability)
  const names = Math.max(0, ...rows.map(({ field }) => widthOf(cutMiddle(visible(field), LONGEST_FIELD))))
  // Two gaps stand between the three columns.
  const half = Math.floor((width - names - 4) / 2)
  const short = rows.map((row) => ({
    ...row,
    here: cutMiddle(visible(row.here), half),
    there: cutMiddle(visible(row.there), half),
  }))
  const layout = layOut(columns, short, width)
  return [
    ...wrap(visible(verdict), width).map((line) => paint(line)),
    ...(rows.length === 0
      ? []
      : [colors.dim(headerLine(layout)), ...short.map((row) => rowLine(layout, row))]),
    ...more.flatMap((sentence) => wrap(visible(sentence), width)),
  ]
}
