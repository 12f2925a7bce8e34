import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { csvColumns, renderCsv } from '../../src/report/csv.ts'
import { expectGolden } from './golden.ts'
import { awkwardNames, hostileName } from './hostile.ts'
import { everyResult, everyRow, measuredRow, resultOf, statusRow } from './result.ts'

/** Records of RFC 4180: fields between commas, quotes doubled inside of quotes. Throws where the text is none. */
function parse(text: string): string[][] {
  const records: string[][] = [[]]
  const field = /"((?:[^"]|"")*)"|([^",\r\n]*)/y
  for (let at = 0; at < text.length; ) {
    field.lastIndex = at
    const match = field.exec(text)
    if (match === null) throw new Error(`no field at ${at}`)
    records.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    at += match[0].length
    if (text[at] === ',') at += 1
    else if (text.startsWith('\r\n', at)) {
      at += 2
      if (at < text.length) records.push([])
    } else throw new Error(`no end of a field at ${at}: ${text.slice(at, at + 20)}`)
  }
  return records
}

/** The rows as records, by column. */
function rowsOf(text: string): Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = parse(text)
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? '?'])))
}

test('comparisons.csv is as it was last approved', () => {
  expectGolden('comparisons.csv', renderCsv(everyResult))
})

test('every comparison is one record, with a cell for every column', () => {
  const records = parse(renderCsv(everyResult))
  expect(records).toHaveLength(1 + everyRow.length)
  expect(new Set(records.map(({ length }) => length))).toEqual(new Set([csvColumns.length]))
  expect(new Set(csvColumns).size).toBe(csvColumns.length)
})

test('numbers are whole, and what is not there is empty', () => {
  const third = measuredRow({ benchmark: 'b', verdict: 'equivalent' }, 100 / 3, -1 / 7, 1e-9)
  const [row, empty] = rowsOf(
    renderCsv(resultOf([third, statusRow({ benchmark: 'gone', status: 'removed' })])),
  )
  expect(Number(row?.baseline_median_us)).toBe(100 / 3)
  expect(Number(row?.delta_pct)).toBe(-1 / 7)
  expect(row?.blocks_to_settle).toBe('')
  expect(empty).toMatchObject({ verdict: '', delta_pct: '', interval_low_us: '', reason: '', pairs: '0' })
})

test('no text is a formula, and every name can be read back', () => {
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', "'=1", '＝1', 'a,"b"', hostileName]
  const rows = rowsOf(
    renderCsv(
      resultOf([...names, ...awkwardNames].map((benchmark) => statusRow({ benchmark, status: 'new' }))),
    ),
  )
  for (const [index, name] of names.entries()) {
    const cell = rows[index]?.benchmark ?? ''
    expect(cell).not.toMatch(/^[\s]*[=+\-@＝＋－＠]/)
    const own = name.replace('\t', '\\t').replace('\r', '\\r')
    if (name !== hostileName) expect(cell.replace(/^'/, '')).toBe(own)
  }
  expect(rows).toHaveLength(names.length + awkwardNames.length)
})

test('a negative number stays a number', () => {
  const [row] = rowsOf(
    renderCsv(resultOf([measuredRow({ benchmark: 'b', verdict: 'improvement' }, 1, -8, 1)])),
  )
  expect(row?.delta_pct).toBe('-8')
})

test('no cell moves a cursor or begins a line', () => {
  const text = renderCsv(
    resultOf([statusRow({ benchmark: hostileName, status: 'new', reason: hostileName })]),
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
})

test('docs/csv.md has every column, in order', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/csv.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const names = rows.flatMap((line) =>
    [...(line.split(' | ')[0] ?? '').matchAll(/`([a-z_]+)`/g)].map((match) => match[1]),
  )
  expect(names).toEqual(csvColumns)
})
