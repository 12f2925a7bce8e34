import { dirname } from 'node:path'
import { z } from 'zod'
import type { BuildDriver, BuildSite, StepResult } from '../model/build.ts'
import type { CargoSettings } from '../model/config.ts'
import { decodeJson } from '../model/decoded.ts'
import { UserError } from '../model/failure.ts'
import type { Files } from '../model/host.ts'
import { maskPaths } from './compiler.ts'
import { linesOf } from './output.ts'
import {
  codegen,
  flagsOf,
  linksProgram,
  makesDynamicLibrary,
  type RustcCommand,
  rustcCommands,
} from './rustc.ts'
import { surveyBuild } from './survey.ts'

/** Cargo projects: fat LTO and one codegen unit by profile variables, which outrank the project's profile. */
export const cargo: BuildDriver<CargoSettings> = {
  name: 'cargo',

  async steps(settings, site, files) {
    const manifest = `${site.checkout}/${settings.manifest}`
    const locked = await isLocked(dirname(manifest), site, files)
    const args = [
      ...(settings.bench === undefined ? ['build', '--release'] : ['bench', '--no-run']),
      ...['--manifest-path', manifest, '--verbose', '--message-format', 'json-render-diagnostics'],
      ...(settings.package === undefined ? [] : ['--package', settings.package]),
      ...targetArguments(settings),
      ...(settings.features.length === 0 ? [] : ['--features', settings.features.join(',')]),
      ...(settings.default_features ? [] : ['--no-default-features']),
      ...(locked ? ['--locked'] : []),
    ]
    const env = {
      ...site.env,
      ...PROFILES,
      ...remapping(site),
      // Outrank what a project's `.cargo/config.toml` says: a directory shared by both revisions mixes them.
      CARGO_TARGET_DIR: site.buildDirectory,
      CARGO_BUILD_BUILD_DIR: site.buildDirectory,
      CARGO_INCREMENTAL: '0',
    }
    // Cargo and rustup read their configuration from the directory that they are started in.
    const command = { program: 'cargo', args, cwd: dirname(manifest), env }
    return [{ label: 'build', files: [], command }]
  },

  async program(settings, site, results) {
    const { path, manifest } = executableOf(settings, results)
    // Cargo runs benchmark targets at the root of their package.
    return { path, directory: settings.bench === undefined ? site.checkout : dirname(manifest) }
  },

  async verifyLto(settings, site, results, files) {
    const { name } = targetOf(settings)
    const commands = rustcCommands(results)
    const link = commands.findLast((one) => one.crate === name.replaceAll('-', '_') && linksProgram(one))
    if (link === undefined)
      return { kind: 'missing', problems: [`no rustc command for ${name} was seen`], advice: ADVICE }
    const own = ownOutputs(results, site)
    const isForeign = (path: string) =>
      path.startsWith(`${site.buildDirectory}/`) && !own.some((directory) => path.startsWith(`${directory}/`))
    const survey = await surveyBuild([executableOf(settings, results).path], isForeign, site, files)
    const lto = codegen(link, 'lto')
    const problems = [
      ...(FAT.includes(lto ?? 'none') ? [] : [`rustc was given lto=${lto ?? 'nothing'} for ${name}`]),
      ...commands.flatMap(unitsProblem),
      ...commands
        .filter(makesDynamicLibrary)
        .map(({ crate }) => `${crate} is a dynamic library, which takes no part in it`),
      ...survey.problems,
    ]
    if (problems.length > 0) return { kind: 'missing', problems, advice: ADVICE }
    return {
      kind: 'verified',
      evidence: `rustc linked ${name} with -C lto=fat -C codegen-units=1`,
      without: survey.without,
    }
  },

  async compileFlags(_settings, site, results) {
    const shown = rustcCommands(results).filter(isForTarget)
    return Object.fromEntries(shown.map((one) => [one.crate, maskPaths(flagsOf(one).join(' '), site)]))
  },
}

/**
 * Joined to `build.rustflags` of the project, where RUSTFLAGS would replace it. Where a project sets flags by target
 * it is left out by cargo, and for a path with a space by us: it is split at spaces. The comparison of binaries masks
 * the revision's own paths instead.
 */
function remapping(site: BuildSite): Readonly<Record<string, string>> {
  const { CARGO_BUILD_RUSTFLAGS: own } = site.env
  const remap = `--remap-path-prefix=${site.checkout}=${site.mappedCheckout}`
  if (/\s/.test(remap)) return {}
  return { CARGO_BUILD_RUSTFLAGS: own === undefined ? remap : `${own} ${remap}` }
}

const ADVICE =
  'remove what sets lto or codegen-units in rustflags or for single packages, compile C and C++ of the build script with clang -flto (rustc’s linker takes LLVM’s bitcode alone), or set `lto: unverified` for the arm'

