import type { Harness } from '../model/harness.ts'
import type { HarnessSettings } from '../model/harness-settings.ts'
import { command } from './command.ts'
import { criterion } from './criterion.ts'
import { googleBenchmark } from './google-benchmark.ts'
import { keyValue } from './key-value.ts'
import { pairgate } from './pairgate.ts'

type Settings<Name> = Extract<HarnessSettings, { readonly name: Name }>

/** Every harness, by the name in the configuration, made from its settings. */
const harnesses: { readonly [Name in HarnessSettings['name']]: (settings: Settings<Name>) => Harness } = {
  pairgate: () => pairgate,
  'google-benchmark': () => googleBenchmark,
  criterion: () => criterion,
  'key-value': keyValue,
  command,
}

/** The harness that an arm's settings name. */
export function harnessOf(settings: HarnessSettings): Harness {
  const make = harnesses[settings.name] as (settings: HarnessSettings) => Harness
  return make(settings)
}
