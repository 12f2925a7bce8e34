import { basename } from 'node:path'
import { type Elf, readElf, type Section } from './elf.ts'

/** What an object file holds of link-time optimisation. */
export type ObjectLto = 'gcc' | 'llvm' | 'none' | 'not-an-object'

const ascii = new TextDecoder('latin1')
const BITCODE = ['BC\u00c0\u00de', '\u00de\u00c0\u0017\u000b']

/** Looks for intermediate code: gcc's sections (of slim and fat objects), LLVM bitcode, plain or wrapped or embedded. */
export function ltoOf(bytes: Uint8Array): ObjectLto {
  if (BITCODE.includes(ascii.decode(bytes.subarray(0, 4)))) return 'llvm'
  if (isMachObject(bytes)) return 'none'
  const elf = readElf(bytes)
  if (elf?.kind !== 'relocatable') return 'not-an-object'
  if (elf.sections.some(({ name }) => name.startsWith('.gnu.lto_'))) return 'gcc'
  if (elf.sections.some(({ name }) => name === '.llvmbc')) return 'llvm'
  return 'none'
}

/** An object of macOS that holds machine code; one made for LTO is plain bitcode. */
function isMachObject(bytes: Uint8Array): boolean {
  return ascii.decode(bytes.subarray(0, 4)) === '\u00cf\u00fa\u00ed\u00fe' && bytes[12] === 1
}

/**
 * What in a linked program proves that it was linked with link-time optimisation; null where nothing does.
 *
 * gcc: the recorded switches (`-frecord-gcc-switches`) are those of its link-time pass and, with debugging information,
 * of compilations made for it. clang: all of the code
 * comes from the one file that the linker makes of it. rustc: all crates are one unit, the standard library with them.
 */
export function wasLinkedWithLto(program: Uint8Array): string | null {
  const elf = readElf(program)
  if (elf === null || isStripped(program)) return null
  const files = sourceFiles(program)
  const switches = stringsIn(section(elf, '.GCC.command.line'))
  const passed = switches.filter((one) => one.includes(LINK_TIME_PASS))
  if (passed.length > 0 && switches.every((one) => passed.includes(one) || / -flto(=| |$)/.test(one))) {
    return `the program records gcc’s link-time pass (${LINK_TIME_PASS}), and nothing compiled without -flto`
  }
  if (files.includes('ld-temp.o'))
    return 'the program’s code comes from the linker’s link-time pass (ld-temp.o)'
  const isRust = stringsIn(section(elf, '.comment')).some((one) => one.startsWith('rustc '))
  const isStdDynamic = stringsIn(section(elf, '.dynstr')).some((one) => one.startsWith('libstd-'))
  if (isRust && !isStdDynamic && files.filter((name) => /-cgu\.\d+$/.test(name)).length === 1) {
    return 'rustc’s link-time pass made one unit of all crates and of the standard library'
  }
  return null
}

const LINK_TIME_PASS = '-fltrans'

/** Whether a program lacks the symbols by which it tells what of its sources were compiled alone. */
export function isStripped(program: Uint8Array): boolean {
  return readElf(program) !== null && sourceFiles(program).length === 0
}

/** The sources that a program's symbol table names: link-time optimisation leaves no name of what it took in. */
export function compiledAlone(program: Uint8Array): readonly string[] {
  return [...new Set(sourceFiles(program).map((name) => basename(name)))].filter(
    (name) => SOURCE.test(name) && !OF_EVERY_PROGRAM.includes(name),
  )
}

/** Sources of C, C++ and Rust; of what has no name, the compiler's own word. */
const SOURCE = /\.(c|cc|cpp|cxx|c\+\+|C|rs)$|^<stdin>$/

/** Sources of the objects that the system links into every program. */
const OF_EVERY_PROGRAM = ['crtstuff.c', 'init.c', 'abi-note.c', 'elf-init.c', 'static-reloc.c']

/** The names of the files that a program's symbol table says its code was compiled from. */
function sourceFiles(program: Uint8Array): readonly string[] {
  const elf = readElf(program)
  const symbols = elf === null ? undefined : section(elf, '.symtab')
  const strings = elf === null ? undefined : section(elf, '.strtab')
  if (symbols === undefined || strings === undefined) return []
  const view = new DataView(symbols.bytes.buffer, symbols.bytes.byteOffset, symbols.bytes.byteLength)
  const names: string[] = []
  for (let at = 0; at + SYMBOL_BYTES <= symbols.bytes.length; at += SYMBOL_BYTES) {
    const kind = view.getUint8(at + 4) & 0xf
    if (kind !== FILE) continue
    const start = view.getUint32(at, true)
    names.push(ascii.decode(strings.bytes.subarray(start, strings.bytes.indexOf(0, start))))
  }
  return names.filter((name) => name !== '')
}

const SYMBOL_BYTES = 24
const FILE = 4

function section(elf: Elf, name: string): Section | undefined {
  return elf.sections.find((one) => one.name === name)
}

function stringsIn(found: Section | undefined): readonly string[] {
  return found === undefined
    ? []
    : ascii
        .decode(found.bytes)
        .split('\0')
        .filter((text) => text !== '')
}
