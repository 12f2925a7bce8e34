import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameArms } from '../../src/init/arm-names.ts'
import type { Program } from '../../src/init/program.ts'

function program(language: Program['language'], name: string, owner = 'bench'): Program {
  const build = { driver: 'cmake', source: '.', target: name } as const
  return { language, name, owner, build, harness: 'pairgate', reasons: [] }
}

function names(...programs: readonly Program[]): readonly string[] {
  return nameArms(programs).map(({ name }) => name)
}

test('the only program of a language is called by the language', () => {
  expect(names(program('cpp', 'suite'), program('rust', 'suite'))).toEqual(['cpp', 'rust'])
})

test('several are called by their targets', () => {
  expect(names(program('cpp', 'sort'), program('cpp', 'hash_map'), program('rust', 'parse'))).toEqual([
    'sort',
    'hash_map',
    'rust',
  ])
})

test('equal targets of two languages are told apart by these', () => {
  const programs = ['cpp', 'rust'].flatMap((language) => [
    program(language === 'cpp' ? 'cpp' : 'rust', 'sort'),
    program(language === 'cpp' ? 'cpp' : 'rust', `${language}_only`),
  ])
  expect(names(...programs)).toEqual(['sort-cpp', 'cpp_only', 'sort-rust', 'rust_only'])
})

test('equal targets of two packages are told apart by these', () => {
  expect(names(program('rust', 'bench', 'json'), program('rust', 'bench', 'xml'))).toEqual([
    'json-bench',
    'xml-bench',
  ])
})

test('a target that is called like a language and the only program of that language are told apart', () => {
  expect(names(program('cpp', 'a'), program('cpp', 'rust'), program('rust', 'x'))).toEqual([
    'a',
    'rust-cpp',
    'x-rust',
  ])
})

test('a name that is free is not lost to one that another could have had', () => {
  expect(names(program('cpp', 'sort'), program('cpp', 'bench-sort'))).toEqual(['sort', 'bench-sort'])
})

test.each([
  ['bench.sort', 'bench-sort'],
  ['7zip', 'bench-7zip'],
  ['constructor', 'bench-constructor'],
  ['größe', 'gr-e'],
  ['', 'bench'],
  ['a'.repeat(40), 'a'.repeat(32)],
])('the target %j makes the name %s', (target, name) => {
  expect(names(program('cpp', target), program('cpp', 'other'))[0]).toBe(name)
})

test('names are valid and no two are equal, whatever the targets are called', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('sort', 'sort-2', 'bench-sort', 'cpp', 'rust', 'a'.repeat(40)),
  )
  const one = fc.record({
    language: fc.constantFrom('cpp' as const, 'rust' as const),
    name: text,
    owner: text,
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (all) => {
      const given = names(...all.map(({ language, name, owner }) => program(language, name, owner)))
      expect(new Set(given).size).toBe(given.length)
      for (const name of given) {
        expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/)
        expect(name in {}).toBe(false)
      }
    }),
  )
})
