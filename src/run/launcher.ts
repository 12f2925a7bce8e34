import type { Host } from '../model/host.ts'
import { source } from './launcher-source.ts'

/** Far more than a compiler takes for a page of C. */
const TIMEOUT_MS = 60_000
const MAX_OUTPUT_BYTES = 1024 * 1024

/**
 * Compiles the launcher in `directory` with a C compiler of the machine, and returns its path. Null where there is none
 * or it fails: then processes are timed from here, and what they took beside time is not known.
 */
export async function compileLauncher(
  directory: string,
  env: Readonly<Record<string, string>>,
  host: Host,
): Promise<string | null> {
  const path = `${directory}/launcher`
  await host.files.makeDirectory(directory)
  await host.files.writeText(`${path}.c`, source)
  const compilers = [env.CC, 'cc', 'gcc', 'clang'].filter((one) => one !== undefined && one !== '')
  for (const program of compilers) {
    const outcome = await host.processes.run(
      { program: program ?? '', args: ['-O2', '-o', path, `${path}.c`], cwd: directory, env },
      { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES },
    )
    if (outcome.kind === 'exited' && outcome.code === 0) return path
  }
  host.log('no C compiler: whole programs are timed from outside, without CPU time and peak memory')
  return null
}
