import type { Event } from './model/event.ts'
import type { Host } from './model/host.ts'
import type { RunRequest } from './model/request.ts'
import { buildArms } from './run/builds.ts'
import { prepare } from './run/prepare.ts'
import { runStages } from './run/stages.ts'

/**
 * A run of the gate, as the events that it makes. Both checkouts are removed when it ends, however it ends. Throws a
 * UserError for what the user must change.
 */
export async function* run(request: RunRequest, host: Host): AsyncGenerator<Event> {
  const startedMs = host.clock.monotonicMs()
  await using checkouts = await host.openRevisions(request)
  const setting = await prepare(request, checkouts, host)
  yield* runStages(setting, buildArms(host, setting), startedMs, host)
}
