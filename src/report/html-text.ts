import { visible } from './glyphs.ts'

/** HTML that is safe to put into a page: made by `html` from texts, each escaped. */
export interface Html {
  readonly html: string
}

type Part = string | number | Html | readonly Html[]

/** Joins markup and values; every value that is not Html is escaped. */
export function html(markup: TemplateStringsArray, ...values: readonly Part[]): Html {
  return {
    html: markup.reduce((text, piece, index) => text + insert(values[index - 1] ?? '') + piece),
  }
}

/** Text whose lines stay lines, for a place whose style keeps their ends. */
export function htmlLines(text: string): readonly Html[] {
  return text.split('\n').map((line) => html`${line}`)
}

function insert(value: Part): string {
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if ('html' in value) return value.html
  return value.map((part) => part.html).join('\n')
}

function escaped(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
