import type { Config } from './config.ts'

/**
 * Whether a row takes part: some `include` and, where there are any, some of the extra filters match, and no
 * `exclude` does. A regular expression is looked for in `benchmark` and in `benchmark/scale`.
 */
export function selectsRow(
  benchmarks: Config['benchmarks'],
  filters: readonly string[],
  row: { readonly benchmark: string; readonly scale: string },
): boolean {
  const matches = (source: string) => {
    const pattern = new RegExp(source, 'u')
    return pattern.test(row.benchmark) || (row.scale !== '' && pattern.test(`${row.benchmark}/${row.scale}`))
  }
  return (
    benchmarks.include.some(matches) &&
    !benchmarks.exclude.some(matches) &&
    (filters.length === 0 || filters.some(matches))
  )
}
