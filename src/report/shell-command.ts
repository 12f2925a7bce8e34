import { visible, widthOf } from './glyphs.ts'

const SAFE = /^[A-Za-z0-9_@%+=:,./-]+$/

/**
 * A command to copy into a shell, in lines that are continued; none is cut, so that a long word makes a line wider than
 * `width`. An option stays on a line with its value.
 */
export function commandLines(program: string, args: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  let line = program
  for (const word of words(args)) {
    if (widthOf(`${line} ${word} \\`) <= width) {
      line = `${line} ${word}`
      continue
    }
    lines.push(`${line} \\`)
    line = `  ${word}`
  }
  return [...lines, line]
}

function words(args: readonly string[]): readonly string[] {
  const made: string[] = []
  for (const [index, arg] of args.entries()) {
    const isValue = isOption(args[index - 1] ?? '') && !isOption(arg)
    made.push(isValue ? `${made.pop()} ${quoted(arg)}` : quoted(arg))
  }
  return made
}

function isOption(word: string): boolean {
  return /^--[a-z-]+$/.test(word)
}

/** A word as a shell reads it back; one that a terminal would not show is written out. */
export function quoted(word: string): string {
  if (SAFE.test(word)) return word
  if (visible(word) === word) return `'${word.replaceAll("'", "'\\''")}'`
  const shown = visible(word.replaceAll('\\', '\\\\'))
  return `$'${shown.replaceAll("'", "\\'")}'`
}
