import type { Event } from '../model/event.ts'
import type { Host } from '../model/host.ts'
import { rehash } from './builds.ts'
import { calibrateRows } from './calibrate.ts'
import { confirmRows } from './confirm.ts'
import { describeRun } from './describe.ts'
import { awaitCalm, holdMachine, tellLoad } from './hold-machine.ts'
import { within } from './limit.ts'
import { listRows } from './list.ts'
import { measureRows } from './measure.ts'
import type { Setting } from './prepare.ts'
import type { Programs } from './program.ts'
import { recorded } from './record.ts'
import { summarize } from './summarize.ts'
import { validateRows } from './validate.ts'

/**
 * The gate's sequence from the checkouts on, as the events that it makes: describe, have the programs made, list, have
 * the machine to itself, validate, calibrate, measure, confirm. `startedMs` is when the run began on the host's clock.
 * Throws a UserError for what the user must change.
 */
export async function* runStages(
  setting: Setting,
  makePrograms: AsyncGenerator<Event, Programs>,
  startedMs: number,
  host: Host,
): AsyncGenerator<Event> {
  const limit = { startedMs, runMs: setting.config.timeouts.run, clock: host.clock }
  const log: Event[] = []
  const stage = <T>(events: AsyncGenerator<Event, T>) => recorded(log, within(limit, events))

  yield* stage(describeRun(setting, host))
  const programs = yield* stage(makePrograms)
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
