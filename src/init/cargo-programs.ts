import { posix } from 'node:path'
import { type CargoManifest, readManifest } from './cargo-manifest.ts'
import { type FoundTarget, targetsOf } from './cargo-targets.ts'
import { cratesOf, type Manifests, type Membership, membershipOf } from './cargo-workspace.ts'
import { allows, isOlder, versionIn } from './crate-version.ts'
import type { Findings, NotUnderstood, Program } from './program.ts'
import { type Available, frameworksIn, namedIn } from './rust-frameworks.ts'
import { directoryOf, fileIn, type Tree } from './tree.ts'

/** The benchmark programs that Cargo.toml files describe. */
export async function cargoPrograms(tree: Tree): Promise<Findings> {
  const { manifests, notUnderstood } = await readManifests(tree)
  const found: Findings[] = [{ programs: [], notUnderstood }]
  const paths = new Set(tree.paths)
  for (const path of manifests.keys()) found.push(await inPackage(path, { manifests, paths, tree }))
  return {
    programs: found.flatMap(({ programs }) => programs),
    notUnderstood: found.flatMap((one) => one.notUnderstood),
  }
}

async function readManifests(
  tree: Tree,
): Promise<{ manifests: Manifests; notUnderstood: readonly NotUnderstood[] }> {
  const manifests = new Map<string, CargoManifest>()
  const notUnderstood: NotUnderstood[] = []
  for (const path of tree.paths.filter((one) => posix.basename(one) === 'Cargo.toml')) {
    const decoded = readManifest(await tree.read(path))
    if (decoded.kind === 'ok') manifests.set(path, decoded.value)
    else notUnderstood.push({ place: path, reason: `it cannot be read: ${decoded.reason}` })
  }
  return { manifests, notUnderstood }
}

/** A target and what its package knows. */
interface Candidate {
  readonly target: FoundTarget
  readonly package: string
  readonly manifest: string
  readonly membership: Membership
  readonly available: readonly Available[]
  readonly source: string
  /** The path and the text of the Cargo.lock that counts; empty where there is none. */
  readonly lock: { readonly path: string; readonly text: string }
}

type Judged = Program | NotUnderstood | null

interface Repository {
  readonly manifests: Manifests
  readonly paths: ReadonlySet<string>
  readonly tree: Tree
}

async function inPackage(path: string, { manifests, paths, tree }: Repository): Promise<Findings> {
  const manifest = manifests.get(path)
  if (manifest?.package === undefined) return { programs: [], notUnderstood: [] }
  const membership = membershipOf(path, manifests)
  const targets = targetsOf(manifest, path, paths)
  const isOnlyBinary = targets.filter(({ kind }) => kind === 'bin').length === 1
  const lockPath = fileIn(directoryOf(membership.kind === 'member' ? membership.root : path), 'Cargo.lock')
  const lock = { path: lockPath, text: paths.has(lockPath) ? await tree.read(lockPath) : '' }
  const judged: Judged[] = []
  for (const target of targets) {
    const candidate = {
      target,
      package: manifest.package.name,
      manifest: path,
      membership,
      available: frameworksIn(cratesOf(manifest, target.kind, membership)),
      source: target.source === null ? '' : await tree.read(target.source),
      lock,
    }
    judged.push(target.kind === 'bin' ? judgeBinary(candidate, isOnlyBinary) : judgeBench(candidate))
  }
  return {
    programs: judged.filter((one) => one !== null && 'build' in one),
    notUnderstood: judged.filter((one) => one !== null && 'reason' in one),
  }
}

/** A binary is a benchmark program where it names the crate pairgate, or could alone be why its package depends on it. */
function judgeBinary(candidate: Candidate, isOnlyBinary: boolean): Judged {
  const { source, available } = candidate
  const own = (isOnlyBinary ? available : namedIn(source, available)).find(
    ({ harness }) => harness === 'pairgate',
  )
  return own === undefined ? null : programOf(candidate, own)
}

