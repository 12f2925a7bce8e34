import type { Sort, View } from './view.ts'

/** One comparison of the table: what it is filtered and sorted by. */
export interface TableRow {
  readonly body: HTMLTableSectionElement
  /** Its place in the result. */
  readonly number: string
  readonly details: HTMLDetailsElement | null
  readonly name: string
  /** Name, arm and category in small letters. */
  readonly text: string
  readonly arm: string
  readonly category: string
  readonly verdict: string
  /** By the key of their column; NaN where there is none. */
  readonly numbers: Readonly<Record<string, number>>
}

const NUMBERS = ['baseline', 'candidate', 'delta', 'high', 'bound', 'memory']

/** The rows of the table in the order that they were written: those first that must be seen first. */
export function rowsOf(table: HTMLTableElement): readonly TableRow[] {
  return Array.from(table.tBodies, (body) => {
    const numbers = (body.dataset.numbers ?? '').split(' ')
    const { arm = '', category = '', verdict = '' } = body.dataset
    const name = body.querySelector('th code')?.textContent ?? ''
    return {
      body,
      number: body.id.slice(1),
      details: body.querySelector('details'),
      name,
      text: `${name} ${arm} ${category}`.toLowerCase(),
      arm,
      category,
      verdict,
      numbers: Object.fromEntries(NUMBERS.map((key, at) => [key, Number(numbers[at] || 'NaN')])),
    }
  })
}

/** Whether a view has a row: each word of its text is somewhere in the row's name, arm or category. */
export function filterOf(view: View): (row: TableRow) => boolean {
  const words = view.text.toLowerCase().split(/\s+/)
  return ({ text, arm, category, verdict }) =>
    (view.arm === null || view.arm === arm) &&
    (view.category === null || view.category === category) &&
    (view.verdicts.length === 0 || view.verdicts.includes(verdict)) &&
    words.every((word) => text.includes(word))
}

/** The rows in the order of a view; what a row does not have comes last, whichever way. */
export function inOrder(rows: readonly TableRow[], sort: Sort | null): readonly TableRow[] {
  if (sort === null) return rows
  const sign = sort.descending ? -1 : 1
  const compare = NUMBERS.includes(sort.key) ? byNumber(sort.key, sign) : byText(sort.key, sign)
  return rows.toSorted(compare)
}

function byNumber(key: string, sign: number) {
  return (a: TableRow, b: TableRow) => {
    const [left = Number.NaN, right = Number.NaN] = [a.numbers[key], b.numbers[key]]
    if (Number.isNaN(left) || Number.isNaN(right))
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right))
    return sign * (left - right)
  }
}

const collator = new Intl.Collator('en', { numeric: true })

function byText(key: string, sign: number) {
  const textOf = (row: TableRow) => (key === 'arm' ? row.arm : key === 'verdict' ? row.verdict : row.name)
  return (a: TableRow, b: TableRow) => sign * collator.compare(textOf(a), textOf(b))
}
