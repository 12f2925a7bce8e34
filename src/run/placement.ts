import { mostThreads } from '../analysis/threads.ts'
import type { Event } from '../model/event.ts'
import type { Host, Placement } from '../model/host.ts'
import { partsOf } from '../model/implementation.ts'
import { NO_LAUNCHER } from './launcher.ts'
import { armSettings, type Setting } from './prepare.ts'

type Asked = Pick<Setting, 'request' | 'config' | 'baselineConfig' | 'launcher'>

/** Where the processes of an arm may be placed, or of all arms without a setting of their own. */
export async function placementFor(setting: Asked, arm: string | null, host: Host): Promise<Placement> {
  const wanted = wantedFor(setting, arm)
  const placement = await host.placement(wanted)
  return setting.launcher === null && placement.cpu !== undefined
    ? { explanation: `not placed: ${NO_LAUNCHER}` }
    : placement
}

/** Whether processes of an arm are placed only where they have one thread. */
export function isPlacedByThreads(setting: Asked, arm: string): boolean {
  return wantedFor(setting, arm) === 'auto'
}

/** The CPU of a row of an arm: `auto` leaves one with several threads to the system, at both revisions. */
export async function cpuOf(
  setting: Asked,
  log: readonly Event[],
  row: { readonly arm: string; readonly benchmark: string; readonly dataset: string },
  host: Host,
): Promise<number | undefined> {
  const { cpu } = await placementFor(setting, row.arm, host)
  if (!isPlacedByThreads(setting, row.arm)) return cpu
  const validations = log
    .filter((event) => event.type === 'validation')
    .filter(
      (event) =>
        event.case === row.benchmark &&
        event.dataset_id === row.dataset &&
        partsOf(event.implementation).arm === row.arm,
    )
  return mostThreads(validations) > 1 ? undefined : cpu
}

function wantedFor(setting: Asked, arm: string | null) {
  const { request, config } = setting
  return request.cpu ?? (arm === null ? undefined : armSettings(setting, arm).cpu) ?? config.cpu
}
