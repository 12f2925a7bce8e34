/** What of the table is shown, and in which order. */
export interface View {
  readonly text: string
  /** Null for all of them. */
  readonly arm: string | null
  readonly category: string | null
  /** None for all of them. */
  readonly verdicts: readonly string[]
  readonly sort: Sort | null
  /** Numbers of the rows that are open. */
  readonly open: readonly string[]
}

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

export const WHOLE: View = { text: '', arm: null, category: null, verdicts: [], sort: null, open: [] }

/** The view as a fragment of the address, empty for the whole table. */
export function fragmentOf({ text, arm, category, verdicts, sort, open }: View): string {
  const query = new URLSearchParams()
  if (text !== '') query.set('text', text)
  if (arm !== null) query.set('arm', arm)
  if (category !== null) query.set('category', category)
  for (const verdict of verdicts) query.append('verdict', verdict)
  if (sort !== null) query.set('sort', `${sort.descending ? '-' : ''}${sort.key}`)
  if (open.length > 0) query.set('open', open.join('.'))
  const encoded = query.toString()
  return encoded === '' ? '' : `#${encoded}`
}

/** The view that a fragment names; null for one that names a place on the page, such as `#rules`. */
export function viewIn(fragment: string): View | null {
  const encoded = fragment.replace(/^#/, '')
  if (encoded === '') return WHOLE
  if (!encoded.includes('=')) return null
  const query = new URLSearchParams(encoded)
  return {
    text: query.get('text') ?? '',
    arm: query.get('arm'),
    category: query.get('category'),
    verdicts: query.getAll('verdict'),
    sort: sortIn(query.get('sort') ?? ''),
    open: (query.get('open') ?? '').split('.').filter((number) => /^\d+$/.test(number)),
  }
}

function sortIn(word: string): Sort | null {
  const key = word.replace(/^-/, '')
  return key === '' ? null : { key, descending: word !== key }
}
