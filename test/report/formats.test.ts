import { expect, test } from 'vitest'
import { renderComment, renderSummary } from '../../src/report/markdown.ts'
import { byCategory } from '../../src/report/table.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { everyResult } from './result.ts'

const rows = byCategory(everyResult).flatMap((group) => group.rows)

test.each([
  ['a wide terminal', () => renderTerminal(everyResult, { width: 200, color: false })],
  ['the comment', () => renderComment(everyResult)],
  ['the summary', () => renderSummary(everyResult)],
])('%s shows every cell of every row, as the table has it, on one line', (_, render) => {
  const lines = render().split('\n')
  for (const row of rows) {
    const cells = [
      row.benchmark,
      row.arm,
      row.baseline,
      row.candidate,
      row.delta,
      row.interval,
      row.verdict,
      row.noise,
      row.detectable,
      row.memory,
    ].filter((cell) => cell !== '')
    expect(lines.filter((line) => cells.every((cell) => line.includes(cell)))).not.toEqual([])
  }
})
