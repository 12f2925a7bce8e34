import { findHotspots } from '../analysis/hotspot.ts'
import type { Terminal } from '../host/terminal.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { visibleJson } from '../report/glyphs.ts'
import { renderHotspots } from '../report/hotspot-terminal.ts'
import { eventsIn } from './recorded.ts'

/** `pairgate hotspot`: any two implementations of a run, from the recorded events; an exploration, no gate. */
export async function hotspotCommand(
  invocation: InvocationOf<'hotspot'>,
  terminal: Terminal,
): Promise<ExitCode> {
  const { events } = await eventsIn(invocation.directory, terminal)
  const hotspots = findHotspots(events, invocation)
  terminal.print(
    invocation.format === 'json'
      ? `${visibleJson(JSON.stringify(hotspots, null, 2))}\n`
      : renderHotspots(hotspots, terminal),
  )
  return 0
}
