import type { BuildSite } from '../model/build.ts'
import { UserError } from '../model/failure.ts'
import type { Files } from '../model/host.ts'

/** The C++ compiler that a build will use, and what link-time optimisation asks of it. */
export interface Compiler {
  readonly kind: 'gcc' | 'clang'
  /** On every compilation and on the link. */
  readonly ltoFlags: readonly string[]
  /** On the link alone. */
  readonly linkFlags: readonly string[]
}

const GCC: Compiler = { kind: 'gcc', ltoFlags: ['-flto'], linkFlags: [] }
const CLANG: Compiler = { kind: 'clang', ltoFlags: ['-flto=full'], linkFlags: ['-fuse-ld=lld'] }

/** lld's names on Debian, newest first. */
const LLD = ['ld.lld', ...Array.from({ length: 20 }, (_, index) => `ld.lld-${30 - index}`)]

/**
 * Finds out which compiler `name` is: what CXX says, or `c++`, unless the settings name one.
 * Throws a UserError where clang has no linker that can do LTO.
 */
export async function compilerOf(
  site: BuildSite,
  files: Files,
  name: string = site.env.CXX ?? 'c++',
): Promise<Compiler> {
  const path = await findProgram(name.split(' ')[0] ?? name, site, files)
  const real = path === null ? name : await files.realPath(path)
  if (!/clang/.test(`${name} ${real}`)) return GCC
  for (const lld of LLD) if ((await findProgram(lld, site, files)) !== null) return CLANG
  const release = /clang(?:\+\+)?-(\d+)/.exec(real)?.[1] ?? /llvm-(\d+)/.exec(real)?.[1]
  const packageName = release === undefined ? 'lld' : `lld-${release}`
  throw new UserError(
    `link-time optimisation with clang needs lld: install it, for example with apt-get install ${packageName}`,
  )
}

/** The absolute path of a program on the site's PATH; null where it is not there. */
export async function findProgram(name: string, site: BuildSite, files: Files): Promise<string | null> {
  if (name.includes('/')) return (await files.exists(name)) ? name : null
  for (const directory of (site.env.PATH ?? '').split(':')) {
    if (directory !== '' && (await files.exists(`${directory}/${name}`))) return `${directory}/${name}`
  }
  return null
}

/** Flags that replace the revision's own paths in what is compiled, so that equal sources give equal bytes. */
export function prefixMaps(site: BuildSite): readonly string[] {
  return [
    `-ffile-prefix-map=${site.checkout}=${site.mappedCheckout}`,
    `-ffile-prefix-map=${site.buildDirectory}=${site.mappedBuildDirectory}`,
  ]
}

/** The flags of `name` in the environment with `more` after them: what a user passes is added to, never replaced. */
export function withFlags(site: BuildSite, name: string, more: readonly string[]): string {
  const own = site.env[name]
  return [...(own === undefined || own === '' ? [] : [own]), ...more].join(' ')
}

/** A text with the revision's own paths masked, so that both revisions' can be compared. */
export function maskPaths(text: string, site: BuildSite): string {
  return text.replaceAll(site.checkout, '<checkout>').replaceAll(site.buildDirectory, '<build>')
}
