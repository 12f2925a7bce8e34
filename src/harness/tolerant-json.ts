import { type Decoded, excerpt } from '../model/decoded.ts'

/** A string, or a word that is no JSON value. */
const STRING_OR_WORD = /"(?:[^"\\]|\\[\s\S])*"|[-+]?\b(?:nan|inf|infinity)\b/gi

/** Parses JSON as C++ programs write it: bare `NaN` and `Infinity` become null, raw control characters in texts stay. */
export function parseTolerantly(text: string): Decoded<unknown> {
  const mended = text.replace(STRING_OR_WORD, (found) =>
    found.startsWith('"') ? escapeControls(found) : 'null',
  )
  try {
    return { kind: 'ok', value: JSON.parse(mended) }
  } catch {
    return { kind: 'malformed', reason: `not JSON: ${excerpt(text)}` }
  }
}

function escapeControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return text.replace(/[\u0000-\u001f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
