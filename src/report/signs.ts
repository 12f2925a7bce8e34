import type { Conclusion } from '../model/verdict.ts'
import type { Row, Tone } from './table.ts'

/** A sign for every verdict and status, shown beside the word: colour is never the only difference. */
export const SIGNS: Readonly<Record<Row['verdict'], string>> = {
  regression: '▲',
  improvement: '▼',
  equivalent: '=',
  identical: '≡',
  inconclusive: '?',
  'not-comparable': '≠',
  eliminated: '∅',
  new: '+',
  removed: '−',
  skipped: '»',
  'wrong-result': '✕',
  invalid: '!',
  'no verdict': '!',
}

/** How each conclusion is to be felt, and its sign. */
export const CONCLUSIONS: Readonly<Record<Conclusion, { readonly tone: Tone; readonly sign: string }>> = {
  pass: { tone: 'good', sign: '✓' },
  regression: { tone: 'bad', sign: '▲' },
  'wrong-result': { tone: 'trouble', sign: '✕' },
  invalid: { tone: 'trouble', sign: '!' },
  incomplete: { tone: 'trouble', sign: '…' },
}
