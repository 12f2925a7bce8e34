import type { Condition } from './cmake-frames.ts'

/** A condition, or a part of one, that is wanted to hold or not to hold. */
export interface Part {
  readonly text: string
  /** The variable that it asks for; null where it asks for something else. */
  readonly variable: string | null
  readonly wanted: boolean
}

/** The ways in which a condition comes out as wanted: one of them, with all of its parts. */
export function waysOf({ words, wanted }: Condition): readonly (readonly Part[])[] {
  if (words.includes('(') || words.includes(')')) return [[{ text: words.join(' '), variable: null, wanted }]]
  const ways = split(words, 'OR').map((way) => split(way, 'AND').map((part) => partOf(part, wanted)))
  return wanted ? ways : negated(ways)
}

/** The parts were negated already: now AND stands where OR stood. */
function negated(ways: readonly (readonly Part[])[]): readonly (readonly Part[])[] {
  const [first = [], ...others] = ways
  if (others.length === 0) return first.map((part) => [part])
  if (ways.every((way) => way.length === 1)) return [ways.flat()]
  return [ways.flat().map((part) => ({ ...part, variable: null }))]
}

function partOf(words: readonly string[], wanted: boolean): Part {
  if (words[0] === 'NOT') return partOf(words.slice(1), !wanted)
  const [only = ''] = words
  const name = /^\$\{(\w+)\}$/.exec(only)?.[1] ?? only
  return { text: words.join(' '), variable: words.length === 1 ? name : null, wanted }
}

function split(words: readonly string[], separator: string): readonly (readonly string[])[] {
  const parts: string[][] = [[]]
  for (const word of words) {
    if (word === separator) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts.filter((part) => part.length > 0)
}

/** What a machine that pairgate runs on and the directory that is configured make of a part; null where that is open. */
export function foregone({ text, wanted }: Part): boolean | null {
  if (ELSEWHERE.test(text)) return !wanted
  if (text === 'UNIX' || IS_TOP_LEVEL.test(text)) return wanted
  return null
}

const ELSEWHERE = /^(WIN32|MSVC|MINGW|CYGWIN|MSYS|EMSCRIPTEN|ANDROID|IOS)$/

const ROOT =
  '(?:\\$\\{)?(?:CMAKE_PROJECT_NAME|PROJECT_NAME|CMAKE_SOURCE_DIR|CMAKE_CURRENT_SOURCE_DIR|PROJECT_SOURCE_DIR)\\}?'

const IS_TOP_LEVEL = new RegExp(`^(?:\\w+_IS_TOP_LEVEL|${ROOT} STREQUAL ${ROOT})$`)
