import { posix } from 'node:path'
import { assign } from './cmake-assignment.ts'
import type { CmakeCommand } from './cmake-commands.ts'
import type { CmakeProject, Executable, Link } from './cmake-project.ts'
import {
  addedScope,
  conditionsOf,
  enterProject,
  followBlock,
  includedScope,
  loopAround,
  pathIn,
  resumeAfter,
  rootScope,
  type Scope,
  targetKey,
} from './cmake-scope.ts'
import { expandedAll } from './cmake-variables.ts'
import { fileIn } from './tree.ts'

/** The commands of each CMake file, by path, and the paths of all files. */
export interface CmakeFiles {
  readonly commands: ReadonlyMap<string, readonly CmakeCommand[]>
  readonly paths: ReadonlySet<string>
}

type Words = readonly string[]
type Handler = (words: Words, command: CmakeCommand, scope: Scope) => void

/** Reads the CMake files from the CMakeLists.txt of `root` on, in the order in which CMake would run them. */
export function walkCmake(root: string, files: CmakeFiles): CmakeProject {
  const executables: (Executable & { readonly sources: string[] })[] = []
  const links = new Map<string, Link[]>()
  const libraries = new Set<string>()
  const directories: string[] = []
  const read = new Set<string>()

  const handlers = new Map<string, Handler>([
    ['project', ([name = ''], _, scope) => enterProject(name, scope)],
    ['add_subdirectory', ([path = ''], _, scope) => addDirectory(pathIn(scope, path), scope)],
    ['include', ([name = ''], _, scope) => include(name, scope)],
    ['add_executable', addExecutable],
    ['add_library', addLibrary],
    ['target_sources', addSources],
    [
      'target_link_libraries',
      ([target = '', ...words], command, scope) => link(target, words, command, scope),
    ],
    ['link_libraries', linkAll],
  ])

  function run(scope: Scope): void {
    const once = `${scope.directory}:${scope.file}`
    if (read.has(once)) return
    read.add(once)
    for (const command of files.commands.get(scope.file) ?? []) step(command, scope)
  }

  function step(command: CmakeCommand, scope: Scope): void {
    if (followBlock(command, scope)) return
    const words = expandedAll(command.args, scope.variables)
    const handle = handlers.get(command.name)
    if (handle === undefined) assign(command, words, scope, files.paths)
    else handle(words, command, scope)
  }

  function addDirectory(directory: string, scope: Scope): void {
    const file = fileIn(directory, 'CMakeLists.txt')
    if (!files.commands.has(file)) return
    directories.push(directory)
    run(addedScope(scope, directory, file))
  }

  function include(name: string, scope: Scope): void {
    const file = includedFile(name, scope, files)
    if (file === undefined) return
    const included = includedScope(scope, file)
    run(included)
    resumeAfter(included, scope)
  }

  function addExecutable([name = '', ...words]: Words, command: CmakeCommand, scope: Scope): void {
    if (name === '' || words.includes('IMPORTED') || words[0] === 'ALIAS') return
    executables.push({
      name,
      key: targetKey(name, scope),
      file: scope.file,
      line: command.line,
      source: scope.source,
      directory: scope.directory,
      conditions: conditionsOf(scope),
      inside: loopAround(scope)?.label ?? null,
      sources: sourcesIn(words, scope),
    })
    link(name, scope.linkedByAll, command, scope)
  }

  function addLibrary([name = '', kind, ...rest]: Words, command: CmakeCommand, scope: Scope): void {
    if (kind === 'ALIAS') link(name, rest, command, scope)
    else if (!rest.includes('IMPORTED')) libraries.add(name)
  }

  function addSources([name = '', ...words]: Words, _: CmakeCommand, scope: Scope): void {
    const key = targetKey(name, scope)
    const target = executables.find((one) => one.key === key)
    target?.sources.push(...sourcesIn(words, scope))
  }

  function sourcesIn(words: readonly string[], scope: Scope): string[] {
    return words.map((word) => pathIn(scope, word)).filter((path) => files.paths.has(path))
  }

  function link(target: string, words: Words, command: CmakeCommand, scope: Scope): void {
    const key = targetKey(target, scope)
    const place = { file: scope.file, line: command.line }
    const added = librariesIn(words).map((library) => ({ ...library, ...place }))
    links.set(key, [...(links.get(key) ?? []), ...added])
  }

  run(rootScope(root, fileIn(root, 'CMakeLists.txt')))
  return { executables, libraries, links, directories }
}

function linkAll(words: Words, _: CmakeCommand, scope: Scope): void {
  scope.linkedByAll = [...scope.linkedByAll, ...words]
}

/** The file that `include(NAME)` reads: a path, or a module of the repository where only one has that name. */
function includedFile(name: string, scope: Scope, files: CmakeFiles): string | undefined {
  const path = pathIn(scope, name)
  if (files.commands.has(path)) return path
  const modules = [...files.commands.keys()].filter((one) => posix.basename(one) === `${name}.cmake`)
  return modules.length === 1 ? modules[0] : undefined
}

function librariesIn(words: readonly string[]): readonly { library: string; isPublic: boolean }[] {
  const libraries: { library: string; isPublic: boolean }[] = []
  let isPublic = true
  for (const word of words) {
    if (/^(PUBLIC|INTERFACE|LINK_PUBLIC|LINK_INTERFACE_LIBRARIES)$/.test(word)) isPublic = true
    else if (/^(PRIVATE|LINK_PRIVATE)$/.test(word)) isPublic = false
    else if (!/^(debug|optimized|general)$/.test(word)) libraries.push({ library: inBuild(word), isPublic })
  }
  return libraries
}

/** `$<BUILD_INTERFACE:x>` is x in the build. */
function inBuild(word: string): string {
  return /^\$<(?:BUILD_INTERFACE|BUILD_LOCAL_INTERFACE):(.*)>$/.exec(word)?.[1] ?? word
}
