/** Characters that move the cursor, hide text or turn its direction. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u

const UNSPACED = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

/** Text that needs no segmenting. */
const ASCII = /^[ -~]*$/

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text with every control, hidden or direction-turning character written out, such as `\u001b`. */
export function visible(text: string): string {
  return text
    .replace(/\n/g, '\\n')
    .replace(/\t/g, '\\t')
    .replace(/\r/g, '\\r')
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Text of several lines as `visible` writes it, its line ends and tabs kept. */
export function visibleLines(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\n' || character === '\t' ? character : visible(character),
  )
}

/** JSON text that says the same and moves no cursor: JSON itself leaves half of the control characters as they are. */
export function visibleJson(text: string): string {
  return text.replace(UNSEEN, (character) => (character === '\n' ? character : visible(character)))
}

/** What stands for our own signs where a terminal has ASCII alone, each as wide as what it stands for. */
const IN_ASCII: Readonly<Record<string, string>> = {
  ...{ '▁': '.', '▂': ':', '▃': '-', '▄': '=', '▅': '+', '▆': 'o', '▇': '%', '█': '#', '░': '.' },
  ...{ Δ: 'D', µ: 'u', '−': '-', '–': '-', '×': 'x', '±': '~', '°': 'o', '·': '*', '…': '~' },
  ...{ '─': '-', '━': '=', '│': '|', '┊': ':', '╰': '`', '●': 'o', '◂': '<', '▸': '>', '→': '>' },
  ...{ '’': "'", '‘': "'", '“': '"', '”': '"' },
}

/** The text in ASCII alone: our own signs by others, all else that is not ASCII written out. */
export function asciiOnly(text: string): string {
  return text.replace(/\P{ASCII}/gu, (sign) => IN_ASCII[sign] ?? escapeOf(sign))
}

function escapeOf(sign: string): string {
  return `\\u{${sign.codePointAt(0)?.toString(16)}}`
}

/** Columns that a terminal gives to `text`. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length
  return glyphsOf(text).reduce((sum, glyph) => sum + glyphWidth(glyph), 0)
}

/** `text` in at most `width` columns, cut in its middle. */
export function cutMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (width <= 1) return width === 1 ? '…' : ''
  const head = Math.ceil((width - 1) / 2)
  return `${takeStart(text, head)}…${takeEnd(text, width - 1 - head)}`
}

/** `text` in at most `width` columns, cut at its end. */
export function cutEnd(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${takeStart(text, Math.max(0, width - 1))}${width > 0 ? '…' : ''}`
}

/** Spaces, but for the one between a number and its unit. */
const BREAKS = / (?!%)/

/** `text` in lines of at most `width` columns, broken between words; a word that is longer is broken inside. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(BREAKS).flatMap((one) => pieces(one, width))) {
    const joined = line === '' ? word : `${line} ${word}`
    if (widthOf(joined) <= width) {
      line = joined
      continue
    }
    lines.push(line)
    line = word
  }
  return [...lines, line]
}

function pieces(word: string, width: number): readonly string[] {
  if (widthOf(word) <= width) return [word]
  const start = takeStart(word, width)
  return start === '' ? [word] : [start, ...pieces(word.slice(start.length), width)]
}

function takeStart(text: string, width: number): string {
  return takeWhileFits(glyphsOf(text), width).join('')
}

function takeEnd(text: string, width: number): string {
  return takeWhileFits(glyphsOf(text).toReversed(), width).toReversed().join('')
}

function takeWhileFits(glyphs: readonly string[], width: number): readonly string[] {
  let used = 0
  let count = 0
  for (const glyph of glyphs) {
    used += glyphWidth(glyph)
    if (used > width) break
    count += 1
  }
  return glyphs.slice(0, count)
}

function glyphsOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment)
}

function glyphWidth(glyph: string): number {
  if (UNSPACED.test(glyph)) return 0
  return WIDE.test(glyph) ? 2 : 1
}
