import type { BuildSite } from '../model/build.ts'
import type { BuildSettings } from '../model/config.ts'
import type { Host } from '../model/host.ts'

const LIMITS = { timeoutMs: 60_000, maxOutputBytes: 1_000_000 }

/** The versions of the tools that a driver uses, by tool; `unknown` for one that does not tell. */
export async function toolchainOf(
  driver: BuildSettings['driver'],
  site: BuildSite,
  host: Host,
): Promise<Record<string, string>> {
  const versions: Record<string, string> = {}
  for (const [tool, program, option] of toolsOf(driver, site)) {
    const outcome = await host.processes.run(
      { program, args: [option], cwd: site.checkout, env: site.env },
      LIMITS,
    )
    const text = outcome.kind === 'exited' && outcome.code === 0 ? outcome.stdout : ''
    versions[tool] = text.split('\n')[0]?.trim() || 'unknown'
  }
  return versions
}

function toolsOf(
  driver: BuildSettings['driver'],
  site: BuildSite,
): readonly (readonly [tool: string, program: string, option: string])[] {
  const compiler = ['c++', site.env.CXX?.split(' ')[0] ?? 'c++', '--version'] as const
  switch (driver) {
    case 'cmake':
      return [compiler, ['cmake', 'cmake', '--version']]
    case 'cargo':
      return [
        ['rustc', 'rustc', '--version'],
        ['cargo', 'cargo', '--version'],
      ]
    case 'command':
      return [compiler]
  }
}
