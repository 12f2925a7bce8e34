import { caseName } from '../model/benchmark.ts'
import type { Result } from '../model/result.ts'
import { formatCount } from './quantity.ts'

type CrossRow = Result['cross_arm']['rows'][number]
type CrossSummary = Result['cross_arm']['arms'][number]

/** One row between two arms, as text; nothing in it is escaped yet. */
export interface ArmRow {
  readonly name: string
  readonly arm: string
  readonly against: string
  /** The outcome, or why there is none. */
  readonly outcome: string
  readonly ratio: string
  readonly best: string
  readonly tolerance: string
}

/** The rows between arms as text. */
export function armRows({ cross_arm }: Result): readonly ArmRow[] {
  return cross_arm.rows.map((row) => ({
    name: nameOf(row),
    arm: row.arm,
    against: row.against,
    outcome: row.noise?.outcome ?? row.reason ?? 'no ratio',
    ratio: ratioOf(row.noise?.ratio),
    best: ratioOf(row.noise?.best_ratio),
    tolerance: row.noise === null ? '' : String(row.noise.tolerance),
  }))
}

/** Each arm against the first in a sentence: counts, geometric means, and where it loses most. */
export function armSentences({ cross_arm }: Result): readonly string[] {
  return cross_arm.arms.map(sentenceOf)
}

function sentenceOf(one: CrossSummary): string {
  const { arm, against, win, parity, loss, geometric_mean: mean, categories, slowest } = one
  const counts = [formatCount(win, 'win'), `${parity} parity`, loss === 1 ? '1 loss' : `${loss} losses`].join(
    ', ',
  )
  const means = categories.map(({ category, ratio }) => `${category || 'no category'} ×${ratio.toFixed(3)}`)
  return [
    `${arm} against ${against}: ${counts}`,
    `geometric mean ×${mean.ratio.toFixed(4)} over ${formatCount(mean.rows, 'common row')} (${means.join(', ')})`,
    `slowest against it: ${nameOf(slowest)} ×${Number(slowest.ratio.toPrecision(4))}`,
  ].join('; ')
}

function nameOf({ benchmark, dataset }: Pick<CrossRow, 'benchmark' | 'dataset'>): string {
  return caseName({ benchmark, dataset })
}

function ratioOf(ratio: number | undefined): string {
  return ratio === undefined ? '' : `×${ratio}`
}
