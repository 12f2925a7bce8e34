import type { BuildDriver, BuildSite, BuildStep } from '../model/build.ts'
import type { CmakeSettings } from '../model/config.ts'
import { UserError } from '../model/failure.ts'
import { readTarget } from './cmake-reply.ts'
import { type Compiler, compilerOf, findProgram, prefixMaps, withFlags } from './compiler.ts'
import { surveyObjects } from './survey.ts'

/** CMake projects: Release with interprocedural optimisation, configured afresh, found and verified by the File API. */
export const cmake: BuildDriver<CmakeSettings> = {
  name: 'cmake',

  async steps(settings, site, files) {
    const compiler = await compilerOf(site, files)
    const ninja = await findProgram('ninja', site, files)
    const generator = ninja === null ? 'Unix Makefiles' : 'Ninja'
    return [configure(settings, site, compiler, generator), build(settings, site)]
  },

  async program(settings, site, _results, files) {
    const target = await readTarget(settings.target, site, files)
    const [artifact] = target.artifacts
    if (artifact === undefined || target.type !== 'EXECUTABLE') {
      throw new UserError(
        `the CMake target ${settings.target} is no executable, but ${target.type}: name the benchmark program's target`,
      )
    }
    return `${site.buildDirectory}/${artifact.path}`
  },

  async verifyLto(settings, site, _results, files) {
    const target = await readTarget(settings.target, site, files)
    const survey = await surveyObjects(site.buildDirectory, isCompilerCheck, site, files)
    const problems = [
      ...(target.link?.lto === true
        ? []
        : [`${settings.target} is linked without interprocedural optimisation`]),
      ...survey.missing.map((object) => `${object} was compiled without it`),
    ]
    if (problems.length > 0) return { kind: 'missing', problems, advice: ADVICE }
    const evidence = `the target links with interprocedural optimisation, and ${survey.proved} object(s) hold its intermediate code`
    return { kind: 'verified', evidence, without: survey.without }
  },
}

const ADVICE =
  'do not set INTERPROCEDURAL_OPTIMIZATION to OFF or -fno-lto on what the benchmark links, or set `lto: unverified` for the arm'

/** Objects of CMake's own checks of the compiler. */
function isCompilerCheck(path: string): boolean {
  return /CMakeFiles\/(\d+\.|CMakeTmp\/|CMakeScratch\/|_CMakeLTOTest)/.test(path)
}

function configure(
  settings: CmakeSettings,
  site: BuildSite,
  compiler: Compiler,
  generator: string,
): BuildStep {
  const { CMAKE_C_FLAGS: cFlags, CMAKE_CXX_FLAGS: cxxFlags, ...options } = settings.options
  const maps = prefixMaps(site)
  // A cache variable outranks the environment: a project's own flags get the maps appended.
  const own = { CMAKE_C_FLAGS: cFlags, CMAKE_CXX_FLAGS: cxxFlags }
  const appended = Object.entries(own).flatMap(([name, flags]) =>
    flags === undefined ? [] : [`-D${name}=${[flags, ...maps].join(' ')}`],
  )
  const include = `${site.buildDirectory}/pairgate.cmake`
  return {
    label: 'configure',
    files: [
      { path: `${site.buildDirectory}/.cmake/api/v1/query/codemodel-v2`, text: '' },
      { path: include, text: compiler.kind === 'clang' ? FULL_LTO : '' },
    ],
    command: {
      program: 'cmake',
      args: [
        ...['-S', `${site.checkout}/${settings.source}`, '-B', site.buildDirectory, '-G', generator],
        '-DCMAKE_BUILD_TYPE=Release',
        '-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON',
        '-DCMAKE_POLICY_DEFAULT_CMP0069=NEW',
        `-DCMAKE_PROJECT_INCLUDE=${include}`,
        ...Object.entries(options).map(([name, value]) => `-D${name}=${value}`),
        ...appended,
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

/** CMake's interprocedural optimisation with clang is ThinLTO, whose programs differ from path to path. */
const FULL_LTO = `set(CMAKE_C_COMPILE_OPTIONS_IPO -flto=full)
set(CMAKE_CXX_COMPILE_OPTIONS_IPO -flto=full)
set(CMAKE_C_LINK_OPTIONS_IPO -flto=full)
set(CMAKE_CXX_LINK_OPTIONS_IPO -flto=full)
`

function build(settings: CmakeSettings, site: BuildSite): BuildStep {
  const args = ['--build', site.buildDirectory, '--target', settings.target, '--parallel', '--verbose']
  return { label: 'build', files: [], command: { program: 'cmake', args, cwd: site.checkout, env: site.env } }
}
