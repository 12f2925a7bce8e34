import { posix } from 'node:path'
import { type CargoManifest, dependenciesOf } from './cargo-manifest.ts'
import { directoryOf } from './tree.ts'

/** The manifests of a repository by path. */
export type Manifests = ReadonlyMap<string, CargoManifest>

/** Where a package stands among the workspaces of the repository. */
export type Membership =
  | { readonly kind: 'alone' }
  | { readonly kind: 'member'; readonly root: string; readonly workspace: CargoManifest }
  /** Below a workspace that does not list it, which cargo refuses. */
  | { readonly kind: 'stranger'; readonly root: string }

/** The workspace that the package of the manifest at `path` belongs to. */
export function membershipOf(path: string, manifests: Manifests): Membership {
  const named = manifests.get(path)?.package?.workspace
  const root =
    named === undefined ? rootAbove(path, manifests) : posix.join(directoryOf(path), named, 'Cargo.toml')
  const workspace = root === undefined ? undefined : manifests.get(root)
  if (root === undefined || workspace?.workspace === undefined) return { kind: 'alone' }
  const relative = posix.relative(directoryOf(root), directoryOf(path))
  if (root === path) return { kind: 'member', root, workspace }
  if (workspace.workspace.exclude.some((one) => isWithin(relative, posix.normalize(one))))
    return { kind: 'alone' }
  if (
    workspace.workspace.members.some((one) => globMatches(one, relative)) ||
    isPathDependency(path, root, manifests)
  ) {
    return { kind: 'member', root, workspace }
  }
  return { kind: 'stranger', root }
}

/** The nearest manifest with `[workspace]`: its own, or one above it. */
function rootAbove(path: string, manifests: Manifests): string | undefined {
  for (let directory = directoryOf(path); ; directory = posix.dirname(directory)) {
    const candidate = posix.join(directory, 'Cargo.toml')
    if (manifests.get(candidate)?.workspace !== undefined) return candidate
    if (directory === '.') return undefined
  }
}

/** A path dependency of a package below the root is a member without being listed. */
function isPathDependency(path: string, root: string, manifests: Manifests): boolean {
  return [...manifests].some(
    ([other, manifest]) =>
      isWithin(directoryOf(other), directoryOf(root)) &&
      Object.values({ ...manifest.workspace?.dependencies, ...dependenciesOf(manifest, 'bench') }).some(
        (dependency) =>
          typeof dependency !== 'string' &&
          dependency.path !== undefined &&
          posix.join(directoryOf(other), dependency.path) === directoryOf(path),
      ),
  )
}

function isWithin(path: string, directory: string): boolean {
  return directory === '.' || path === directory || path.startsWith(`${directory}/`)
}

/** Whether a pattern of `members` names a directory: `*` stands within one name, `**` for any number of them. */
export function globMatches(pattern: string, path: string): boolean {
  const source = posix
    .normalize(pattern)
    .replace(/\/$/, '')
    .replaceAll(/[.+^$()|[\]{}\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (wild) => WILD[wild] ?? wild)
  return new RegExp(`^${source}$`).test(path)
}

const WILD: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
}

/** A crate that a package depends on. */
export interface UsedCrate {
  readonly crate: string
  /** Of its version; null where the manifest has none. */
  readonly requirement: string | null
}

/** The crates that a kind of a package's targets may use, by the name that its code has for each. */
export function cratesOf(
  manifest: CargoManifest,
  kind: 'bench' | 'bin',
  membership: Membership,
): ReadonlyMap<string, UsedCrate> {
  const shared = membership.kind === 'member' ? (membership.workspace.workspace?.dependencies ?? {}) : {}
  return new Map(
    Object.entries(dependenciesOf(manifest, kind)).map(([name, dependency]) => {
      const inherited =
        typeof dependency !== 'string' && dependency.workspace === true ? shared[name] : dependency
      const { package: crate = name, version: requirement = null } =
        typeof inherited === 'string' ? { version: inherited } : (inherited ?? {})
      return [name.replaceAll('-', '_'), { crate, requirement }]
    }),
  )
}
