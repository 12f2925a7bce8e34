import { caseKey, caseName, type Listed } from '../model/benchmark.ts'
import type { Broken, Listing } from '../model/harness.ts'

/** A row that could not be run when it was listed. */
export type BrokenRow = Listed & { readonly failure: string }

/** The broken benchmarks of a list as rows. */
export interface BrokenRows {
  /** The other revision could run them, and tells how their names are split. */
  readonly known: readonly BrokenRow[]
  /** Known by the whole name alone. */
  readonly unknown: readonly BrokenRow[]
}

/** Finds each broken benchmark of a list among the rows of the other revision, by its whole name. */
export function brokenRows({ rows, broken = [] }: Listing, other: readonly Listed[]): BrokenRows {
  const own = new Set(rows.map((row) => caseKey(row.benchmark, row.dataset)))
  const candidates = other.filter((row) => !own.has(caseKey(row.benchmark, row.dataset)))
  const found = broken.map((one) => ({
    one,
    known: candidates.filter((row) => isMeant(caseName(row), one)),
  }))
  return {
    known: found.flatMap(({ one, known }) => known.map((row) => ({ ...row, failure: one.reason }))),
    unknown: found.flatMap(({ one, known }) => (known.length > 0 ? [] : [byName(one)])),
  }
}

function isMeant(name: string, broken: Broken): boolean {
  return broken.beginning === undefined ? name === broken.name : name.startsWith(broken.beginning)
}

function byName({ name, reason }: Broken): BrokenRow {
  return { benchmark: name, dataset: '', scale: '', category: '', failure: reason }
}
