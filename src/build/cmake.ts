import type { BuildDriver, BuildSite, BuildStep } from '../model/build.ts'
import type { CmakeSettings } from '../model/config.ts'
import { UserError } from '../model/failure.ts'
import { artifactOf, type CmakeTarget, flagsOf, queries, readTargets } from './cmake-reply.ts'
import { type Compiler, compilerOf, findProgram, prefixMaps, withFlags } from './compiler.ts'
import { surveyBuild } from './survey.ts'

/** CMake projects: Release with interprocedural optimisation, configured afresh, found and verified by the File API. */
export const cmake: BuildDriver<CmakeSettings> = {
  name: 'cmake',

  async steps(settings, site, files) {
    const compiler = await compilerOf(site, files, settings.options.CMAKE_CXX_COMPILER)
    refuseOurs(settings.options)
    const ninja = await findProgram('ninja', site, files)
    const generator = ninja === null ? 'Unix Makefiles' : 'Ninja'
    return [configure(settings, site, compiler, generator), build(settings, site)]
  },

  async program(settings, site, _results, files) {
    const { target } = await readTargets(settings.target, site, files)
    const artifact = artifactOf(target, site)
    if (artifact !== null && target.type === 'EXECUTABLE') {
      return { path: artifact, directory: site.checkout }
    }
    throw new UserError(
      `the CMake target ${settings.target} is no executable, but ${target.type}: name the benchmark program's target`,
    )
  },

  async verifyLto(settings, site, _results, files) {
    const { target, dependencies } = await readTargets(settings.target, site, files)
    const linked = [target, ...dependencies.filter(({ type }) => LINKED_INTO_THE_PROCESS.includes(type))]
    const made = linked.flatMap((one) => artifactOf(one, site) ?? [])
    const survey = await surveyBuild(made, isCompilerCheck, site, files)
    const problems = [
      ...linked.flatMap(linkProblem),
      ...[target, ...dependencies].flatMap(compileProblem),
      ...survey.problems,
      ...(survey.proved === 0 ? ['no object holds its intermediate code'] : []),
    ]
    if (problems.length > 0) return { kind: 'missing', problems, advice: ADVICE }
    const evidence = `the target links with interprocedural optimisation, and ${survey.proved} object(s) hold its intermediate code`
    return { kind: 'verified', evidence, without: survey.without }
  },

  async compileFlags(settings, site, _results, files) {
    const { target, dependencies } = await readTargets(settings.target, site, files)
    return flagsOf([target, ...dependencies], site)
  },
}

const LINKED_INTO_THE_PROCESS = ['SHARED_LIBRARY', 'MODULE_LIBRARY']

function linkProblem({ name, link }: CmakeTarget): readonly string[] {
  const last = lastLtoFlag(link?.commandFragments ?? []) ?? (link?.lto === true ? '-flto' : null)
  if (last === null) return [`${name} is linked without interprocedural optimisation`]
  return isFull(last) ? [] : [`${name} is linked with ${last}`]
}

/** Only the thin kind: what was compiled without any is seen in the objects. */
function compileProblem({ name, compileGroups }: CmakeTarget): readonly string[] {
  const flags = compileGroups.map((group) => lastLtoFlag(group.compileCommandFragments))
  return flags.includes(THIN)
    ? [`${name} is compiled with ${THIN}, whose programs differ from path to path`]
    : []
}

const THIN = '-flto=thin'

/** The flag that counts, of those that turn link-time optimisation on or off. */
function lastLtoFlag(fragments: readonly { readonly fragment: string }[]): string | null {
  const words = fragments.flatMap(({ fragment }) => fragment.split(/\s+/))
  return words.findLast((word) => /^-f(no-)?lto(=|$)/.test(word)) ?? null
}

function isFull(flag: string): boolean {
  return flag !== THIN && flag !== '-fno-lto'
}

const ADVICE =
  'do not set INTERPROCEDURAL_OPTIMIZATION to OFF or -fno-lto on what the benchmark links, strip nothing, or set `lto: unverified` for the arm'

/** Objects of CMake's own checks of the compiler. */
function isCompilerCheck(path: string): boolean {
  return /CMakeFiles\/(\d+\.|CMakeTmp\/|CMakeScratch\/|_CMakeLTOTest)/.test(path)
}

/** What the configuration cannot set to something else: the gate is about optimised programs. */
const OURS: Readonly<Record<string, string>> = {
  CMAKE_BUILD_TYPE: 'Release',
  CMAKE_INTERPROCEDURAL_OPTIMIZATION: 'ON',
  CMAKE_POLICY_DEFAULT_CMP0069: 'NEW',
}

function refuseOurs(options: CmakeSettings['options']): void {
  for (const [name, value] of Object.entries(OURS)) {
    const asked = options[name]
    if (asked !== undefined && asked !== value) {
      throw new UserError(`options.${name} is ${asked}: pairgate builds with ${value}; leave it out`)
    }
  }
}

function configure(
  settings: CmakeSettings,
  site: BuildSite,
  compiler: Compiler,
  generator: string,
): BuildStep {
  const maps = prefixMaps(site)
  const include = `${site.buildDirectory}/pairgate.cmake`
  const options = Object.entries(settings.options).map(([name, value]) => {
    // A cache variable outranks the environment: flags that the configuration sets get ours beside them.
    if (COMPILE_FLAGS.test(name)) return `-D${name}=${[value, ...maps].join(' ')}`
    if (LINK_FLAGS.test(name)) return `-D${name}=${[...compiler.linkFlags, value].join(' ')}`
    return `-D${name}=${value}`
  })
  return {
    label: 'configure',
    files: [
      ...queries.map((query) => ({ path: `${site.buildDirectory}/.cmake/api/v1/query/${query}`, text: '' })),
      { path: include, text: FULL_LTO },
    ],
    command: {
      program: 'cmake',
      args: [
        ...['-S', `${site.checkout}/${settings.source}`, '-B', site.buildDirectory, '-G', generator],
        '-DCMAKE_BUILD_TYPE=Release',
        '-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON',
        '-DCMAKE_POLICY_DEFAULT_CMP0069=NEW',
        `-DCMAKE_PROJECT_INCLUDE=${include}`,
        ...options,
      ],
      cwd: site.checkout,
      env: {
        ...site.env,
        CFLAGS: withFlags(site, 'CFLAGS', maps),
        CXXFLAGS: withFlags(site, 'CXXFLAGS', maps),
        LDFLAGS: withFlags(site, 'LDFLAGS', compiler.linkFlags),
      },
    },
  }
}

const COMPILE_FLAGS = /^CMAKE_(C|CXX)_FLAGS$/
const LINK_FLAGS = /^CMAKE_(EXE|SHARED|MODULE)_LINKER_FLAGS$/

/** CMake's interprocedural optimisation with clang is ThinLTO, whose programs differ from path to path. */
const FULL_LTO = `foreach(language C CXX)
  if(CMAKE_\${language}_COMPILER_ID MATCHES "Clang")
    set(CMAKE_\${language}_COMPILE_OPTIONS_IPO -flto=full)
    set(CMAKE_\${language}_LINK_OPTIONS_IPO -flto=full)
  endif()
endforeach()
`

function build(settings: CmakeSettings, site: BuildSite): BuildStep {
  const args = [
    '--build',
    site.buildDirectory,
    '--target',
    settings.target,
    '--parallel',
    String(site.jobs),
    '--verbose',
  ]
  return { label: 'build', files: [], command: { program: 'cmake', args, cwd: site.checkout, env: site.env } }
}