/** A bare `-C lto` is fat. */
const FAT = ['fat', '', 'y', 'yes', 'on', 'true']

const PROFILES = {
  CARGO_PROFILE_RELEASE_LTO: 'fat',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '1',
  // The symbols tell what took part in link-time optimisation; none of them is loaded.
  CARGO_PROFILE_RELEASE_STRIP: 'debuginfo',
  CARGO_PROFILE_BENCH_LTO: 'fat',
  CARGO_PROFILE_BENCH_CODEGEN_UNITS: '1',
  CARGO_PROFILE_BENCH_STRIP: 'debuginfo',
}

/** A crate whose code ends up in the program; build scripts, macros and what they use have no part in LTO. */
function isForTarget(command: RustcCommand): boolean {
  return codegen(command, 'lto') !== null || codegen(command, 'linker-plugin-lto') !== null
}

function unitsProblem(command: RustcCommand): readonly string[] {
  const units = codegen(command, 'codegen-units')
  if (!isForTarget(command) || units === '1') return []
  return [`rustc was given codegen-units=${units ?? 'nothing'} for ${command.crate}`]
}

function targetOf(settings: CargoSettings): { name: string; kind: 'bin' | 'bench' | 'example' } {
  if (settings.bin !== undefined) return { name: settings.bin, kind: 'bin' }
  if (settings.bench !== undefined) return { name: settings.bench, kind: 'bench' }
  return { name: settings.example ?? '', kind: 'example' }
}

function targetArguments(settings: CargoSettings): readonly string[] {
  const { name, kind } = targetOf(settings)
  return [`--${kind}`, name]
}

/** Whether the workspace that a package in `directory` belongs to has a lockfile; another's says nothing about it. */
async function isLocked(directory: string, site: BuildSite, files: Files): Promise<boolean> {
  const root = await workspaceOf(directory, site, files)
  return files.exists(`${root}/Cargo.lock`)
}

/** The root of the workspace: the package itself, or the nearest directory above it that says it is one. */
async function workspaceOf(directory: string, site: BuildSite, files: Files): Promise<string> {
  for (let at = directory; at.length >= site.checkout.length; at = dirname(at)) {
    const manifest = `${at}/Cargo.toml`
    const text = (await files.exists(manifest)) ? await files.readText(manifest) : ''
    if (!/^\s*\[workspace[\].]/m.test(text)) continue
    const excluded = /^\s*exclude\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? ''
    const isExcluded = [...excluded.matchAll(/["']([^"']*)["']/g)].some(([, path = '']) =>
      `${directory}/`.startsWith(`${at}/${path.replace(/\/$/, '')}/`),
    )
    return isExcluded ? directory : at
  }
  return directory
}

const messageSchema = z.discriminatedUnion('reason', [
  z.object({
    reason: z.literal('compiler-artifact'),
    target: z.object({ name: z.string(), kind: z.array(z.string()) }),
    executable: z.string().nullable().optional(),
    manifest_path: z.string(),
  }),
  z.object({ reason: z.literal('build-script-executed'), package_id: z.string(), out_dir: z.string() }),
])

function messagesIn(results: readonly StepResult[]): readonly z.infer<typeof messageSchema>[] {
  return linesOf(results, 'stdout').flatMap((line) => {
    const decoded = decodeJson(messageSchema, line)
    return decoded.kind === 'ok' ? [decoded.value] : []
  })
}

function executableOf(
  settings: CargoSettings,
  results: readonly StepResult[],
): { readonly path: string; readonly manifest: string } {
  const { name, kind } = targetOf(settings)
  const made = messagesIn(results).flatMap((one) =>
    one.reason === 'compiler-artifact' && one.executable != null
      ? [{ ...one.target, path: one.executable, manifest: one.manifest_path }]
      : [],
  )
  const found = made.filter((one) => one.name === name && one.kind.includes(kind))
  const paths = new Set(found.map(({ path }) => path))
  if (paths.size > 1) {
    throw new UserError(`cargo made ${paths.size} executables of a ${kind} ${name}: name the \`package\``)
  }
  const [first] = found
  if (first !== undefined) return first
  const seen = made.length === 0 ? '' : `, but of ${made.map((one) => one.name).join(', ')}`
  throw new UserError(`cargo made no executable of the ${kind} ${name}${seen}`)
}

/** Where the build scripts of the repository's own packages put what they make. */
function ownOutputs(results: readonly StepResult[], site: BuildSite): readonly string[] {
  const places = ['/', '#', ')'].map((end) => `path+file://${site.checkout}${end}`)
  return messagesIn(results).flatMap((one) =>
    one.reason === 'build-script-executed' && places.some((place) => one.package_id.includes(place))
      ? [one.out_dir]
      : [],
  )
}
