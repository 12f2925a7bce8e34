import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArchive } from '../../src/build/archive.ts'
import { ALLOCATED, readElf } from '../../src/build/elf.ts'
import { compiledAlone, ltoOf, wasLinkedWithLto } from '../../src/build/lto-object.ts'

const place = mkdtempSync(join(tmpdir(), 'pairgate-objects-'))
const LONG = 'a_member_with_a_name_longer_than_sixteen_bytes.o'

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { cwd: place, stdio: 'pipe' })
}

function bytesOf(name: string): Uint8Array {
  return readFileSync(join(place, name))
}

beforeAll(() => {
  writeFileSync(join(place, 'half.cpp'), 'int half(int x) { return x / 2; }\n')
  writeFileSync(
    join(place, 'main.cpp'),
    'int half(int);\nint big[4096];\nint main(int n, char**) { big[n] = n; return half(big[n]); }\n',
  )
  writeFileSync(join(place, 'main.rs'), 'fn main() { println!("{}", std::env::args().count()) }\n')
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Compiles a source with one compiler and its flags; returns the object's bytes. */
function compiled(compiler: string, ...flags: readonly string[]): Uint8Array {
  run(compiler, '-O2', ...flags, '-c', 'half.cpp', '-o', 'half.o')
  return bytesOf('half.o')
}

/** Builds a program of two objects. */
function linked(compiler: string, compile: readonly string[], link: readonly string[]): Uint8Array {
  run(compiler, '-O2', ...compile, '-c', 'half.cpp', '-o', 'half.o')
  run(compiler, '-O2', ...compile, '-c', 'main.cpp', '-o', 'main.o')
  run(compiler, '-O2', ...link, 'half.o', 'main.o', '-o', 'program')
  return bytesOf('program')
}

describe('an ELF file', () => {
  test('tells its kind and its loaded sections', () => {
    const program = readElf(linked('g++', [], []))
    // A position-independent executable is a shared object by its header.
    expect(program?.kind).toBe('shared')
    const loaded = program?.sections.filter(({ flags }) => (flags & ALLOCATED) !== 0n) ?? []
    expect(loaded.map(({ name }) => name)).toEqual(expect.arrayContaining(['.text', '.rodata', '.bss']))
    expect(loaded.find(({ name }) => name === '.bss')).toMatchObject({ bytes: new Uint8Array() })
    expect(loaded.find(({ name }) => name === '.bss')?.size).toBeGreaterThanOrEqual(4096 * 4)
    expect(readElf(compiled('g++'))?.kind).toBe('relocatable')
    expect(readElf(linked('g++', ['-fno-pie'], ['-no-pie']))?.kind).toBe('executable')
  })

  test('is not made of text, of nothing, or of a file that was cut off', () => {
    const whole = compiled('g++')
    expect(readElf(new Uint8Array())).toBeNull()
    expect(readElf(Buffer.from('#!/bin/sh\n'.repeat(20)))).toBeNull()
    for (const length of [63, 64, 200, whole.length - 64]) {
      expect(readElf(whole.subarray(0, length))).toBeNull()
    }
  })
})

describe('an archive', () => {
  test('yields its members with long and with short names, each with its own bytes', () => {
    const object = compiled('g++')
    writeFileSync(join(place, LONG), object)
    writeFileSync(join(place, 'odd.o'), 'odd')
    rmSync(join(place, 'full.a'), { force: true })
    run('ar', 'rcs', 'full.a', LONG, 'odd.o', 'half.o')
    const members = readArchive(bytesOf('full.a')) ?? []
    expect(members.map(({ name }) => name)).toEqual([LONG, 'odd.o', 'half.o'])
    expect(Buffer.from(members[1]?.bytes ?? []).toString()).toBe('odd')
    for (const index of [0, 2])
      expect(Buffer.compare(members[index]?.bytes ?? Buffer.alloc(0), object)).toBe(0)
  })

  test('that is thin names its members and holds none of them', () => {
    compiled('g++')
    rmSync(join(place, 'thin.a'), { force: true })
    run('ar', 'rcsT', 'thin.a', 'half.o')
    expect(readArchive(bytesOf('thin.a'))).toEqual([{ name: 'half.o', bytes: null }])
  })

  /** One member of an archive, its size written as `size`. */
  const member = (size: string, content: string, name = 'a.o/') =>
    `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${size.padEnd(10)}\`\n${content}`
  const archive = (...members: readonly string[]) => Buffer.from(`!<arch>\n${members.join('')}`)

  test('skips its symbol tables, of 32 and of 64 bits, and the padding of odd members', () => {
    const bytes = archive(
      member('4', 'syms', '/'),
      member('6', 'syms64', '/SYM64/'),
      member('3', 'odd\n'),
      member('4', 'even', 'b.o/'),
    )
    expect(readArchive(bytes)?.map(({ name }) => name)).toEqual(['a.o', 'b.o'])
  })

  test.each([
    ['a negative size', member('-68', '')],
    ['a size with other characters', member('4x', 'abcd')],
    ['no size', member('', 'abcd')],
    ['a member that was cut', member('400', 'abcd')],
    ['a header that was cut', member('4', 'abcd').slice(0, 40)],
  ])('is none with %s', (_, bytes) => {
    expect(readArchive(archive(member('2', 'ok'), bytes))).toBeNull()
  })

  test('is nothing else', () => {
    expect(readArchive(compiled('g++'))).toBeNull()
    expect(readArchive(new Uint8Array())).toBeNull()
    expect(readArchive(Buffer.from('!<arch>\n'))).toEqual([])
  })
})

test.each([
  ['gcc', 'g++', ['-flto']],
  ['gcc', 'g++', ['-flto', '-ffat-lto-objects']],
  ['none', 'g++', []],
  ['none', 'g++', ['-flto', '-fno-lto']],
  ['llvm', 'clang++', ['-flto=full']],
  ['llvm', 'clang++', ['-fembed-bitcode']],
  ['none', 'clang++', []],
] as const)('an object holds intermediate code of kind %s after %s %j', (kind, compiler, flags) => {
  expect(ltoOf(compiled(compiler, ...flags))).toBe(kind)
})

test('a program and a text are no objects', () => {
  expect(ltoOf(linked('g++', [], []))).toBe('not-an-object')
  expect(ltoOf(Buffer.from('text'))).toBe('not-an-object')
})

const RECORD = '-frecord-gcc-switches'
const LLD = '-fuse-ld=lld'

describe('a program linked with link-time optimisation proves it', () => {
  test.each([
    ['g++', ['-flto', RECORD], ['-flto', RECORD]],
    ['g++', ['-flto', '-ffat-lto-objects', RECORD], ['-flto', RECORD]],
    ['clang++', ['-flto=full'], ['-flto=full', LLD]],
  ] as const)('%s %j, linked with %j', (compiler, compile, link) => {
    expect(wasLinkedWithLto(linked(compiler, compile, link))).not.toBeNull()
  })

  test('rustc with -Clto=fat', () => {
    run('rustc', '-O', '-Clto=fat', '-Ccodegen-units=1', '-Cembed-bitcode=yes', 'main.rs', '-o', 'rust')
    expect(wasLinkedWithLto(bytesOf('rust'))).not.toBeNull()
  })
})

describe('a program linked without it proves nothing', () => {
  test.each([
    ['g++', [], []],
    ['g++', [RECORD], [RECORD]],
    ['g++', ['-flto', '-ffat-lto-objects', RECORD], ['-fno-lto', RECORD]],
    ['g++', ['-flto', RECORD], ['-flto', RECORD, '-s']],
    ['g++', ['-flto', RECORD], ['-flto', RECORD, '-Wl,-x']],
    ['clang++', [], [LLD]],
    ['clang++', ['-flto=thin'], ['-flto=thin', LLD]],
  ] as const)('%s %j, linked with %j', (compiler, compile, link) => {
    expect(wasLinkedWithLto(linked(compiler, compile, link))).toBeNull()
  })

  test.each([['-Ccodegen-units=1'], ['-Clto=thin'], ['-Clto=off'], ['-Cprefer-dynamic']])(
    'rustc with %s',
    (flag) => {
      run('rustc', '-O', flag, 'main.rs', '-o', 'rust')
      expect(wasLinkedWithLto(bytesOf('rust'))).toBeNull()
    },
  )
})

describe('a source that was compiled alone', () => {
  test('is named by the program in which the others took part', () => {
    run('g++', '-O2', '-c', 'half.cpp', '-o', 'half.o')
    run('g++', '-O2', '-flto', '-c', 'main.cpp', '-o', 'main.o')
    run('g++', '-O2', '-flto', 'half.o', 'main.o', '-o', 'mixed')
    expect(compiledAlone(bytesOf('mixed'))).toEqual(['half.cpp'])
  })

  test('is in no program where all took part', () => {
    expect(compiledAlone(linked('g++', ['-flto'], ['-flto']))).toEqual([])
    expect(compiledAlone(linked('clang++', ['-flto=full'], ['-flto=full', LLD]))).toEqual([])
  })
})
