import type { Event } from './model/event.ts'
import type { Host } from './model/host.ts'
import type { RunRequest } from './model/request.ts'
import { buildArms, rehash } from './run/builds.ts'
import { calibrateRows } from './run/calibrate.ts'
import { listRows } from './run/list.ts'
import { measureBlocks } from './run/measure.ts'
import { describeRun, prepare } from './run/prepare.ts'
import { recorded } from './run/record.ts'
import { summarize } from './run/summarize.ts'
import { validateRows } from './run/validate.ts'

/**
 * The gate's sequence, as the events that it makes: check out, build, list, validate, calibrate, measure.
 * Both checkouts are removed when it ends, however it ends. Throws a UserError for what the user must change.
 */
export async function* run(request: RunRequest, host: Host): AsyncGenerator<Event> {
  const started = host.clock.monotonicMs()
  await using checkouts = await host.openRevisions(request)
  const setting = await prepare(request, checkouts, host)
  const log: Event[] = []

  yield* recorded(log, describeRun(setting, host))
  const programs = yield* recorded(log, buildArms(host, setting))
  yield* recorded(log, listRows(setting, programs, host))
  yield* recorded(log, validateRows(setting, programs, log, host))
  const rows = yield* recorded(log, calibrateRows(setting, programs, log, host))
  yield* recorded(log, measureBlocks(setting, rows, started, host))
  yield* recorded(log, rehash(host, programs))
  yield summarize(log, started, host)
}
