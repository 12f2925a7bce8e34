import type { Host } from '../model/host.ts'
import { source } from './launcher-source.ts'

/** Far more than a compiler takes for a page of C. */
const TIMEOUT_MS = 60_000
const MAX_OUTPUT_BYTES = 1024 * 1024

/** How the launcher ends that is started without arguments: a compiler for another machine makes none that does. */
const MISUSED = 125

/** What starts every process that is measured. */
export interface Launcher {
  readonly path: string
  readonly sha256: string
}

/**
 * Compiles the launcher in `directory` with a C compiler of the machine, once for a run. Null where there is none or it
 * fails: then processes are started and timed from here, placed nowhere, and what they took beside time is not known.
 */
export async function compileLauncher(
  directory: string,
  env: Readonly<Record<string, string>>,
  host: Host,
): Promise<Launcher | null> {
  const path = `${directory}/launcher`
  await host.files.makeDirectory(directory)
  await host.files.writeText(`${path}.c`, source)
  const run = (program: string, args: readonly string[]) =>
    host.processes.run(
      { program, args, cwd: directory, env },
      { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES },
    )
  const compilers = [env.CC, 'cc', 'gcc', 'clang'].filter((one) => one !== undefined && one !== '')
  for (const compiler of new Set(compilers)) {
    // Without a loader and libraries it starts sooner; not every machine has what that takes.
    for (const linking of [['-static'], []]) {
      const compiled = await run(compiler ?? '', ['-O2', ...linking, '-o', path, `${path}.c`])
      if (compiled.kind !== 'exited' || compiled.code !== 0) continue
      const started = await run(path, [])
      if (started.kind === 'exited' && started.code === MISUSED) {
        return { path, sha256: await host.files.sha256(path) }
      }
    }
  }
  host.log(
    `${NO_LAUNCHER}: processes are timed from outside and not placed, without CPU time and peak memory`,
  )
  return null
}

/** Why there is no launcher. */
export const NO_LAUNCHER = 'no C compiler (cc, gcc or clang) made the launcher'
