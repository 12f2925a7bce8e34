import { explain } from '../analysis/explain.ts'
import { reduce } from '../analysis/reduce.ts'
import type { Terminal } from '../host/terminal.ts'
import { caseName } from '../model/benchmark.ts'
import { UserError } from '../model/failure.ts'
import { nearestOf } from '../model/nearest.ts'
import type { Comparison } from '../model/result.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { renderExplanations } from '../report/explain-terminal.ts'
import { visible } from '../report/glyphs.ts'
import { eventsIn } from './recorded.ts'

/** Of names that were perhaps meant. */
const MOST_NAMES = 5

/** `pairgate explain`: how rows of a run came to their verdicts, from the recorded events; it fails no check. */
export async function explainCommand(
  invocation: InvocationOf<'explain'>,
  terminal: Terminal,
): Promise<ExitCode> {
  const { events, sha256 } = await eventsIn(invocation.directory, terminal)
  const explanations = explain(events, sha256, (row) => isMeant(row, invocation))
  if (explanations.rows.length === 0) throw noSuchRow(reduce(events, sha256).comparisons, invocation)
  terminal.print(renderExplanations(explanations, terminal))
  return 0
}

type Wanted = Pick<InvocationOf<'explain'>, 'benchmark' | 'arms'>

function isMeant(row: Comparison, { benchmark, arms }: Wanted): boolean {
  return isNamed(row, benchmark) && (arms.length === 0 || arms.includes(row.arm))
}

/** By its name as it is, or as reports write it out. */
function isNamed(row: Comparison, name: string): boolean {
  return [row.benchmark, caseName(row)].some((own) => own === name || visible(own) === name)
}

function noSuchRow(rows: readonly Comparison[], { benchmark, arms }: Wanted): UserError {
  if (rows.length === 0) return new UserError('the run has no rows')
  const named = rows.filter((row) => isNamed(row, benchmark))
  if (named.length > 0) {
    const has = [...new Set(named.map(({ arm }) => arm))].join(', ')
    return new UserError(`${benchmark} is not a row of ${arms.join(', ')}: give --arm ${has}`)
  }
  const names = rows.flatMap((row) => [row.benchmark, caseName(row)])
  const near = nearestOf(benchmark, names, MOST_NAMES)
  return new UserError(`no row is named ${benchmark}; the nearest names: ${near.join(', ')}`)
}
