import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparePrograms, dataFiles } from '../../src/build/identity.ts'

const COMPILER = 'g++'
const place = mkdtempSync(join(tmpdir(), 'pairgate-identity-'))

afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A program of this source, built with more flags. */
function built(source: string, ...flags: readonly string[]): Buffer {
  writeFileSync(join(place, 'main.cpp'), source)
  execFileSync(COMPILER, ['-O2', ...flags, 'main.cpp', '-o', 'program'], { cwd: place, stdio: 'pipe' })
  return readFileSync(join(place, 'program'))
}

const SOURCE = (number: number) =>
  `int table[4] = {1, 2, 3, 4};\nint main(int n, char**) { return table[n & 3] * 1000 + ${number}; }\n`

const image = (bytes: Uint8Array, ...paths: string[]) => ({ bytes, paths })

describe('two programs', () => {
  let program: Buffer
  beforeAll(() => {
    program = built(SOURCE(7), '-Wl,--build-id')
  })

  /** The program with one byte of its header or elsewhere changed. */
  function patched(at: number, value = (program[at] ?? 0) ^ 1): Buffer {
    const copy = Buffer.from(program)
    copy[at] = value
    return copy
  }

  test('are identical where they are one', () => {
    expect(comparePrograms(image(program), image(program))).toMatchObject({ identical: true })
  })

  test('are identical where the build id alone differs', () => {
    const other = built(SOURCE(7), '-Wl,--build-id=0x0123456789012345678901234567890123456789')
    const one = built(SOURCE(7), '-Wl,--build-id=0x9876543210987654321098765432109876543210')
    expect(Buffer.compare(one, other)).not.toBe(0)
    expect(comparePrograms(image(one), image(other))).toMatchObject({ identical: true })
  })

  test('differ in the section that holds a changed constant, by its name', () => {
    expect(comparePrograms(image(program), image(built(SOURCE(8), '-Wl,--build-id')))).toEqual({
      identical: false,
      reason: 'the programs differ in .text',
    })
    const table = built(SOURCE(7).replace('{1, 2', '{1, 5'), '-Wl,--build-id')
    expect(comparePrograms(image(program), image(table))).toMatchObject({
      identical: false,
      reason: expect.stringMatching(/\.(data|rodata)/),
    })
  })

  test.each([
    ['type', 0x10],
    ['machine', 0x12],
    ['entry point', 0x18],
    ['flags', 0x30],
    ['ABI', 0x07],
  ])('differ where the %s in their headers does', (_, at) => {
    expect(comparePrograms(image(program), image(patched(at)))).toMatchObject({ identical: false })
  })

  test.each(['/tmp/aaaa', '/tmp/größe/ä', '/tmp/名前'])(
    'may each hold their own path, such as %s',
    (path) => {
      const other = path.replace('tmp', 'var')
      const source = (own: string) =>
        `#include <cstdio>\nint main() { return std::puts("${own}/bench/data"); }\n`
      const [one, two] = [built(source(path)), built(source(other))]
      expect(comparePrograms(image(one), image(two))).toMatchObject({ identical: false })
      expect(comparePrograms(image(one, path), image(two, other))).toMatchObject({ identical: true })
    },
  )

  test('that are no ELF files are compared byte by byte', () => {
    const script = Buffer.from('#!/bin/sh\nexec true\n')
    expect(comparePrograms(image(script), image(script))).toMatchObject({ identical: true })
    expect(comparePrograms(image(script), image(Buffer.from('#!/bin/sh\n')))).toMatchObject({
      identical: false,
    })
    expect(comparePrograms(image(program), image(script))).toMatchObject({ identical: false })
  })
})

describe('what equal programs may read', () => {
  const elf = () => built(SOURCE(1))
  const script = Buffer.from('#!/bin/sh\n')

  test.each([
    ['bench/input.csv', true],
    ['bench/model.bin', true],
    ['bench/corpus/readme.md', true],
    ['bench/fixtures/parser/main.rs', true],
    ['bench/README.md', false],
    ['bench/notes.md', false],
    ['bench/main.cpp', false],
    ['bench/CMakeLists.txt', false],
    ['bench2/input.csv', false],
    ['src/input.csv', false],
  ])('%s counts: %s', (path, counts) => {
    expect(dataFiles(elf(), [path], 'bench')).toEqual(counts ? [path] : [])
  })

  test('is anything below the root for an arm that is the whole repository', () => {
    expect(dataFiles(elf(), ['input.csv', 'deep/er/input.csv'], '.')).toHaveLength(2)
  })

  test('is for a script every file of the checkout but words', () => {
    expect(dataFiles(script, ['src/other.sh', 'LICENSE', 'notes.md'], 'bench')).toEqual(['src/other.sh'])
  })

  test('what a program is known to read counts wherever it lies, and whatever it is called', () => {
    const inputs = ['notes.md', 'corpora']
    expect(dataFiles(elf(), ['notes.md', 'other.md'], 'bench', inputs)).toEqual(['notes.md'])
    expect(dataFiles(elf(), ['corpora/a.cpp', 'corpora2/a'], 'bench', inputs)).toEqual(['corpora/a.cpp'])
    expect(dataFiles(elf(), ['elsewhere.csv'], 'bench', inputs)).toEqual([])
  })
})
