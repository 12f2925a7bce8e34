import { harnessOf } from '../harness/harnesses.ts'
import type { Event } from '../model/event.ts'
import type { Checkout, Host } from '../model/host.ts'
import { version } from '../model/version.ts'
import { placementFor } from './placement.ts'
import { armSettings, type Setting } from './prepare.ts'

/** The first line of the log. */
export async function* describeRun(setting: Setting, host: Host): AsyncGenerator<Event, void> {
  const { request, checkouts, config, protocol } = setting
  const placement = await placementFor(setting, null, host)
  yield {
    type: 'run',
    schema_version: 1,
    pairgate_version: version,
    started_at: host.clock.now(),
    protocol,
    seed: request.seed,
    data_seed: config.data_seed,
    filter: [...request.filter],
    noise_floor: { ns: config.noise_floor.us * 1000, why: config.noise_floor.why },
    placement: placement.explanation,
    arms: await Promise.all(setting.arms.map((arm) => describeArm(arm, setting, host))),
    revisions: {
      baseline: describeRevision(checkouts.baseline),
      candidate: describeRevision(checkouts.candidate),
      ...(request.policy === undefined ? {} : { policy: request.policy }),
    },
    environment: await host.describeMachine(),
    lfs_pointers: pointersOf(checkouts.lfsPaths),
    config_changes: [...setting.configChanges],
  }
}

function pointersOf([example, ...others]: readonly string[]) {
  return example === undefined ? null : { files: 1 + others.length, example }
}

async function describeArm(name: string, setting: Setting, host: Host) {
  const settings = armSettings(setting, name)
  const harness = harnessOf(settings.harness)
  const isPlacedApart = setting.request.cpu === undefined && settings.cpu !== undefined
  return {
    name,
    driver: settings.build.driver,
    harness: harness.name,
    labels: settings.labels,
    lto: settings.lto,
    ...(isPlacedApart ? { placement: (await placementFor(setting, name, host)).explanation } : {}),
  }
}

function describeRevision(checkout: Checkout) {
  return { ref: checkout.ref, version: checkout.version }
}
