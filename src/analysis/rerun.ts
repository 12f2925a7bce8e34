import type { Rerun } from '../model/explanation.ts'
import type { Comparison, Result } from '../model/result.ts'

/** Where a rerun leaves its results: not where those are that it was made from. */
const OUT = 'pairgate-rerun'

/** As many blocks as `--blocks` takes. */
const MOST_BLOCKS = 999_999

/** What would settle a row is estimated from its blocks: further than so many times their number it is a guess. */
const FURTHEST = 10

/**
 * The command that measures one row of a result again, in at least twice as many blocks as it was judged on and as many
 * as would settle it, up to ten times as many, all judged at once. Rows of one benchmark that share a scale are measured
 * together: filters know no datasets.
 */
export function rerunOf(result: Result, row: Comparison): Rerun {
  const judged = row.samples.block_ids.length || result.protocol.confirmatory_blocks
  const settling = row.sensitivity?.blocks_to_settle ?? 0
  const blocks = Math.min(MOST_BLOCKS, Math.max(2 * judged, Math.min(FURTHEST * judged, settling)))
  return { args: argsFor(blocks, row, result), blocks, short_of: blocks < settling ? settling : null }
}

function argsFor(blocks: number, row: Comparison, result: Result): readonly string[] {
  const { baseline, candidate } = result.revisions
  const isRepeat =
    baseline.version === candidate.version ||
    result.arms.some(({ name, identical }) => name === row.arm && identical)
  return [
    'run',
    ...option('baseline', baseline.version),
    ...option('candidate', candidate.version.startsWith('worktree:') ? 'worktree' : candidate.version),
    ...option('arm', row.arm),
    ...option('filter', exactly(row.scale === '' ? row.benchmark : `${row.benchmark}/${row.scale}`)),
    ...option('protocol', result.protocol.name),
    ...option('blocks', String(blocks)),
    ...option('confirm', '0'),
    ...option('seed', result.seed),
    ...(isRepeat ? ['--measure-identical'] : []),
    ...option('out', OUT),
  ]
}

/** A value that could be taken for an option stands behind an equals sign. */
function option(name: string, value: string): readonly string[] {
  return value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value]
}

/** A regular expression that matches this text alone, written in characters that a terminal shows. */
function exactly(text: string): string {
  const escaped = text
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/(?! )[\p{C}\p{Z}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return `^${escaped}$`
}
