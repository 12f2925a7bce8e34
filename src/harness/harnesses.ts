import type { ArmSettings, HarnessName } from '../model/config.ts'
import type { Harness } from '../model/harness.ts'
import { pairgate } from './pairgate.ts'

const harnesses: Readonly<Record<HarnessName, Harness>> = { pairgate }

/** The harness that an arm's settings name. */
export function harnessOf(settings: ArmSettings['harness']): Harness {
  return harnesses[settings.name]
}
