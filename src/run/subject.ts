import { harnessOf } from '../harness/harnesses.ts'
import type { Host } from '../model/host.ts'
import { type Implementation, partsOf } from '../model/implementation.ts'
import type { Subject } from './converse.ts'
import { isPlacedByThreads, placementFor } from './placement.ts'
import { armSettings, type Setting } from './prepare.ts'
import type { Programs } from './program.ts'

/**
 * How `implementation` is run before it is measured: the same environment, limits and placement for both revisions of
 * an arm. Where placement hangs on the threads, the system chooses: how many CPUs a program sees may decide how many
 * threads it starts.
 */
export async function subjectOf(
  setting: Setting,
  programs: Programs,
  implementation: Implementation,
  host: Host,
): Promise<Subject> {
  const program = programs.get(implementation)
  if (program === undefined) throw new Error(`${implementation} was not built`)
  const { config, launcher } = setting
  const name = partsOf(implementation).arm
  const arm = armSettings(setting, name)
  const { cpu } = await placementFor(setting, name, host)
  return {
    program,
    harness: harnessOf(arm.harness),
    env: host.childEnvironment(config.environment.pass),
    timeoutMs: config.timeouts.observation,
    launcher,
    ...(cpu === undefined ? {} : isPlacedByThreads(setting, name) ? { countsThreads: true } : { cpu }),
  }
}
