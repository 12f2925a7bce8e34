import { posix } from 'node:path'
import type { CmakeCommand } from './cmake-commands.ts'
import { afterwards, boundBy, type Condition, type Frame, frameOf, nextBranch } from './cmake-frames.ts'
import { isUnknown } from './cmake-variables.ts'
import { directoryOf } from './tree.ts'

/** What the commands of one CMake file are read with. */
export interface Scope {
  readonly file: string
  readonly directory: string
  /** Of the files above, at the place where this one is called for. */
  above: readonly Condition[]
  /** The directory of the uppermost project; null above it. */
  source: string | null
  variables: Map<string, string>
  frames: readonly Frame[]
  /** What a `return` before leaves. */
  returned: readonly Condition[]
  /** What `link_libraries` gives every target. */
  linkedByAll: readonly string[]
}

/** The scope of a directory's CMakeLists.txt with nothing above it. */
export function rootScope(directory: string, file: string): Scope {
  const variables = new Map([
    ['CMAKE_SOURCE_DIR', rooted(directory)],
    ['CMAKE_CURRENT_SOURCE_DIR', rooted(directory)],
    [LIST_DIRECTORY, rooted(directory)],
  ])
  return {
    file,
    directory,
    variables,
    above: [],
    source: null,
    frames: [],
    returned: [],
    linkedByAll: [],
  }
}

/** The scope of a directory that is added to this one. */
export function addedScope(scope: Scope, directory: string, file: string): Scope {
  const variables = new Map([
    ...scope.variables,
    ['CMAKE_CURRENT_SOURCE_DIR', rooted(directory)] as const,
    [LIST_DIRECTORY, rooted(directory)] as const,
  ])
  return { ...scope, file, directory, above: conditionsOf(scope), variables, frames: [], returned: [] }
}

/** The scope of a file that is included. */
export function includedScope(scope: Scope, file: string): Scope {
  const variables = new Map([...scope.variables, [LIST_DIRECTORY, rooted(directoryOf(file))] as const])
  return { ...scope, file, above: conditionsOf(scope), variables, frames: [], returned: [] }
}

/** Goes on with what an included file left. */
export function resumeAfter(included: Scope, scope: Scope): void {
  scope.variables = new Map([
    ...included.variables,
    [LIST_DIRECTORY, rooted(directoryOf(scope.file))] as const,
  ])
  scope.linkedByAll = included.linkedByAll
  scope.source = included.source
}

/** The variable that tells where the file itself stands. */
const LIST_DIRECTORY = 'CMAKE_CURRENT_LIST_DIR'

/** What tells a target from others: a name that a variable makes is one in its function or loop only. */
export function targetKey(name: string, scope: Scope): string {
  if (!isUnknown(name)) return name
  return `${scope.file}:${loopAround(scope)?.line ?? 0}:${name}`
}

/** The innermost function or loop around where the scope is now. */
export function loopAround(scope: Scope): Frame | undefined {
  return scope.frames.findLast((frame) => frame.label !== null)
}

/** Everything that must hold where the scope is now. */
export function conditionsOf(scope: Scope): readonly Condition[] {
  return [...scope.above, ...scope.frames.flatMap((frame) => frame.conditions), ...scope.returned]
}

/** Follows a command that opens, parts, closes or leaves a block; false where it does none of these. */
export function followBlock(command: CmakeCommand, scope: Scope): boolean {
  switch (command.name) {
    case 'if':
    case 'foreach':
    case 'while':
    case 'function':
    case 'macro':
      openBlock(command, scope)
      return true
    case 'elseif':
    case 'else':
      turnBranch(command, scope)
      return true
    case 'endif':
    case 'endforeach':
    case 'endwhile':
    case 'endfunction':
    case 'endmacro':
      closeBlock(scope)
      return true
    case 'return':
      returnFrom(scope)
      return true
    default:
      return false
  }
}

function openBlock(command: CmakeCommand, scope: Scope): void {
  scope.frames = [...scope.frames, frameOf(command, scope.variables, scope.file)]
  for (const name of boundBy(command)) scope.variables.delete(name)
}

function turnBranch(command: CmakeCommand, scope: Scope): void {
  const frame = scope.frames.at(-1)
  if (frame === undefined) return
  const next = nextBranch(frame, command, scope.variables, scope.file)
  scope.variables = new Map(next.before)
  scope.frames = [...scope.frames.slice(0, -1), next]
}

function closeBlock(scope: Scope): void {
  const frame = scope.frames.at(-1)
  if (frame === undefined) return
  scope.variables = afterwards(frame, scope.variables)
  scope.frames = scope.frames.slice(0, -1)
}

/** Notes what holds after `if(CONDITION) return()`; after a return in several blocks or a function nothing is known. */
function returnFrom(scope: Scope): void {
  if (loopAround(scope) !== undefined) return
  const conditions = scope.frames.flatMap((frame) => frame.conditions)
  const [only] = conditions
  if (only === undefined || conditions.length > 1) return
  scope.returned = [...scope.returned, { ...only, wanted: !only.wanted }]
}

/** Enters a project; the uppermost one is what is configured, and what stands above it has no say. */
export function enterProject(name: string, scope: Scope): void {
  if (scope.source === null) {
    scope.source = scope.directory
    scope.above = []
    scope.variables.set('CMAKE_PROJECT_NAME', name)
    scope.variables.set('CMAKE_SOURCE_DIR', rooted(scope.directory))
  }
  scope.variables.set('PROJECT_NAME', name)
  scope.variables.set('PROJECT_SOURCE_DIR', rooted(scope.directory))
  scope.variables.set(`${name}_SOURCE_DIR`, rooted(scope.directory))
}

/** A path of the repository that stands in a CMake file, relative to the root of the repository. */
export function pathIn(scope: Scope, path: string): string {
  const absolute = posix.resolve(rooted(scope.directory), path)
  return absolute === '/' ? '.' : absolute.slice(1)
}

/** The repository stands at `/` here, so that a path tells whether it is relative. */
export function rooted(path: string): string {
  return path === '.' ? '/' : `/${path}`
}
