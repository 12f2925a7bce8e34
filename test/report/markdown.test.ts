import { expect, test } from 'vitest'
import { renderComment, renderSummary } from '../../src/report/markdown.ts'
import { codeName, plainText } from '../../src/report/markdown-text.ts'
import { awkwardNames, hostileName } from './hostile.ts'
import { everyResult, measuredRow, resultOf, statusRow } from './result.ts'

function manyRows(count: number, name: (index: number) => string) {
  return Array.from({ length: count }, (_, index) =>
    statusRow({ benchmark: name(index), status: 'invalid', id: `r${index}`, reason: name(index) }),
  )
}

test('a thousand rows of long hostile names fit into one comment, with a pointer to the rest', () => {
  const result = resultOf(
    manyRows(1000, () => hostileName.repeat(5)),
    {
      troubles: manyRows(1000, () => hostileName).map((row) => ({ arm: 'cpp', reason: row.benchmark })),
      config_changes: manyRows(1000, () => hostileName).map(({ benchmark }) => ({
        path: benchmark,
        baseline: benchmark,
        candidate: benchmark,
      })),
    },
  )
  const comment = renderComment(result)
  expect(comment.length).toBeLessThanOrEqual(60_000)
  expect(comment).toMatch(/\d+ more rows.*do not fit here: see `report.html`/)
})

test('a comment stays under a limit of its caller, and the worst row is still on top', () => {
  const rows = [
    ...manyRows(500, (index) => `fine_${index}`).map((row) => ({ ...row, status: 'identical' as const })),
    measuredRow({ benchmark: 'the_worst', verdict: 'regression' }, 10, 70, 1),
  ]
  const comment = renderComment(resultOf(rows), { maxLength: 8_000 })
  expect(comment.length).toBeLessThanOrEqual(8_000)
  expect(comment.indexOf('the_worst')).toBeLessThan(comment.indexOf('fine_'))
  expect(comment).toContain('500 unchanged rows')
})

test('a summary of ten thousand rows stays under a million bytes', () => {
  const summary = renderSummary(resultOf(manyRows(10_000, (index) => `日本語_${index}`)))
  const bytes = new TextEncoder().encode(summary).length
  expect(bytes).toBeLessThanOrEqual(1_000_000)
  expect(bytes).toBeGreaterThan(900_000)
})

test('everything is shown where there is room', () => {
  expect(renderComment(everyResult)).not.toContain('do not fit')
  for (const { benchmark } of everyResult.comparisons) expect(renderComment(everyResult)).toContain(benchmark)
})

test('unchanged rows are folded below the others', () => {
  const [open = '', folded = ''] = renderComment(everyResult).split('<details>')
  expect(open).toContain('`prefix_sum/large`')
  expect(open).not.toContain('`graph_bfs/large`')
  expect(folded).toContain('`graph_bfs/large`')
})

test('what a failed build said keeps its first lines', () => {
  const said = ['build exited with code 1', 'work.h:8:49: error: no such name', ...'abcdefghi']
  const text = renderComment(resultOf([], { troubles: [{ arm: 'cpp', reason: said.join('\n') }] }))
  expect(text).toContain(
    '- cpp: build exited with code 1<br>work.h&#58;8&#58;49: error: no such name<br>a<br>b<br>c<br>d<br>e<br>f<br>… more of it is in `report.html`\n',
  )
})

test('no name can make markup, a link, an image, a mention, a reference or a new line', () => {
  const rows = [hostileName, ...awkwardNames].map((name, index) =>
    statusRow({ benchmark: name, dataset: name, arm: name, status: 'invalid', id: `${index}`, reason: name }),
  )
  const summary = {
    ...resultOf(rows).summary,
    headline: hostileName,
    worst: { id: hostileName, delta_pct: 5 },
  }
  const text = renderComment(resultOf(rows, { summary, troubles: [{ arm: null, reason: hostileName }] }))
  expect(
    text.match(/<[a-z/][^>]*>/g)?.filter((tag) => !/^<\/?(sub|br|code|details|summary)>$/.test(tag)),
  ).toEqual([])
  expect(text.match(/<details>/g) ?? []).toHaveLength(text.match(/<\/details>/g)?.length ?? 0)
  expect(text).not.toMatch(/@octocat|#12(?![\d;])|\]\(|!\[|https:\/\/|javascript:|www\.evil/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
})

test('every row of both tables has its cells whatever the names are', () => {
  const rows = [hostileName, ...awkwardNames].map((name, index) =>
    statusRow({ benchmark: name, arm: name, status: 'invalid', id: `${index}`, reason: name }),
  )
  const arms = rows.map(({ benchmark, dataset, category, arm }) => {
    return { benchmark, dataset, category, arm, against: arm, reason: benchmark, noise: null }
  })
  const [table = [], between = []] = renderComment(resultOf(rows, { cross_arm: { rows: arms, arms: [] } }))
    .split('<summary>between arms</summary>')
    .map((part) => part.split('\n').filter((line) => line.startsWith('|')))
  expect(table).toHaveLength(2 + rows.length)
  for (const line of table) expect(line.split('|')).toHaveLength(12)
  expect(between).toHaveLength(2 + rows.length)
  for (const line of between) expect(line.split('|')).toHaveLength(8)
})

test('a template argument and a pipe survive as text', () => {
  expect(codeName('Parser<T>', 100)).toBe('<code>Parser&#60;T&#62;</code>')
  expect(codeName('a|b', 100)).toBe('<code>a&#124;b</code>')
  expect(codeName('edit_distance/large', 100)).toBe('`edit_distance/large`')
})

test('a long name is cut in its middle', () => {
  expect(codeName('a'.repeat(300), 9)).toBe('<code>aaaa…aaaa</code>')
})

test('a sentence stays readable and begins no list or heading', () => {
  expect(plainText('worst sort (cpp) +4.2 %: 3 of 9 rows', 300)).toBe('worst sort (cpp) +4.2 %: 3 of 9 rows')
  expect(plainText('1. first', 300)).toBe('1&#46; first')
  expect(plainText('# x', 300)).toBe('&#35;&#8203; x')
  expect(plainText('- x', 300)).toBe('&#45; x')
})

test('neither a comment nor a summary carries the marker of the comment', () => {
  expect(renderComment(everyResult)).not.toContain('<!--')
})
