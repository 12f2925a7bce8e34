import { exitCodeOf } from '../analysis/exit.ts'
import { reduce } from '../analysis/reduce.ts'
import type { Terminal } from '../host/terminal.ts'
import type { Result } from '../model/result.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { visibleJson } from '../report/glyphs.ts'
import { renderHtml } from '../report/html.ts'
import { renderComment } from '../report/markdown.ts'
import { renderTerminal } from '../report/terminal.ts'
import { eventsIn } from './recorded.ts'

/** `pairgate report`: the report of a finished or a killed run, from its recorded events. */
export async function report(invocation: InvocationOf<'report'>, terminal: Terminal): Promise<ExitCode> {
  const { events, sha256 } = await eventsIn(invocation.directory, terminal)
  const result = reduce(events, sha256)
  terminal.print(present(result, invocation.format, terminal))
  return exitCodeOf(result)
}

/** The text of a result in one of the formats. */
export function present(
  result: Result,
  format: InvocationOf<'report'>['format'],
  terminal: Pick<Terminal, 'width' | 'color'>,
): string {
  switch (format) {
    case 'terminal':
      return renderTerminal(result, terminal)
    case 'json':
      return `${visibleJson(JSON.stringify(result, null, 2))}\n`
    case 'markdown':
      return renderComment(result)
    case 'html':
      return renderHtml(result)
  }
}
