import { dirname } from 'node:path'
import { compilersOf } from '../build/cmake-reply.ts'
import type { BuildSite } from '../model/build.ts'
import type { BuildSettings } from '../model/config.ts'
import { UNKNOWN } from '../model/environment.ts'
import type { Host } from '../model/host.ts'

const LIMITS = { timeoutMs: 60_000, maxOutputBytes: 1_000_000 }

/** The versions of the tools that a build uses, by tool, and the `triple` that its compiler builds for; `unknown` for one that does not tell. */
export async function toolchainOf(
  settings: BuildSettings,
  site: BuildSite,
  host: Host,
): Promise<Record<string, string>> {
  switch (settings.driver) {
    case 'cmake': {
      const compilers = await compilersOf(site, host.files)
      const compiler = ['CXX', 'C'].flatMap(
        (language) => compilers.find((one) => one.language === language)?.path ?? [],
      )[0]
      return {
        cmake: await version('cmake', '--version', site.checkout, site, host),
        ...Object.fromEntries(compilers.map(({ language, name }) => [language, name])),
        ...(compiler === undefined ? {} : { triple: await tripleOf(compiler, site, host) }),
      }
    }
    case 'cargo': {
      // rustup chooses the toolchain by the directory.
      const directory = dirname(`${site.checkout}/${settings.manifest}`)
      return {
        rustc: await version('rustc', '--version', directory, site, host),
        cargo: await version('cargo', '--version', directory, site, host),
        triple: /^host: (.*)$/m.exec(await output('rustc', '-vV', directory, site, host))?.[1] ?? UNKNOWN,
      }
    }
    case 'command': {
      const compiler = site.env.CXX?.split(' ')[0] ?? 'c++'
      return {
        CXX: await version(compiler, '--version', site.checkout, site, host),
        triple: await tripleOf(compiler, site, host),
      }
    }
  }
}

/** What a C or C++ compiler builds for, such as `x86_64-linux-gnu`. */
function tripleOf(compiler: string, site: BuildSite, host: Host): Promise<string> {
  return version(compiler, '-dumpmachine', site.checkout, site, host)
}

async function version(
  program: string,
  option: string,
  cwd: string,
  site: BuildSite,
  host: Host,
): Promise<string> {
  return (await output(program, option, cwd, site, host)).split('\n')[0]?.trim() || UNKNOWN
}

/** What a tool prints; empty for one that fails. */
async function output(
  program: string,
  option: string,
  cwd: string,
  site: BuildSite,
  host: Host,
): Promise<string> {
  const outcome = await host.processes.run({ program, args: [option], cwd, env: site.env }, LIMITS)
  return outcome.kind === 'exited' && outcome.code === 0 ? outcome.stdout : ''
}
