import type { Host } from '../../model/host.ts'
import type { Launcher } from '../launcher.ts'

const SAMPLES = 50
const LIMITS = { timeoutMs: 60_000, maxOutputBytes: 1024 }

/** How long it takes, again and again, to start a process that does nothing and to wait for it, in µs. */
export async function startTimes(
  directory: string,
  launcher: Launcher | null,
  host: Host,
): Promise<readonly number[]> {
  const env = host.childEnvironment([])
  const { cpu } = await host.placement('auto')
  const limits = {
    ...LIMITS,
    ...(launcher === null
      ? {}
      : { launcher: { path: launcher.path, ...(cpu === undefined ? {} : { cpu }) } }),
  }
  const program = await trueIn(host)
  if (program === null) return []
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const outcome = await host.processes.run({ program, args: [], cwd: directory, env }, limits)
    if (outcome.kind !== 'exited') return []
    times.push(outcome.usage === undefined ? outcome.wallMs * 1000 : outcome.usage.wallNs / 1000)
  }
  return times
}

/** The program that does nothing, by its path: the launcher does not search. */
async function trueIn(host: Host): Promise<string | null> {
  for (const path of ['/usr/bin/true', '/bin/true']) if (await host.files.exists(path)) return path
  return null
}
