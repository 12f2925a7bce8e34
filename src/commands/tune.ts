import { tune } from '../analysis/tune.ts'
import type { Terminal } from '../host/terminal.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { visibleJson } from '../report/glyphs.ts'
import { renderTuning } from '../report/tuning-terminal.ts'
import { eventsIn } from './recorded.ts'

/** `pairgate tune`: which arm is fastest where, from the recorded events. */
export async function tuneCommand(invocation: InvocationOf<'tune'>, terminal: Terminal): Promise<ExitCode> {
  const { events } = await eventsIn(invocation.directory, terminal)
  const tuning = tune(events)
  terminal.print(
    invocation.format === 'json'
      ? `${visibleJson(JSON.stringify(tuning, null, 2))}\n`
      : renderTuning(tuning, terminal),
  )
  return 0
}
