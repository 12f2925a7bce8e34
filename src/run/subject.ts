import { harnessOf } from '../harness/harnesses.ts'
import type { Host } from '../model/host.ts'
import { type Implementation, partsOf } from '../model/implementation.ts'
import type { Subject } from './converse.ts'
import { armSettings, type Setting } from './prepare.ts'
import type { Programs } from './program.ts'

/** How `implementation` is run: the same environment, limits and placement for both revisions of an arm. */
export async function subjectOf(
  setting: Setting,
  programs: Programs,
  implementation: Implementation,
  host: Host,
): Promise<Subject> {
  const program = programs.get(implementation)
  if (program === undefined) throw new Error(`${implementation} was not built`)
  const { config, request } = setting
  const arm = armSettings(setting, partsOf(implementation).arm)
  const { cpu } = await host.placement(request.cpu ?? arm.cpu ?? config.cpu)
  return {
    program,
    harness: harnessOf(arm.harness),
    env: host.childEnvironment(config.environment.pass),
    timeoutMs: config.timeouts.observation,
    ...(cpu === undefined ? {} : { cpu }),
  }
}
