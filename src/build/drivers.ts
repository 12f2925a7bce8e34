import type {
  BuildDriver,
  BuildSite,
  BuildStep,
  BuiltProgram,
  LtoVerification,
  StepResult,
} from '../model/build.ts'
import type { BuildSettings } from '../model/config.ts'
import type { Files } from '../model/host.ts'
import { cargo } from './cargo.ts'
import { cmake } from './cmake.ts'
import { command } from './command.ts'

/** A driver together with the settings that it works on. */
export interface Build {
  steps(site: BuildSite, files: Files): Promise<readonly BuildStep[]>
  program(site: BuildSite, results: readonly StepResult[], files: Files): Promise<BuiltProgram>
  verifyLto(site: BuildSite, results: readonly StepResult[], files: Files): Promise<LtoVerification>
  compileFlags(
    site: BuildSite,
    results: readonly StepResult[],
    files: Files,
  ): Promise<Readonly<Record<string, string>>>
  /** What of the repository makes up the arm: a directory relative to its root. */
  readonly directory: string
  /** The file or directory without which a revision does not have the arm, relative to the root. */
  readonly root: string
}

/** The build that the settings describe. */
export function buildOf(settings: BuildSettings): Build {
  switch (settings.driver) {
    case 'cmake':
      return bind(cmake, settings, settings.source, `${settings.source}/CMakeLists.txt`)
    case 'cargo':
      return bind(cargo, settings, parent(settings.manifest), settings.manifest)
    case 'command':
      return bind(command, settings, settings.directory, settings.directory)
  }
}

function bind<Settings>(
  driver: BuildDriver<Settings>,
  settings: Settings,
  directory: string,
  root: string,
): Build {
  return {
    steps: (site, files) => driver.steps(settings, site, files),
    program: (site, results, files) => driver.program(settings, site, results, files),
    verifyLto: (site, results, files) => driver.verifyLto(settings, site, results, files),
    compileFlags: (site, results, files) => driver.compileFlags(settings, site, results, files),
    directory,
    root,
  }
}

function parent(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '.' : path.slice(0, slash)
}
