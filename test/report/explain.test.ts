import { expect, test } from 'vitest'
import { explain } from '../../src/analysis/explain.ts'
import type { Event } from '../../src/model/event.ts'
import type { Explanations } from '../../src/model/explanation.ts'
import { renderExplanations } from '../../src/report/explain-terminal.ts'
import { widthOf } from '../../src/report/glyphs.ts'
import { blocks, checked, quiet, ready, run, summary } from '../analysis/log.ts'
import { expectGolden } from './golden.ts'
import { hostileName } from './hostile.ts'

/** A row with a clear slowdown, one that jumps between two modes, one too wide to tell, and one that is missing. */
function everyStory(name = 'sort'): Explanations {
  const jumping = quiet(100).map((us, block) => (block % 3 === 2 ? us : us * 1.08))
  const wide = quiet(100).map((us, block) => us * (1 + (((block * 11) % 20) - 9.5) / 100))
  const measured = { [name]: quiet(109), copy: jumping, hash: wide }
  const names = [...Object.keys(measured), 'missing']
  const environment = {
    semantic: {},
    performance: { governor: 'schedutil', boost: 'on', max_frequency_mhz: 3500 },
    provenance: {},
  }
  const events: Event[] = [
    run(['cpp'], { environment, placement: 'placed on CPU 1' }),
    ...ready('cpp', names),
    ...names.flatMap((one) => checked('cpp', one)),
    ...Object.entries(measured).flatMap(([one, candidate]) =>
      blocks('cpp', one, { baseline: quiet(100), candidate }),
    ),
    summary,
  ]
  return explain(events, '', () => true)
}

test('the fixture tells every story that a difference can have', () => {
  expect(everyStory().rows.map(({ story }) => story.kind)).toEqual([
    'real-difference',
    'timing-modes',
    'too-noisy',
    'not-judged',
  ])
})

test.each([80, 120])('explain-%i.txt is as it was last approved', (width) => {
  expectGolden(`explain-${width}.txt`, renderExplanations(everyStory(), { width, color: false }))
})

test.each([72, 80, 100, 120, 200])('all fits into %i columns but a word of the command', (width) => {
  for (const name of ['sort', hostileName]) {
    const lines = renderExplanations(everyStory(name), { width, color: false }).split('\n')
    const wide = lines.filter((line) => widthOf(line) > width)
    expect(wide.filter((line) => !line.includes('--filter'))).toEqual([])
    if (name === 'sort') expect(wide).toEqual([])
  }
})

test('colour adds nothing but escape codes', () => {
  const plain = renderExplanations(everyStory(), { width: 80, color: false })
  const coloured = renderExplanations(everyStory(), { width: 80, color: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes are what is looked for
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain)
  expect(coloured).not.toBe(plain)
  expect(plain).not.toContain('\u001b')
})
