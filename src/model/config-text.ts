import { type Document, isCollection, isMap, isScalar, type LineCounter } from 'yaml'
import { type Config, configSchema } from './config.ts'
import { readDocument } from './config-document.ts'
import { issuesToFaults } from './config-faults.ts'

/** One mistake in a configuration: where it stands, what stands there and what is allowed. */
export interface Mistake {
  readonly file: string
  readonly line: number
  readonly column: number
  /** Such as `arms.cpp.build.driver`; empty for the whole file. */
  readonly path: string
  readonly message: string
}

/** What came of reading a configuration: it, or all of its mistakes. */
export type DecodedConfig =
  | { readonly kind: 'ok'; readonly config: Config }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly Mistake[] }

/** Decodes the text of a `pairgate.yml`; `file` is its name in messages. */
export function decodeConfig(text: string, file: string): DecodedConfig {
  const { document, lines, data, faults } = readDocument(text)
  const ofText = faults.map(({ offset, message }) => ({
    file,
    ...position(lines, offset),
    path: '',
    message,
  }))
  // An empty file has said so already.
  if (data === null || data.value === null) return { kind: 'mistakes', mistakes: ofText }
  const parsed = configSchema.safeParse(data.value)
  if (parsed.success && ofText.length === 0) return { kind: 'ok', config: parsed.data }
  const ofData = issuesToFaults(parsed.error?.issues ?? [], data.value).map((fault) => ({
    file,
    ...position(lines, offsetOf(document, fault.path)),
    path: fault.path.join('.'),
    message: fault.message,
  }))
  const mistakes = [...ofText, ...ofData].toSorted((a, b) => a.line - b.line || a.column - b.column)
  return { kind: 'mistakes', mistakes }
}

/** One line for each mistake, as compilers write them. */
export function formatMistakes(mistakes: readonly Mistake[]): string {
  return mistakes
    .map(
      ({ file, line, column, path, message }) =>
        `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`,
    )
    .join('\n')
}

function position(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

/** Where the value at `path` begins, or its key where it is unknown, or the nearest thing above it that is there. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  const keys = path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  for (let depth = keys.length; depth > 0; depth -= 1) {
    const parent = depth === 1 ? document.contents : document.getIn(keys.slice(0, depth - 1), true)
    const key = keys[depth - 1]
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      if (isScalar(pair?.key) && pair.key.range) return pair.key.range[0]
    } else if (isCollection(parent)) {
      const node = parent.get(key, true)
      if (isScalar(node) && node.range) return node.range[0]
    }
  }
  return document.contents?.range?.[0] ?? 0
}
