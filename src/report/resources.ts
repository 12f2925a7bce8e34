import { caseName } from '../model/benchmark.ts'
import { GROWTH_PCT } from '../model/resources.ts'
import type { Comparison, Result } from '../model/result.ts'
import { formatBytes, formatElapsed, formatPercent, formatRatio } from './quantity.ts'

const NEVER_GATING = 'memory, size and time of the build are reported, never gating'

/** Two amounts and their ratio: `40.0 → 44.5 MiB ×1.113`; one amount where both look the same, nothing where there is none. */
export function formatSides(
  baseline: number | null,
  candidate: number | null,
  ratio: number | null,
  format: (value: number) => string,
): string {
  if (baseline === null && candidate === null) return ''
  const from = baseline === null ? '–' : format(baseline)
  const to = candidate === null ? '–' : format(candidate)
  if (from === to) return to
  return `${withoutUnit(from, to)} → ${to}${ratio === null ? '' : ` ${formatRatio(ratio)}`}`
}

/** The first of two amounts, which needs no unit where the second has the same one. */
function withoutUnit(from: string, to: string): string {
  const [amount = '', unit, ...more] = from.split(' ')
  return unit !== undefined && more.length === 0 && to.split(' ')[1] === unit ? amount : from
}

/** A row's peak memory. */
export function memoryOf({
  resources: { baseline, candidate, peak_rss_ratio },
}: Pick<Comparison, 'resources'>): string {
  return formatSides(baseline.peak_rss_bytes, candidate.peak_rss_bytes, peak_rss_ratio, formatBytes)
}

/** Whether a row's peak memory grew or shrank enough to be said where there is no column for it. */
export function isMemoryChanged({ resources: { peak_rss_ratio: ratio } }: Comparison): boolean {
  return ratio !== null && Math.abs(ratio - 1) * 100 > GROWTH_PCT
}

/** The size of each arm's program and the time of its build, with their ratios, each arm in a sentence. */
export function buildResources({ arms, comparisons }: Result): readonly string[] {
  const sentences = arms.flatMap(({ name }) => {
    const resources = comparisons.find(({ arm }) => arm === name)?.resources
    if (resources === undefined) return []
    const { baseline, candidate, size_ratio, build_ms_ratio } = resources
    const size = formatSides(baseline.size_bytes, candidate.size_bytes, size_ratio, formatBytes)
    const time = formatSides(baseline.build_ms, candidate.build_ms, build_ms_ratio, formatElapsed)
    const parts = [...(size === '' ? [] : [`program ${size}`]), ...(time === '' ? [] : [`built in ${time}`])]
    return parts.length === 0 ? [] : [`${name}: ${parts.join(', ')}`]
  })
  return sentences.length === 0 ? [] : [...sentences, NEVER_GATING]
}

/** What grew most beside time, for the closing lines: information, and said to be that. */
export function growthParts({ comparisons, summary }: Result): readonly string[] {
  const grown = summary.growths.map(({ resource, id, arm, pct }) => {
    const row = comparisons.find((one) => one.id === id)
    return resource === 'size'
      ? `the program of ${arm} ${formatPercent(pct)}`
      : `the peak memory of ${row === undefined ? id : caseName(row)} (${arm}) ${formatPercent(pct)}`
  })
  return grown.length === 0 ? [] : [`for information, never gating: ${grown.join(', ')}`]
}
