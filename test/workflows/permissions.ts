import type { Happening } from './event.ts'
import type { PermissionsOfFile } from './workflow-file.ts'

/** What a job's token may do; what is not named it may not. */
export type Permissions = Readonly<Record<string, 'read' | 'write'>>

const SCOPES = [
  'actions',
  'checks',
  'contents',
  'deployments',
  'issues',
  'packages',
  'pull-requests',
  'statuses',
]

/** What a token may do that no workflow speaks of: the default of new repositories. */
const UNSPOKEN: Permissions = { contents: 'read', packages: 'read' }

/** What the token of a job may do; for a fork's pull request it writes nothing, whatever is asked. */
export function permissionsOf(
  job: PermissionsOfFile | undefined,
  workflow: PermissionsOfFile | undefined,
  happening: Happening,
): Permissions {
  const granted = grantedBy(job ?? workflow ?? UNSPOKEN)
  if (!happening.isOfFork) return granted
  return Object.fromEntries(Object.keys(granted).map((scope) => [scope, 'read' as const]))
}

function grantedBy(asked: PermissionsOfFile): Permissions {
  if (asked === 'read-all' || asked === 'write-all') {
    const level = asked === 'read-all' ? ('read' as const) : ('write' as const)
    return Object.fromEntries(SCOPES.map((scope) => [scope, level]))
  }
  return Object.fromEntries(
    Object.entries(asked).flatMap(([scope, level]) => (level === 'none' ? [] : [[scope, level]])),
  )
}
