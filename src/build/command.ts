import type { BuildDriver } from '../model/build.ts'
import type { CommandSettings } from '../model/config.ts'
import { UserError } from '../model/failure.ts'
import { compilerOf, findProgram, prefixMaps, withFlags } from './compiler.ts'
import { wasLinkedWithLto } from './lto-object.ts'
import { sharedObjectsOf, surveyBuild } from './survey.ts'

/** Any commands: the flags for link-time optimisation reach them by the usual variables. */
export const command: BuildDriver<CommandSettings> = {
  name: 'command',

  async steps(settings, site, files) {
    const compiler = await compilerOf(site, files)
    // The switches are recorded in a section that is not loaded: proof of what the link did.
    const record = compiler.kind === 'gcc' ? ['-frecord-gcc-switches'] : []
    const compile = [...compiler.ltoFlags, ...record, ...prefixMaps(site)]
    const env = {
      ...site.env,
      ...(compiler.kind === 'gcc' && (await findProgram('gcc-ar', site, files)) !== null ? GCC_TOOLS : {}),
      CFLAGS: withFlags(site, 'CFLAGS', compile),
      CXXFLAGS: withFlags(site, 'CXXFLAGS', compile),
      LDFLAGS: withFlags(site, 'LDFLAGS', [...compiler.ltoFlags, ...record, ...compiler.linkFlags]),
      RUSTFLAGS: withFlags(site, 'RUSTFLAGS', [
        '-Clto=fat',
        '-Ccodegen-units=1',
        '-Cembed-bitcode=yes',
        `--remap-path-prefix=${site.checkout}=${site.mappedCheckout}`,
      ]),
      PAIRGATE_BUILD_DIR: site.buildDirectory,
    }
    const cwd = settings.directory === '.' ? site.checkout : `${site.checkout}/${settings.directory}`
    const output = `${site.checkout}/${settings.output}`
    // What was there before is no product of this build, however new `make` may find it.
    const clear = { program: 'rm', args: ['-f', '--', output], cwd: site.checkout, env }
    const steps = settings.run.map(([program, ...args]) => ({
      label: [program, ...args].join(' '),
      files: [],
      command: { program: program ?? '', args, cwd, env },
    }))
    const isThere = await files.exists(output)
    return isThere ? [{ label: `remove ${settings.output}`, files: [], command: clear }, ...steps] : steps
  },

  async program(settings, site, _results, files) {
    const path = `${site.checkout}/${settings.output}`
    if (await files.exists(path)) return { path, directory: site.checkout }
    throw new UserError(
      `the commands made no ${settings.output}: \`output\` is relative to the root of the repository, and removed before the build where it is there`,
    )
  },

  async verifyLto(settings, site, _results, files) {
    const path = `${site.checkout}/${settings.output}`
    const survey = await surveyBuild(
      [path, ...(await sharedObjectsOf(site, files))],
      () => false,
      site,
      files,
    )
    const evidence = wasLinkedWithLto(await files.readBytes(path))
    const problems = [
      ...(evidence === null ? [`${settings.output} shows no sign of having been linked with it`] : []),
      ...survey.problems,
    ]
    if (problems.length > 0 || evidence === null) return { kind: 'missing', problems, advice: ADVICE }
    return { kind: 'verified', evidence, without: survey.without }
  },

  /** What commands do with their flags is their own affair. */
  async compileFlags() {
    return {}
  },
}

const ADVICE =
  'use $CFLAGS or $CXXFLAGS on every compilation and $LDFLAGS on the link ($RUSTFLAGS for rustc), strip nothing, or set `lto: unverified` for the arm'

/** Archives of LTO objects need tools that know them. */
const GCC_TOOLS = { AR: 'gcc-ar', NM: 'gcc-nm', RANLIB: 'gcc-ranlib' }
