import type { Comparability } from '../model/comparability.ts'
import { formatFact, wordsOf } from './environment.ts'
import { formatCount } from './quantity.ts'

/** A field that differs, as text. */
export interface DifferingRow {
  readonly group: string
  readonly field: string
  readonly here: string
  readonly there: string
}

/** Whether the two runs are comparable, in a sentence or two. */
export function comparabilitySentences({
  kind,
  against: { started_at, candidate },
  differing,
  agreeing,
  untold,
}: Comparability): readonly string[] {
  const other = `the run of ${started_at} (candidate ${candidate})`
  const verdict =
    kind === 'comparable'
      ? `comparable with ${other}: ${formatCount(agreeing, 'field')} of the environment agree, none differs`
      : `not comparable with ${other}: ${formatCount(differing.length, 'field')} of the environment ${differing.length === 1 ? 'differs' : 'differ'}, ${agreeing} agree`
  return [verdict, ...(untold.length === 0 ? [] : [`cannot be told: ${untold.map(wordsOf).join(', ')}`])]
}

/** The fields that differ; none where the two are comparable. */
export function differingRows({ differing }: Comparability): readonly DifferingRow[] {
  return differing.map(({ group, field, here, there }) => ({
    group,
    field: wordsOf(field),
    here: formatFact(field, here),
    there: formatFact(field, there),
  }))
}
