import { type Document, isMap, isPair, isScalar, LineCounter, type Pair, parseDocument, visit } from 'yaml'

/** What stands in a YAML text, beside what is wrong with the text itself. */
export interface ConfigDocument {
  readonly document: Document.Parsed
  readonly lines: LineCounter
  /** The data; null where the text cannot be read at all. */
  readonly data: { readonly value: unknown } | null
  readonly faults: readonly TextFault[]
}

/** A mistake of the text, by its place. */
export interface TextFault {
  readonly offset: number
  readonly message: string
}

/** Reads YAML; numbers that stand for text (`options`, `data_seed`) are kept as they are written. */
export function readDocument(text: string): ConfigDocument {
  const lines = new LineCounter()
  const options = { lineCounter: lines, prettyErrors: false, merge: true, logLevel: 'error' } as const
  const document = parseDocument(text, options)
  const syntax = [...document.errors, ...document.warnings].map(({ code, pos, message }) => ({
    offset: pos[0],
    message: inWords(code, message, text.slice(pos[0])),
  }))
  if (document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')) {
    return { document, lines, data: null, faults: syntax }
  }
  const faults = [...syntax, ...faultsIn(document)]
  keepAsWritten(document)
  try {
    return { document, lines, data: { value: document.toJS() }, faults }
  } catch (error) {
    // An alias without its anchor has its fault already; else aliases multiply beyond the library's bound.
    const bomb = { offset: 0, message: error instanceof Error ? error.message : String(error) }
    return { document, lines, data: null, faults: faults.length > 0 ? faults : [bomb] }
  }
}

function inWords(code: string, message: string, rest: string): string {
  if (code === 'DUPLICATE_KEY') return `the key ${/^[^:\s]*/.exec(rest)?.[0] ?? ''} stands here twice`
  if (code === 'MULTIPLE_DOCS') return 'a second document: allowed is one, without "---" after it'
  return message
}

/** What YAML allows and a configuration does not. */
function faultsIn(document: Document.Parsed): readonly TextFault[] {
  const faults: TextFault[] = []
  if (document.contents === null || (isScalar(document.contents) && document.contents.value === null)) {
    faults.push({ offset: 0, message: 'the file is empty: it needs at least version and arms' })
  }
  visit(document, {
    Alias(_, node) {
      if (node.resolve(document) === undefined) {
        faults.push({
          offset: node.range?.[0] ?? 0,
          message: `*${node.source} has no anchor &${node.source}`,
        })
      }
    },
    Scalar(role, node) {
      const offset = node.range?.[0] ?? 0
      // An object would take it for its prototype, and the key would be lost without a word.
      if (role === 'key' && node.value === '__proto__') {
        faults.push({ offset, message: '__proto__ cannot be a key' })
      }
      if (typeof node.value === 'string' && node.value.includes('\0')) {
        faults.push({ offset, message: 'a text with a NUL character: no path or argument can hold one' })
      }
    },
  })
  return faults
}

/** `1.10` is a version and `18446744073709551615` a seed: as numbers they would become 1.1 and ...552000. */
function keepAsWritten(document: Document.Parsed): void {
  visit(document, {
    Pair(_, pair) {
      if (!isScalar(pair.key)) return
      if (pair.key.value === 'data_seed') keepText(pair)
      if (pair.key.value === 'options' && isMap(pair.value)) {
        for (const item of pair.value.items) if (isPair(item)) keepText(item)
      }
    },
  })
}

function keepText(pair: Pair): void {
  const node = pair.value
  if (isScalar(node) && typeof node.value === 'number' && node.source !== undefined) node.value = node.source
}
