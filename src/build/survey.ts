import { basename } from 'node:path'
import type { BuildSite } from '../model/build.ts'
import type { Files } from '../model/host.ts'
import { readArchive } from './archive.ts'
import { compiledAlone, isStripped, ltoOf } from './lto-object.ts'

/** What the objects that a build left, and its programs, hold of link-time optimisation. */
export interface Survey {
  /** Objects with intermediate code. */
  readonly proved: number
  /** What was built here from C, C++ or Rust without it, and what hides that, as sentences. */
  readonly problems: readonly string[]
  /** Assembly, prebuilt and system objects, which cannot have it. */
  readonly without: readonly string[]
}

/**
 * Looks into the programs and shared objects that were `linked`, and into every object and static library below the
 * build directory and the checkout, where some builds put them, but for those whose path is `ignored`.
 */
export async function surveyBuild(
  linked: readonly string[],
  ignored: (path: string) => boolean,
  site: BuildSite,
  files: Files,
): Promise<Survey> {
  const paths = (
    await Promise.all([site.buildDirectory, site.checkout].map((place) => files.listRecursively(place)))
  ).flat()
  const [missing, without] = [new Set<string>(), new Set<string>()]
  let proved = 0
  for (const path of paths.filter((one) => isObjectName(one) && !ignored(one))) {
    const excused = isPrebuilt(path, site)
    for (const { name, bytes } of await objectsIn(path, files)) {
      const lto = ltoOf(bytes)
      if (lto === 'not-an-object') continue
      const shown = shorten(name, site)
      if (lto !== 'none') proved += 1
      else if (excused || isAssembly(name)) without.add(shown)
      else missing.add(shown)
    }
  }
  // What was compiled alone may be gone again, or stand under any name: the program tells.
  const ours = new Set(['<stdin>', ...paths.map((path) => basename(path))])
  const stripped: string[] = []
  for (const path of linked) {
    const program = await files.readBytes(path)
    if (isStripped(program)) stripped.push(shorten(path, site))
    for (const source of compiledAlone(program)) (ours.has(source) ? missing : without).add(source)
  }
  const problems = [
    ...[...missing].map((name) => `${name} was compiled without it`),
    ...stripped.map((name) => `${name} was stripped of its symbols, which tell what took part in it`),
  ]
  return { proved, problems, without: [...without] }
}

/** Whether a file is an object or a static library by its name. */
export function isObjectName(path: string): boolean {
  return /\.(o|a|obj|lo)$/.test(path)
}

/** Whether a file is a shared object by its name. */
export function isSharedObjectName(path: string): boolean {
  return /\.(so(\.\d+)*|dylib)$/.test(path)
}

/** The shared objects below the build directory and the checkout that a build made, as absolute paths. */
export async function sharedObjectsOf(site: BuildSite, files: Files): Promise<readonly string[]> {
  const places = [site.buildDirectory, site.checkout].map((place) => files.listRecursively(place))
  return (await Promise.all(places))
    .flat()
    .filter((path) => isSharedObjectName(path) && !isPrebuilt(path, site))
}

async function objectsIn(
  path: string,
  files: Files,
): Promise<readonly { name: string; bytes: Uint8Array }[]> {
  const bytes = await files.readBytes(path)
  const members = readArchive(bytes)
  if (members === null) return [{ name: path, bytes }]
  // A thin archive names objects that stand on disk, where they are looked into on their own.
  return members.flatMap((member) =>
    member.bytes === null ? [] : [{ name: `${path}(${member.name})`, bytes: member.bytes }],
  )
}

function isAssembly(name: string): boolean {
  return /\.(s|S|asm)\.(o|obj)\)?$/.test(name)
}

function isPrebuilt(path: string, site: BuildSite): boolean {
  return path.startsWith(`${site.checkout}/`) && site.trackedPaths.has(path.slice(site.checkout.length + 1))
}

function shorten(name: string, site: BuildSite): string {
  return name.replaceAll(`${site.buildDirectory}/`, '').replaceAll(`${site.checkout}/`, '')
}
