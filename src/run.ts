import type { Event } from './model/event.ts'
import type { Host } from './model/host.ts'
import type { RunRequest } from './model/request.ts'
import { buildArms, rehash } from './run/builds.ts'
import { calibrateRows } from './run/calibrate.ts'
import { confirmRows } from './run/confirm.ts'
import { describeRun } from './run/describe.ts'
import { awaitCalm, holdMachine, tellLoad } from './run/hold-machine.ts'
import { within } from './run/limit.ts'
import { listRows } from './run/list.ts'
import { measureRows } from './run/measure.ts'
import { prepare } from './run/prepare.ts'
import { recorded } from './run/record.ts'
import { summarize } from './run/summarize.ts'
import { validateRows } from './run/validate.ts'

/**
 * The gate's sequence, as the events that it makes: check out, build, list, have the machine to
 * itself, validate, calibrate, measure, confirm. Both checkouts are removed when it ends, however it ends. Throws a UserError for what the user must change.
 */
export async function* run(request: RunRequest, host: Host): AsyncGenerator<Event> {
  const startedMs = host.clock.monotonicMs()
  await using checkouts = await host.openRevisions(request)
  const setting = await prepare(request, checkouts, host)
  const limit = { startedMs, runMs: setting.config.timeouts.run, clock: host.clock }
  const log: Event[] = []
  const stage = <T>(events: AsyncGenerator<Event, T>) => recorded(log, within(limit, events))

  yield* stage(describeRun(setting, host))
  const programs = yield* stage(buildArms(host, setting))
  yield* stage(listRows(setting, programs, host))
  using hold = yield* stage(holdMachine(setting, limit, log, host))
  const watched = yield* stage(awaitCalm(setting, hold, host))
  yield* stage(validateRows(setting, programs, log, host))
  const rows = yield* stage(calibrateRows(setting, programs, log, host))
  yield* stage(measureRows(setting, rows, limit, host))
  yield* stage(confirmRows(setting, rows, log, limit, host))
  yield* stage(tellLoad(watched))
  yield* stage(rehash(host, programs, setting.launcher))
  yield summarize(log, startedMs, host)
}
