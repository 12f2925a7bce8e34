import { expect, test } from 'vitest'
import { resultSchema } from '../../src/model/result.ts'
import { rowStatusSchema, verdictSchema } from '../../src/model/verdict.ts'
import { renderHtml } from '../../src/report/html.ts'
import { renderComment, renderSummary } from '../../src/report/markdown.ts'
import { script, style } from '../../src/report/page-assets.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { evidenceFor } from './evidence.ts'
import { expectGolden } from './golden.ts'
import { everyResult } from './result.ts'

test('the fixture is a true result with every status and every verdict', () => {
  const result = resultSchema.parse(JSON.parse(JSON.stringify(everyResult)))
  expect(result).toEqual(everyResult)
  expect(new Set(result.comparisons.map(({ status }) => status))).toEqual(new Set(rowStatusSchema.options))
  const verdicts = result.comparisons.flatMap(({ verdict }) => verdict ?? [])
  expect(new Set(verdicts)).toEqual(new Set(verdictSchema.options))
})

test.each([
  ['terminal-80.txt', () => renderTerminal(everyResult, { width: 80, color: false })],
  ['terminal-140.txt', () => renderTerminal(everyResult, { width: 140, color: false })],
  ['terminal-200.txt', () => renderTerminal(everyResult, { width: 200, color: false })],
  ['comment.md', () => renderComment(everyResult)],
  ['summary.md', () => renderSummary(everyResult)],
  ['report.html', () => withoutAssets(renderHtml(everyResult, evidenceFor(everyResult)))],
])('%s is as it was last approved', (name, render) => {
  expectGolden(name, render())
})

/** The script and the style are of one piece, and tested in a browser. */
function withoutAssets(page: string): string {
  return page
    .replace(script, '…')
    .replace(style, '…')
    .replaceAll(/'sha256-[^']*'/g, "'sha256-…'")
}
