import { comparabilityOf, surroundingsIn } from '../analysis/comparability.ts'
import { evidenceOf } from '../analysis/evidence.ts'
import { exitCodeOf } from '../analysis/exit.ts'
import { reduce } from '../analysis/reduce.ts'
import type { Terminal } from '../host/terminal.ts'
import type { Comparability } from '../model/comparability.ts'
import type { Result } from '../model/result.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { renderCsv } from '../report/csv.ts'
import { visibleJson } from '../report/glyphs.ts'
import { renderHtml } from '../report/html.ts'
import { renderComment } from '../report/markdown.ts'
import { renderTerminal } from '../report/terminal.ts'
import { eventsIn } from './recorded.ts'

/**
 * `pairgate report`: the report of a finished or a killed run, from its recorded events; with `--against`, whether its
 * environment is comparable with that of another run, which changes no exit code.
 */
export async function report(invocation: InvocationOf<'report'>, terminal: Terminal): Promise<ExitCode> {
  const { events, sha256 } = await eventsIn(invocation.directory, terminal)
  const comparability =
    invocation.against === undefined
      ? null
      : comparabilityOf(
          surroundingsIn(events),
          surroundingsIn((await eventsIn(invocation.against, terminal)).events),
        )
  const result = reduce(events, sha256)
  terminal.print(
    invocation.format === 'html'
      ? renderHtml(result, evidenceOf(events, result), comparability)
      : present(result, invocation.format, terminal, comparability),
  )
  return exitCodeOf(result)
}

/** The text of a result in one of the formats that need nothing else. */
export function present(
  result: Result,
  format: Exclude<InvocationOf<'report'>['format'], 'html'>,
  terminal: Pick<Terminal, 'width' | 'color' | 'ascii'>,
  comparability: Comparability | null = null,
): string {
  switch (format) {
    case 'terminal':
      return renderTerminal(result, terminal, comparability)
    case 'json': {
      const content = comparability === null ? result : { ...result, comparability }
      return `${visibleJson(JSON.stringify(content, null, 2))}\n`
    }
    case 'markdown':
      return renderComment(result, { comparability })
    case 'csv':
      return renderCsv(result)
  }
}
