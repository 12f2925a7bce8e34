import { dirname } from 'node:path'
import { compilersOf } from '../build/cmake-reply.ts'
import type { BuildSite } from '../model/build.ts'
import type { BuildSettings } from '../model/config.ts'
import type { Host } from '../model/host.ts'

const LIMITS = { timeoutMs: 60_000, maxOutputBytes: 1_000_000 }

/** The versions of the tools that a build uses, by tool; `unknown` for one that does not tell. */
export async function toolchainOf(
  settings: BuildSettings,
  site: BuildSite,
  host: Host,
): Promise<Record<string, string>> {
  switch (settings.driver) {
    case 'cmake':
      return {
        cmake: await version('cmake', '--version', site.checkout, site, host),
        ...(await compilersOf(site, host.files)),
      }
    case 'cargo': {
      // rustup chooses the toolchain by the directory.
      const directory = dirname(`${site.checkout}/${settings.manifest}`)
      return {
        rustc: await version('rustc', '--version', directory, site, host),
        cargo: await version('cargo', '--version', directory, site, host),
      }
    }
    case 'command': {
      const compiler = site.env.CXX?.split(' ')[0] ?? 'c++'
      return { CXX: await version(compiler, '--version', site.checkout, site, host) }
    }
  }
}

async function version(
  program: string,
  option: string,
  cwd: string,
  site: BuildSite,
  host: Host,
): Promise<string> {
  const outcome = await host.processes.run({ program, args: [option], cwd, env: site.env }, LIMITS)
  const text = outcome.kind === 'exited' && outcome.code === 0 ? outcome.stdout : ''
  return text.split('\n')[0]?.trim() || 'unknown'
}
