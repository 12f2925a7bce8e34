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
  // A file stripped of its section headers has nothing to compare by sections.
  if (before === null || after === null || loaded(before).length === 0) {
    return equal(baseline.bytes, candidate.bytes)
      ? { identical: true, reason: 'the programs are equal byte by byte' }
      : {
          identical: false,
          reason: 'the programs differ, and are no ELF files with sections that could be compared',
        }
  }
  const [loadedBefore, loadedAfter] = [loaded(before), loaded(after)]
  const names = ({ name, size, type, flags }: Section) => `${name}:${size}:${type}:${flags}`
  if (loadedBefore.map(names).join() !== loadedAfter.map(names).join()) {
    return { identical: false, reason: 'the programs’ loaded sections have other names or sizes' }
  }
  if (!equal(before.header, after.header)) {
    return { identical: false, reason: 'the programs are of other kinds or start at other places' }
  }
  if (!equal(before.programHeaders, after.programHeaders)) {
    return { identical: false, reason: 'the programs are mapped into memory in other ways' }
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
  /\.(c|cc|cpp|cxx|h|hh|hpp|hxx|inl|ipp|rs|s|S|cmake|mk|sh)$|(^|\/)(CMakeLists\.txt|Cargo\.(toml|lock)|build\.rs|Makefile|meson\.build|rust-toolchain(\.toml)?)$/

/** Files that are read by people alone. */
const WORDS = /\.md$|(^|\/)(LICENSE[^/]*|\.gitignore)$/

/** Directories of what programs read: a source or a text in there is somebody's input. */
const INPUTS = /(^|\/)(data|datasets?|test-?data|corpus|corpora|fixtures?|inputs?|samples?|assets?)\//i

/**
 * The changed tracked files by which equal programs may behave differently: what a program may read while it runs,
 * below the arm's directory; for a script, which may run anything of the checkout, every file. Sources and Markdown
 * are taken for input only below a directory that is named like one, such as `data` or `corpus`: whether a program
 * opens its own sources cannot be seen from here. `inputs` are files and directories that are known to be read.
 */
export function dataFiles(
  program: Uint8Array,
  changedPaths: readonly string[],
  directory: string,
  inputs: readonly string[] = [],
): readonly string[] {
  const named = changedPaths.filter((path) =>
    inputs.some((input) => path === input || path.startsWith(`${input}/`)),
  )
  if (named.length > 0) return named
  const isForPeople = (path: string) => WORDS.test(path) && !INPUTS.test(path)
  if (readElf(program) === null) return changedPaths.filter((path) => !isForPeople(path))
  const inside = changedPaths.filter((path) => directory === '.' || path.startsWith(`${directory}/`))
  return inside.filter((path) => INPUTS.test(path) || !(COMPILED.test(path) || WORDS.test(path)))
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
  for (const path of paths.map((text) => Buffer.from(text))) {
    for (let at = copy.indexOf(path); at >= 0; at = copy.indexOf(path, at + path.length))
      copy.fill(0, at, at + path.length)
  }
  return copy
}
