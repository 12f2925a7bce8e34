import type { CmakeCommand } from './cmake-commands.ts'
import { matching } from './cmake-glob.ts'
import { pathIn, rooted, type Scope } from './cmake-scope.ts'
import { isUnknown } from './cmake-variables.ts'

/** Does what a command does to the variables of the scope; what cannot be told leaves its variable unknown. */
export function assign(
  command: CmakeCommand,
  [first = '', ...rest]: readonly string[],
  scope: Scope,
  paths: ReadonlySet<string>,
): void {
  const { variables } = scope
  if (command.name === 'set') set(first, rest, variables)
  if (command.name === 'unset') variables.delete(first)
  if (command.name === 'list' && first === 'APPEND') append(rest, variables)
  if (command.name === 'list' && first !== 'APPEND') forget(rest, variables)
  if (command.name === 'file' && /^GLOB(_RECURSE)?$/.test(first)) glob(first, rest, scope, paths)
}

function set(name: string, values: readonly string[], variables: Map<string, string>): void {
  if (values.includes('PARENT_SCOPE') || (values.includes('CACHE') && variables.has(name))) return
  const end = values.indexOf('CACHE')
  variables.set(name, values.slice(0, end === -1 ? undefined : end).join(';'))
}

function append([name = '', ...values]: readonly string[], variables: Map<string, string>): void {
  const before = variables.get(name) ?? ''
  variables.set(name, [...(before === '' ? [] : [before]), ...values].join(';'))
}

function forget(names: readonly string[], variables: Map<string, string>): void {
  for (const name of names) variables.delete(name)
}

function glob(
  kind: string,
  [variable = '', ...words]: readonly string[],
  scope: Scope,
  paths: ReadonlySet<string>,
): void {
  const patterns = words.filter((word) => word !== 'CONFIGURE_DEPENDS')
  if (patterns.includes('RELATIVE') || patterns.some(isUnknown)) {
    forget([variable], scope.variables)
    return
  }
  const found = patterns.flatMap((pattern) =>
    matching(pathIn(scope, pattern), kind === 'GLOB_RECURSE', paths),
  )
  scope.variables.set(variable, found.map(rooted).join(';'))
}
