import { describe, expect, test } from 'vitest'
import type { Comparability } from '../../src/model/comparability.ts'
import { widthOf } from '../../src/report/glyphs.ts'
import { renderHtml } from '../../src/report/html.ts'
import { renderComment } from '../../src/report/markdown.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { evidenceFor } from './evidence.ts'
import { hostileName } from './hostile.ts'
import { everyResult } from './result.ts'

const against = { started_at: '2026-11-29T09:00:00.000Z', candidate: 'c0ffee' }
const COMPARABLE: Comparability = {
  kind: 'comparable',
  against,
  differing: [],
  agreeing: 31,
  untold: ['governor', 'max_frequency_mhz'],
}
const NOT: Comparability = {
  kind: 'not-comparable',
  against,
  differing: [
    { group: 'semantic', field: 'arm.cpp.toolchain.CXX', here: 'GNU 12.2.0', there: 'GNU 13.1.0' },
    { group: 'performance', field: 'memory_bytes', here: 1024 ** 3, there: 2 * 1024 ** 3 },
  ],
  agreeing: 29,
  untold: [],
}

const terminal = (comparability: Comparability | null, width = 100) =>
  renderTerminal(everyResult, { width, color: false }, comparability)
const lines = (text: string) => text.replaceAll(/\s+/g, ' ')

describe('runs that are comparable', () => {
  test.each([
    ['the terminal', (one: Comparability) => terminal(one)],
    ['Markdown', (one: Comparability) => renderComment(everyResult, { comparability: one })],
    ['the page', (one: Comparability) => renderHtml(everyResult, evidenceFor(everyResult), one)],
  ])('%s says so, and what cannot be told', (_, render) => {
    const text = lines(render(COMPARABLE)).replaceAll('&#58;', ':')
    expect(text).toContain(
      'comparable with the run of 2026-11-29T09:00:00.000Z (candidate c0ffee): 31 fields of the environment agree, none differs',
    )
    expect(text).toContain('cannot be told: governor, max frequency')
  })
})

describe('runs that are not comparable', () => {
  test('the terminal names each field with both values', () => {
    expect(lines(terminal(NOT))).toContain('2 fields of the environment differ, 29 agree')
    expect(terminal(NOT)).toMatch(/cpp toolchain CXX +GNU 12\.2\.0 +GNU 13\.1\.0/)
    expect(terminal(NOT)).toMatch(/memory +1\.0 GiB +2\.0 GiB/)
  })

  test('so do Markdown and the page, in a table', () => {
    expect(renderComment(everyResult, { comparability: NOT })).toMatch(
      /\| field \| this run \| the other \|\n.*\n\| `cpp toolchain CXX` \| `GNU 12\.2\.0` \| `GNU 13\.1\.0` \|/,
    )
    expect(renderHtml(everyResult, evidenceFor(everyResult), NOT)).toContain('<code>GNU 13.1.0</code>')
  })

  test.each([72, 80, 120])('no value from outside breaks a line of %i columns', (width) => {
    const hostile: Comparability = {
      ...NOT,
      differing: [{ group: 'semantic', field: hostileName, here: hostileName, there: hostileName.repeat(9) }],
    }
    const text = terminal(hostile, width)
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(width)
    expect(renderComment(everyResult, { comparability: hostile })).not.toContain('\u001b')
  })
})

test('no report speaks of another run where none was named', () => {
  for (const text of [
    terminal(null),
    renderComment(everyResult),
    renderHtml(everyResult, evidenceFor(everyResult)),
  ])
    expect(text).not.toMatch(/comparable with|Comparability/)
})
