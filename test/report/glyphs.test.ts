import { expect, test } from 'vitest'
import { asciiOnly, cutEnd, cutMiddle, visible, widthOf, wrap } from '../../src/report/glyphs.ts'

test.each([
  ['sort', 4],
  ['日本語', 6],
  ['e\u0301', 1],
  ['👍', 2],
  ['µs Δ …', 6],
])('%s takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test('a cut keeps both ends and never splits a wide character', () => {
  expect(cutMiddle('hashmap_insert_lookup', 11)).toBe('hashm…ookup')
  expect(cutMiddle('日本語日本語', 7)).toBe('日…語')
  expect(cutMiddle('short', 5)).toBe('short')
  expect(cutMiddle('short', 1)).toBe('…')
  expect(cutMiddle('short', 0)).toBe('')
  expect(cutEnd('progress', 5)).toBe('prog…')
})

test('hidden, moving and turning characters are written out', () => {
  expect(visible('a\u001b[2J\r\n\tb\u202e\u200b\u0085')).toBe('a\\u001b[2J\\r\\n\\tb\\u202e\\u200b\\u0085')
})

test('text is wrapped between words, and a word longer than the line is broken', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrap('abcdefgh ij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  expect(wrap('', 4)).toEqual([''])
})

test('in ASCII our own signs have others of the same width, and all else is written out', () => {
  const text = '▁█ Δ −3 % … 12 µs · ╰ note │━● ×1.1 → ’x’'
  expect(asciiOnly(text)).toBe(".# D -3 % ~ 12 us * ` note |=o x1.1 > 'x'")
  expect(asciiOnly('日本')).toBe('\\u{65e5}\\u{672c}')
  expect(asciiOnly('\u001b[31m')).toBe('\u001b[31m')
})
