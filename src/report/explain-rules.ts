import type { Condition, Quantity, Rule } from '../model/explanation.ts'
import { type Column, type Layout, layOut, rowLine } from './columns.ts'
import { wrap } from './glyphs.ts'
import { formatBound, formatPercent, formatTime } from './quantity.ts'
import type { Colors } from './tone-paint.ts'

/** The rules that a row was held to, with every condition, its number and its threshold. */
export function ruleLines(rules: readonly Rule[], width: number, colors: Colors): readonly string[] {
  const layout = layOut(
    columns,
    rules.flatMap(({ conditions }) => conditions),
    width,
  )
  return rules.flatMap((rule) => [
    ...wrap(headOf(rule), width).map((line) => (rule.holds ? colors.bold(line) : line)),
    ...rule.conditions.map((condition) => conditionLine(condition, layout, colors)),
  ])
}

function headOf({ word, holds }: Rule): string {
  const [name, asks] = HEADS[word]
  return `${name}: ${holds ? 'yes' : 'no'}, ${asks}`
}

/** What each rule asks for, behind its word and whether it holds. */
const HEADS: Readonly<Record<Rule['word'], readonly [name: string, asks: string]>> = {
  regression: ['regression', 'both must hold; the only verdict that fails a check'],
  improvement: ['improvement', 'both must hold'],
  equivalent: ['equivalent', 'all must hold; what is none of these three is inconclusive'],
  loss: ['noise rule, loss', 'both must hold; a second opinion that overrules nothing'],
  win: ['noise rule, win', 'both must hold; what is neither is parity'],
  'best-runs-agree': ['best runs go with the medians', 'they must differ by a third of Δ'],
}

const QUANTITIES: Readonly<Record<Quantity, string>> = {
  delta: 'Δ, the median paired difference',
  'low-end': 'low end of its 95 % interval',
  'high-end': 'high end of its 95 % interval',
  'ratio-of-medians': 'candidate over baseline, medians',
  'ratio-of-best-runs': 'candidate over baseline, best runs',
  'difference-of-best-runs': 'best runs differ by',
}

const answer: Column<Condition> = {
  header: '',
  align: 'left',
  cell: ({ holds }) => (holds ? '  yes' : '  no'),
}

const columns: readonly Column<Condition>[] = [
  answer,
  { header: '', align: 'left', cell: ({ quantity }) => QUANTITIES[quantity] },
  { header: '', align: 'right', cell: (condition) => numbersOf(condition)[0] },
  { header: '', align: 'left', cell: ({ relation }) => relation },
  { header: '', align: 'right', cell: (condition) => numbersOf(condition)[1] },
]

function conditionLine(condition: Condition, layout: Layout<Condition>, colors: Colors): string {
  const paint = condition.holds ? colors.green : colors.yellow
  return rowLine(layout, condition, (text, column) => (column === answer ? paint(text) : text))
}

function numbersOf({
  value,
  threshold,
  unit,
  quantity,
}: Condition): readonly [value: string, threshold: string] {
  switch (unit) {
    case '%': {
      const format = quantity === 'difference-of-best-runs' ? formatBound : formatPercent
      return [format(value), format(threshold)]
    }
    case 'µs':
      return [formatTime(value), formatTime(threshold)]
    case '×':
      return ratios(value, threshold)
  }
}

/** With as many digits as it takes to tell them apart: rounding must not show a threshold as reached that was not. */
function ratios(value: number, threshold: number): readonly [string, string] {
  const digits = [4, 6, 8, 12].find((count) => value.toFixed(count) !== threshold.toFixed(count)) ?? 4
  return [value.toFixed(digits), threshold.toFixed(digits)]
}
