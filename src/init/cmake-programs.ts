import { posix } from 'node:path'
import { type CmakeCommand, cmakeCommands } from './cmake-commands.ts'
import { optionsIn } from './cmake-options.ts'
import { type CmakeProject, type Executable, linksOf } from './cmake-project.ts'
import { requirementsOf } from './cmake-requirements.ts'
import { isUnknown } from './cmake-variables.ts'
import { type CmakeFiles, walkCmake } from './cmake-walk.ts'
import { headersOf } from './cpp-includes.ts'
import type { Findings, NotUnderstood, Program } from './program.ts'
import { directoryOf, type Tree } from './tree.ts'

/** The benchmark programs that CMakeLists.txt files describe. */
export async function cmakePrograms(tree: Tree): Promise<Findings> {
  const files = await readFiles(tree)
  const programs: Program[] = []
  const notUnderstood: NotUnderstood[] = []
  for (const { executable, project } of executablesIn(files)) {
    const evidence = await evidenceOf(executable, project, files, tree)
    if (evidence === null) continue
    const trouble = troubleOf(executable)
    if (trouble === null) programs.push(programOf(executable, evidence, files))
    else notUnderstood.push({ place: placeOf(executable), reason: trouble })
  }
  return { programs, notUnderstood }
}

async function readFiles(tree: Tree): Promise<CmakeFiles> {
  const commands = new Map<string, readonly CmakeCommand[]>()
  for (const path of tree.paths) {
    if (!/(^|\/)CMakeLists\.txt$|\.cmake$/.test(path)) continue
    commands.set(path, cmakeCommands(await tree.read(path)))
  }
  return { commands, paths: new Set(tree.paths) }
}

interface InProject {
  readonly executable: Executable
  readonly project: CmakeProject
}

/** Every executable once: as the uppermost project has it that reaches it. */
function executablesIn(files: CmakeFiles): readonly InProject[] {
  const found = new Map<string, InProject>()
  for (const project of projectsIn(files)) {
    for (const executable of project.executables) {
      const key = `${placeOf(executable)}:${executable.name}`
      const known = found.get(key)
      if (known === undefined || height(executable) < height(known.executable)) {
        found.set(key, { executable, project })
      }
    }
  }
  return [...found.values()]
}

/** What begins at each CMakeLists.txt that no other one adds. */
function projectsIn(files: CmakeFiles): readonly CmakeProject[] {
  const directories = [...files.commands.keys()]
    .filter((path) => posix.basename(path) === 'CMakeLists.txt')
    .map(directoryOf)
  const walked = directories.map((directory) => ({ directory, project: walkCmake(directory, files) }))
  const added = new Set(walked.flatMap(({ project }) => project.directories))
  return walked.filter(({ directory }) => !added.has(directory)).map(({ project }) => project)
}

/** How far below the root its project begins; one without a project comes last. */
function height({ source }: Executable): number {
  if (source === null) return Number.POSITIVE_INFINITY
  return source === '.' ? 0 : source.split('/').length
}

interface Evidence {
  readonly harness: 'pairgate' | 'google-benchmark'
  readonly reason: string
}

const GOOGLE_BENCHMARK = /^(benchmark::benchmark(_main)?|benchmark(_main)?|-lbenchmark(_main)?)$/

/** What speaks for a benchmark program; null where nothing does. */
async function evidenceOf(
  executable: Executable,
  project: CmakeProject,
  files: CmakeFiles,
  tree: Tree,
): Promise<Evidence | null> {
  const headers = await headersOf(executable.sources, files.paths, tree)
  const links = linksOf(executable.key, project)
  const included = (name: string) => headers.find(({ header }) => posix.basename(header) === name)
  const own = included('pairgate.hpp')
  const ownLink = links.find(({ library }) => library === 'pairgate' || library === 'pairgate::pairgate')
  if (own !== undefined) return { harness: 'pairgate', reason: `${own.file} includes ${own.header}` }
  if (ownLink !== undefined) return { harness: 'pairgate', reason: linkReason(ownLink) }
  const link = links.find(({ library }) => GOOGLE_BENCHMARK.test(library) && !project.libraries.has(library))
  if (link !== undefined) return { harness: 'google-benchmark', reason: linkReason(link) }
  const google = headers.find(({ header }) => header === 'benchmark/benchmark.h')
  if (google === undefined) return null
  return { harness: 'google-benchmark', reason: `${google.file} includes ${google.header}` }
}

function linkReason({ library, file, line }: { library: string; file: string; line: number }): string {
  return `it links ${library} (${file}:${line})`
}

/** Why the executable cannot become an arm; null where it can. */
function troubleOf({ name, inside, source, directory }: Executable): string | null {
  if (isUnknown(name) || inside !== null) {
    const where = inside === null ? '' : ` in ${inside}`
    return `add_executable(${name} ...)${where}: which targets that makes cannot be read here; add an arm for each, with target: and the name that CMake gives it`
  }
  if (source === null) {
    return `${name}: no CMakeLists.txt with project() is seen to add ${directory}; add an arm for it, with source: and the directory of its project`
  }
  return null
}

function programOf(executable: Executable, evidence: Evidence, files: CmakeFiles): Program {
  const { name, directory } = executable
  const source = executable.source ?? directory
  const required = requirementsOf(executable.conditions, optionsIn(files.commands, source))
  const options = Object.keys(required.options).length === 0 ? {} : { options: required.options }
  return {
    language: 'cpp',
    name,
    owner: posix.basename(directory),
    build: { driver: 'cmake', source, target: name, ...options },
    harness: evidence.harness,
    reasons: [
      `${placeOf(executable)} makes the executable ${name}`,
      `${evidence.harness}: ${evidence.reason}`,
      ...(source === directory ? [] : [`${sourceName(source)} is the project that adds ${directory}`]),
      ...required.reasons,
    ],
  }
}

function sourceName(source: string): string {
  return source === '.' ? 'the root of the repository' : source
}

function placeOf({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`
}
