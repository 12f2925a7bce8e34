import { expect, test } from 'vitest'
import { widthOf } from '../../src/report/glyphs.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { awkwardNames, hostileName } from './hostile.ts'
import { everyResult, everyRow, measuredRow, resultOf, statusRow } from './result.ts'

const plain = (result: typeof everyResult, width = 80) => renderTerminal(result, { width, color: false })

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes are what is looked for
const ESCAPES = /\u001b\[\d+m/g

const hostileResult = resultOf(
  [hostileName, ...awkwardNames].flatMap((name, index) => [
    measuredRow({ benchmark: name, verdict: 'regression', id: `m${index}`, category: name }, 100, 5, 1),
    statusRow({ benchmark: name, status: 'invalid', id: `s${index}`, reason: name, category: name }),
  ]),
  {
    troubles: [{ arm: null, reason: hostileName }],
    filter: [hostileName],
    config_changes: [{ path: hostileName, baseline: hostileName, candidate: hostileName }],
  },
)

/** Arms with names as long as a configuration may have them. */
const longArms: typeof everyResult = {
  ...everyResult,
  comparisons: everyResult.comparisons.map((row) => ({ ...row, arm: 'a'.repeat(32) })),
  cross_arm: {
    ...everyResult.cross_arm,
    rows: everyResult.cross_arm.rows.map((row) => ({
      ...row,
      arm: 'a'.repeat(32),
      against: 'b'.repeat(32),
    })),
  },
}

test('without colour there is no escape code, and colour adds nothing but escape codes', () => {
  const coloured = renderTerminal(everyResult, { width: 80, color: true })
  expect(plain(everyResult)).not.toContain('\u001b')
  expect(coloured.match(ESCAPES)?.length).toBeGreaterThan(20)
  expect(coloured.replace(ESCAPES, '')).toBe(plain(everyResult))
})

test.each([80, 81, 100, 120, 140, 200])('every line fits into %i columns', (width) => {
  for (const result of [everyResult, hostileResult, longArms]) {
    const widest = Math.max(...plain(result, width).split('\n').map(widthOf))
    expect(widest).toBeLessThanOrEqual(width)
  }
})

test('no name can move the cursor, colour, turn or break a line', () => {
  const text = plain(hostileResult)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
  expect(text).not.toMatch(/^# heading/m)
  expect(text).toContain('\\u001b[31mred')
})

test('the first line is the headline, which begins with the conclusion', () => {
  expect(plain(everyResult, 140).split('\n')[0]).toBe(`wrong-result: ${everyResult.summary.headline}`)
})

test('the closing lines count every row and name the worst, above a mean over the common rows', () => {
  const text = plain(everyResult, 400)
  expect(text).toContain('15 rows: 2 regressions, 2 improvements, 2 equivalent, 1 inconclusive')
  expect(text).toContain(
    'geometric mean of medians ×0.9876 over 7 common rows · worst edit_distance/large (cpp) +9.97 %',
  )
})

test('a tiny absolute difference still shows both absolute times beside its per cent', () => {
  const tiny = resultOf([measuredRow({ benchmark: 'tiny', verdict: 'regression' }, 0.0021, 9.52, 1)])
  expect(plain(tiny)).toMatch(/2\.100 ns +2\.300 ns +\+9\.52/)
})

test('memory is shown where the width allows, else as a note where it changed; every number stays whole', () => {
  expect(plain(everyResult, 160)).toMatch(/csv_parse\/large .* 40\.0 → 44\.5 MiB ×1\.113$/m)
  expect(plain(everyResult, 80)).toContain('╰ peak memory 40.0 → 44.5 MiB ×1.113: reported, never gating')
  expect(plain(everyResult, 80)).not.toContain('12.0 MiB')
  for (const width of [80, 140]) expect(plain(everyResult, width)).toContain('[−19.90, −16.90]')
})

test('size and time of each build are shown with their ratios', () => {
  expect(plain(everyResult)).toContain(
    'resources  cpp: program 179.0 → 193.0 KiB ×1.078, built in 12 → 13 s ×1.040',
  )
})

test('what grew most beside time closes the report, as information', () => {
  expect(plain(everyResult, 400)).toContain(
    'for information, never gating: the peak memory of csv_parse/large (cpp) +11.25 %, the program of cpp +7.82 %',
  )
})

test('a name that does not fit beside its numbers stands above them, whole', () => {
  const lines = plain(everyResult, 80).split('\n')
  expect(lines).toContain('hashmap_insert_lookup/large')
  expect(lines[lines.indexOf('hashmap_insert_lookup/large') + 1]).toMatch(/^ {2}rust +996\.1 µs/)
})

test('a green row shows its bound at every width', () => {
  const row = measuredRow({ benchmark: 'b', verdict: 'equivalent' }, 100, 0.4, 0.72)
  for (const width of [72, 80, 100, 160]) {
    const text = plain(resultOf([row, ...everyRow]), width)
    expect(text).toContain('1.12 %')
    expect(text).toContain('slower by at most')
  }
})

test('a result without rows still says what happened', () => {
  const text = plain(
    resultOf([], {
      conclusion: 'invalid',
      summary: { ...resultOf([]).summary, headline: 'nothing was compared', worst: null },
    }),
  )
  expect(text).toContain('invalid: nothing was compared')
  expect(text).toContain('0 rows')
})

test('what a failed build said keeps its lines', () => {
  const reason = 'build exited with code 1\nmain.cpp:1:2: error: expected ;\n    1 | int\u001b[31m'
  const lines = plain(resultOf([], { troubles: [{ arm: 'cpp', reason }] })).split('\n')
  const at = lines.indexOf('trouble    cpp: build exited with code 1')
  expect(lines.slice(at + 1, at + 3)).toEqual([
    '           main.cpp:1:2: error: expected ;',
    '               1 | int\\u001b[31m',
  ])
})

test('a terminal that has ASCII alone gets nothing else, with every column where it was', () => {
  const text = renderTerminal(everyResult, { width: 80, color: false, ascii: true })
  expect(text).toMatch(/^[\n -~]*$/)
  expect(text.split('\n').map((line) => line.length)).toEqual(plain(everyResult).split('\n').map(widthOf))
})