function judgeBench(candidate: Candidate): Judged {
  const { target, source, available } = candidate
  const named = namedIn(source, available)
  if (target.usesLibtest) return refused(candidate, libtestReason(named))
  // Of a source that is not there only the dependencies tell.
  const used = target.source === null ? available : named
  const [only, second] = used
  if (only === undefined) return refused(candidate, UNKNOWN_FRAMEWORK)
  if (second !== undefined) return refused(candidate, severalReason(used))
  if (only.harness === null) return refused(candidate, foreignReason(only))
  const old = oldReason(candidate, only)
  return old === null ? programOf(candidate, only) : refused(candidate, old)
}

const UNKNOWN_FRAMEWORK = 'it names no framework that pairgate knows'

function libtestReason(named: readonly Available[]): string {
  const known = named.find(({ harness }) => harness !== null)
  if (known !== undefined)
    return `it uses ${known.crate}, but without \`harness = false\`: add that to its [[bench]]`
  return `it runs in the test harness of the compiler (no \`harness = false\`), which pairgate cannot ask`
}

function severalReason(used: readonly Available[]): string {
  return `it may use ${used.map(({ crate }) => crate).join(' or ')}: which one cannot be told`
}

function foreignReason({ crate }: Available): string {
  return `it is written with ${crate}, which pairgate cannot ask`
}

/** Why the version that cargo takes of a framework is too old; null where it is not, or cannot be told. */
function oldReason(
  { manifest, package: name, lock }: Candidate,
  { crate, oldest, requirement }: Available,
): string | null {
  if (oldest === undefined) return null
  const needed = `pairgate needs ${oldest.major}.${oldest.minor} or newer`
  const version = versionIn(lock.text, name, crate)
  if (version !== null) {
    const { major, minor, patch } = version
    if (!isOlder(version, oldest)) return null
    const isEnough = requirement !== null && allows(requirement, oldest)
    const how = isEnough ? `run \`cargo update ${crate}\`` : `raise it in ${manifest}`
    return `it uses ${crate} ${major}.${minor}.${patch} (${lock.path}), and ${needed}: ${how}`
  }
  if (requirement === null || allows(requirement, oldest)) return null
  return `it uses ${crate} ${requirement}, and ${needed}: raise it in ${manifest}`
}

function refused({ target, package: name, manifest }: Candidate, reason: string): NotUnderstood {
  return {
    place: target.source ?? manifest,
    reason: `the ${target.kind} ${target.name} of ${name}: ${reason}`,
  }
}

function programOf(candidate: Candidate, framework: Available): Judged {
  const { target, manifest, membership } = candidate
  if (framework.harness === null) return null
  if (membership.kind === 'stranger') {
    const reason = `cargo will not build it: ${membership.root} is a workspace that does not list its package; add it to members or exclude`
    return refused(candidate, reason)
  }
  const isMember = membership.kind === 'member'
  return {
    language: 'rust',
    name: target.name,
    owner: candidate.package,
    build: {
      driver: 'cargo',
      manifest,
      ...(isMember ? { package: candidate.package } : {}),
      ...(target.kind === 'bench' ? { bench: target.name } : { bin: target.name }),
      ...(target.features.length > 0 ? { features: target.features } : {}),
    },
    harness: framework.harness,
    reasons: reasonsOf(candidate, framework),
  }
}

function reasonsOf(candidate: Candidate, { crate, harness, identifier }: Available): readonly string[] {
  const { target, membership, manifest } = candidate
  const renamed = identifier === crate.replaceAll('-', '_') ? '' : `, there called ${identifier}`
  const features = target.features.join(', ')
  return [
    `${manifest} has the ${target.kind} ${target.name}${target.kind === 'bench' ? ' with harness = false' : ''}`,
    `${harness}: ${target.source ?? manifest} uses the crate ${crate}${renamed}`,
    ...(membership.kind === 'member' && membership.root !== manifest
      ? [`its package ${candidate.package} is a member of the workspace ${membership.root}`]
      : []),
    ...(features === '' ? [] : [`${target.name} requires the features ${features}`]),
  ]
}
