import { dirname } from 'node:path'
import { z } from 'zod'
import type { BuildDriver, BuildSite, StepResult } from '../model/build.ts'
import type { CargoSettings } from '../model/config.ts'
import { decodeJson } from '../model/decoded.ts'
import { UserError } from '../model/failure.ts'
import { surveyObjects } from './survey.ts'

const LTO = { LTO: 'fat', CODEGEN_UNITS: '1' }

/** Cargo projects: fat LTO and one codegen unit by profile variables, which outrank the project's profile. */
export const cargo: BuildDriver<CargoSettings> = {
  name: 'cargo',

  async steps(settings, site, files) {
    const manifest = `${site.checkout}/${settings.manifest}`
    const locked = await hasLockfile(dirname(manifest), site, files)
    // Merged with `build.rustflags` of the project, where RUSTFLAGS would replace it. Where a project sets flags by
    // target these are left out, and the comparison of binaries masks the revision's own paths instead.
    const remap = `--remap-path-prefix=${site.checkout}=${site.mappedCheckout}`
    return [
      {
        label: 'build',
        files: [],
        command: {
          program: 'cargo',
          args: [
            ...(settings.bench === undefined ? ['build', '--release'] : ['bench', '--no-run']),
            ...['--manifest-path', manifest, '--verbose', '--message-format', 'json-render-diagnostics'],
            ...['--config', `build.rustflags=[${JSON.stringify(remap)}]`],
            ...(settings.package === undefined ? [] : ['--package', settings.package]),
            ...targetArguments(settings),
            ...(settings.features.length === 0 ? [] : ['--features', settings.features.join(',')]),
            ...(settings.default_features ? [] : ['--no-default-features']),
            ...(locked ? ['--locked'] : []),
          ],
          // Cargo and rustup read their configuration from the directory that they are started in.
          cwd: dirname(manifest),
          env: {
            ...site.env,
            ...profileVariables(),
            CARGO_TARGET_DIR: site.buildDirectory,
            CARGO_INCREMENTAL: '0',
          },
        },
      },
    ]
  },

  async program(settings, _site, results) {
    const { name, kind } = targetOf(settings)
    const found = artifactsIn(results).filter(
      (one) => one.target.name === name && one.target.kind.includes(kind),
    )
    const [artifact] = found
    if (artifact?.executable == null) {
      const seen = artifactsIn(results).flatMap((one) => (one.executable == null ? [] : [one.target.name]))
      throw new UserError(
        `cargo made no executable of the ${kind} ${name}${seen.length > 0 ? `, but of ${seen.join(', ')}` : ''}`,
      )
    }
    return artifact.executable
  },

  async verifyLto(settings, site, results, files) {
    const { name } = targetOf(settings)
    const line = rustcLine(results, name)
    if (line === null)
      return { kind: 'missing', problems: [`no rustc command for ${name} was seen`], advice: ADVICE }
    const own = artifactsIn(results)
    const survey = await surveyObjects(
      site.buildDirectory,
      (path) => !isOfRepository(path, own, site),
      site,
      files,
    )
    const problems = [
      ...(lastFlag(line, 'lto') === 'fat'
        ? []
        : [`rustc was given lto=${lastFlag(line, 'lto') ?? 'nothing'} for ${name}`]),
      ...(lastFlag(line, 'codegen-units') === '1'
        ? []
        : [`rustc was given more than one codegen unit for ${name}`]),
      ...survey.missing.map((object) => `${object} was compiled by a build script without it`),
    ]
    if (problems.length > 0) return { kind: 'missing', problems, advice: ADVICE }
    return {
      kind: 'verified',
      evidence: `rustc linked ${name} with -C lto=fat -C codegen-units=1`,
      without: survey.without,
    }
  },
}

const ADVICE =
  'remove what sets lto or codegen-units in rustflags, compile C and C++ with -flto in the build script, or set `lto: unverified` for the arm'

function profileVariables(): Record<string, string> {
  const entries = ['RELEASE', 'BENCH'].flatMap((profile) =>
    Object.entries(LTO).map(([name, value]) => [`CARGO_PROFILE_${profile}_${name}`, value]),
  )
  return Object.fromEntries(entries)
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

/** A lockfile stands beside the manifest or, in a workspace, above it. */
async function hasLockfile(
  directory: string,
  site: BuildSite,
  files: Parameters<typeof cargo.steps>[2],
): Promise<boolean> {
  if (await files.exists(`${directory}/Cargo.lock`)) return true
  return directory === site.checkout || directory.length < site.checkout.length
    ? false
    : hasLockfile(dirname(directory), site, files)
}

const artifactSchema = z.object({
  reason: z.literal('compiler-artifact'),
  package_id: z.string(),
  manifest_path: z.string(),
  target: z.object({ name: z.string(), kind: z.array(z.string()) }),
  executable: z.string().nullable().optional(),
})
type Artifact = z.infer<typeof artifactSchema>

function artifactsIn(results: readonly StepResult[]): readonly Artifact[] {
  return linesOf(results, 'stdout').flatMap((line) => {
    const decoded = decodeJson(artifactSchema, line)
    return decoded.kind === 'ok' ? [decoded.value] : []
  })
}

function linesOf(results: readonly StepResult[], stream: 'stdout' | 'stderr'): readonly string[] {
  return results.flatMap(({ outcome }) => (outcome.kind === 'not-started' ? [] : outcome[stream].split('\n')))
}

/** The command that compiled and linked the executable, as `--verbose` shows it. */
function rustcLine(results: readonly StepResult[], name: string): string | null {
  const crate = `--crate-name ${name.replaceAll('-', '_')} `
  const lines = linesOf(results, 'stderr').filter(
    (line) => line.includes('Running `') && line.includes(crate),
  )
  return lines.findLast((line) => / --crate-type bin | --test /.test(line)) ?? null
}

/** The value of the last `-C NAME[=VALUE]` of a rustc command; a bare `lto` is fat. */
function lastFlag(line: string, name: string): string | null {
  const found = [...line.matchAll(new RegExp(`-C ?${name}(?:=([\\w-]+))?(?=[ '\`])`, 'g'))].at(-1)
  return found === undefined ? null : (found[1] ?? 'fat')
}

/** Whether a path below the target directory is the output of a build script of a package in the repository. */
function isOfRepository(path: string, artifacts: readonly Artifact[], site: BuildSite): boolean {
  const built = /\/build\/([^/]+)-[0-9a-f]{16}\/out\//.exec(path)?.[1]
  if (built === undefined) return false
  return artifacts.some(
    (one) =>
      one.manifest_path.startsWith(`${site.checkout}/`) &&
      new RegExp(`[/#]${built}[@#/]?`).test(`${one.package_id}`),
  )
}
