import { ALLOCATED, type Elf, readElf, type Section } from './elf.ts'

/** One revision's program, with the paths of its own that may be compiled into it. */
export interface ProgramImage {
  readonly bytes: Uint8Array
  /** Checkout and build directory, of equal lengths at both revisions. */
  readonly paths: readonly string[]
}

/**
 * Whether two programs cannot behave differently: ELF files whose loaded sections are equal once the build id and
 * each revision's own paths are masked; anything else only byte by byte.
 */
export function comparePrograms(
  baseline: ProgramImage,
  candidate: ProgramImage,
): { identical: boolean; reason: string } {
  const [before, after] = [readElf(baseline.bytes), readElf(candidate.bytes)]
  if (before === null || after === null) {
    return equal(baseline.bytes, candidate.bytes)
      ? { identical: true, reason: 'the programs are equal byte by byte' }
      : {
          identical: false,
          reason: 'the programs differ, and are no ELF files whose sections could be compared',
        }
  }
  const [loadedBefore, loadedAfter] = [loaded(before), loaded(after)]
  const names = ({ name, size }: Section) => `${name}:${size}`
  if (loadedBefore.map(names).join() !== loadedAfter.map(names).join()) {
    return { identical: false, reason: 'the programs’ loaded sections have other names or sizes' }
  }
  for (const [index, section] of loadedBefore.entries()) {
    const other = loadedAfter[index]
    if (other === undefined || section.name === BUILD_ID) continue
    if (!equal(masked(section.bytes, baseline.paths), masked(other.bytes, candidate.paths))) {
      return { identical: false, reason: `the programs differ in ${section.name}` }
    }
  }
  return {
    identical: true,
    reason: 'the programs’ loaded sections are equal but for the build id and the revision’s own path',
  }
}

const BUILD_ID = '.note.gnu.build-id'

/** Sources and files that only say how to build: what they change shows in the program. */
const COMPILED =
  /\.(c|cc|cpp|cxx|h|hh|hpp|hxx|inl|ipp|rs|s|S|cmake|mk|sh|md)$|(^|\/)(CMakeLists\.txt|Cargo\.(toml|lock)|build\.rs|Makefile|meson\.build|LICENSE[^/]*|\.gitignore|rust-toolchain(\.toml)?)$/

/** The changed tracked files below an arm's directory that a benchmark may read while it runs. */
export function dataFiles(changedPaths: readonly string[], directory: string): readonly string[] {
  const inside = changedPaths.filter((path) => directory === '.' || path.startsWith(`${directory}/`))
  return inside.filter((path) => !COMPILED.test(path))
}

function loaded(elf: Elf): readonly Section[] {
  return elf.sections.filter(({ flags }) => (flags & ALLOCATED) !== 0n)
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

/** A copy with every occurrence of the paths zeroed. */
function masked(bytes: Uint8Array, paths: readonly string[]): Uint8Array {
  const copy = Buffer.from(bytes)
  for (const path of paths) {
    for (let at = copy.indexOf(path); at >= 0; at = copy.indexOf(path, at + path.length))
      copy.fill(0, at, at + path.length)
  }
  return copy
}
