import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildBoth, buildCandidate, removeAll, type Tree } from './two-revisions.ts'

afterAll(removeAll)

const BUILD = 'driver: cmake, source: bench, target: suite'
const CLANG = { CC: 'clang', CXX: 'clang++' }

/** A program of two sources and a static library, with `more` at the end of its CMakeLists.txt. */
function project(more = '', factor = 3): Tree {
  return {
    'bench/CMakeLists.txt': `cmake_minimum_required(VERSION 3.5)
project(suite C CXX)
add_library(part STATIC part.cpp)
add_executable(suite main.cpp)
target_link_libraries(suite PRIVATE part)
${more}
`,
    'bench/part.cpp': `int part(int x) { return x * ${factor}; }\n`,
    'bench/main.cpp': `#include <cassert>
#include <cstdio>
int part(int x);
int main(int argc, char**) { std::puts(__FILE__); return part(argc); }
`,
  }
}

describe('a healthy project', () => {
  test('is built by g++ with proof of link-time optimisation, and equal sources give identical programs', async () => {
    const built = await buildBoth({ build: BUILD, baseline: project() })
    expect(built.candidate).toMatchObject({ status: 'built', reason: null, lto: { kind: 'verified' } })
    expect(built.identity).toMatchObject({ identical: true, project_changes: [] })
    expect(built.troubles).toEqual([])
    expect(built.baseline.sha256).toBe(built.candidate.sha256)
    expect(built.baseline.flags).toEqual(built.candidate.flags)
    expect(JSON.stringify(built.candidate)).not.toContain(built.directory)
    expect(built.candidate.toolchain).toMatchObject({
      cmake: expect.stringContaining('cmake version'),
      CXX: expect.stringContaining('GNU'),
      triple: expect.stringMatching(/linux/),
    })
    expect(built.candidate.abi).toMatch(/^ELF 64-bit little-endian /)
    expect(Object.values(built.candidate.compile_flags ?? {}).join()).toContain('-flto')
  })

  test('is built by clang with full link-time optimisation, and equal sources give identical programs', async () => {
    const built = await buildBoth({ build: BUILD, baseline: project(), environment: CLANG })
    expect(built.candidate).toMatchObject({ status: 'built', reason: null, lto: { kind: 'verified' } })
    expect(built.identity).toMatchObject({ identical: true })
    expect(built.lines.join('\n')).toContain('-flto=full')
    expect(built.lines.join('\n')).not.toContain('-flto=thin')
  })

  test('may choose clang itself, as an option of CMake', async () => {
    const built = await buildBoth({
      build: `${BUILD}, options: {CMAKE_CXX_COMPILER: clang++, CMAKE_C_COMPILER: clang}`,
      baseline: project(),
    })
    expect(built.candidate).toMatchObject({ status: 'built', lto: { kind: 'verified' } })
    expect(built.candidate.toolchain.CXX).toContain('Clang')
    expect(built.identity).toMatchObject({ identical: true })
  })

  test('is another program after a change of one character', async () => {
    const built = await buildBoth({ build: BUILD, baseline: project(), candidate: project('', 5) })
    expect(built.candidate.status).toBe('built')
    expect(built.identity).toMatchObject({ identical: false })
  })

  test('keeps the flags that it sets itself', async () => {
    const own = 'target_compile_options(suite PRIVATE -DOWN_FLAG)'
    const built = await buildBoth({
      build: `${BUILD}, options: {CMAKE_CXX_FLAGS: -DOPTION_FLAG}`,
      baseline: project(own),
      environment: { CXXFLAGS: '-DUSER_FLAG' },
    })
    const compile = built.lines.find((line) => line.includes('-DOWN_FLAG')) ?? ''
    expect(compile).toContain('-DOPTION_FLAG')
    expect(compile).toContain('-ffile-prefix-map=')
    expect(built.candidate.status).toBe('built')
  })

  test('may put its program outside of the build directory, into the checkout', async () => {
    const own = 'set_target_properties(suite PROPERTIES RUNTIME_OUTPUT_DIRECTORY ../../src/bench/bin)'
    const built = await buildBoth({ build: BUILD, baseline: project(own) })
    expect(built.candidate).toMatchObject({ status: 'built', reason: null })
    expect(built.programs.get('arm@candidate')?.path).toMatch(/\/src\/bench\/bin\/suite$/)
  })

  test('lists assembly and prebuilt objects, which cannot have it', async () => {
    const own = `enable_language(ASM)
target_sources(part PRIVATE empty.S)`
    const built = await buildBoth({
      build: BUILD,
      baseline: { ...project(own), 'bench/empty.S': '.globl nothing\nnothing:\n .long 0\n' },
    })
    expect(built.candidate).toMatchObject({
      status: 'built',
      lto: { kind: 'verified', without: expect.arrayContaining([expect.stringContaining('empty.S.o')]) },
    })
  })
})

describe('link-time optimisation is missing', () => {
  const off = 'PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)'

  test.each([
    ['the target turns it off', `set_target_properties(suite ${off}`, /suite/],
    ['a static library of its own is built without it', `set_target_properties(part ${off}`, /part\.cpp\.o/],
    [
      'one source is compiled without it',
      'set_source_files_properties(part.cpp PROPERTIES COMPILE_OPTIONS -fno-lto)',
      /part\.cpp\.o/,
    ],
    [
      'fat objects are linked without it',
      'target_compile_options(suite PRIVATE -ffat-lto-objects)\ntarget_compile_options(part PRIVATE -ffat-lto-objects)\ntarget_link_options(suite PRIVATE -fno-lto)',
      /-fno-lto/,
    ],
    [
      'a shared library of its own is linked without it',
      `add_library(plug SHARED plug.cpp)
target_compile_options(plug PRIVATE -ffat-lto-objects)
target_link_options(plug PRIVATE -fno-lto)
target_link_libraries(suite PRIVATE plug)`,
      /plug/,
    ],
  ])('when %s', async (_, more, named) => {
    const built = await buildCandidate({
      build: BUILD,
      tree: { ...project(more), 'bench/plug.cpp': 'int plug() { return 1; }\n' },
    })
    expect(built.candidate).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/link-time optimisation is missing/),
    })
    expect(built.candidate.reason).toMatch(named)
    expect(built.programs.size).toBe(0)
  })

  test('when clang is made to use its thin kind', async () => {
    const built = await buildCandidate({
      build: BUILD,
      tree: project('target_compile_options(part PRIVATE -flto=thin)'),
      environment: CLANG,
    })
    expect(built.candidate).toMatchObject({ status: 'failed', reason: expect.stringContaining('thin') })
  })

  test('and the arm says that it may be: the record says so', async () => {
    const built = await buildCandidate({
      build: BUILD,
      arm: 'lto: unverified',
      tree: project(`set_target_properties(suite ${off}`),
    })
    expect(built.candidate).toMatchObject({ status: 'built', lto: { kind: 'unverified' } })
  })

  test('because clang has no linker for it: the package is named', async () => {
    const bin = mkdtempSync(join(tmpdir(), 'pairgate-no-lld-'))
    mkdirSync(bin, { recursive: true })
    for (const name of readdirSync('/usr/bin')) {
      if (!/lld/.test(name)) symlinkSync(join('/usr/bin', name), join(bin, name))
    }
    const built = await buildCandidate({
      build: BUILD,
      tree: project(),
      environment: { ...CLANG, PATH: bin },
    })
    rmSync(bin, { recursive: true, force: true })
    expect(built.candidate).toMatchObject({ status: 'failed', reason: expect.stringMatching(/lld-\d+/) })
  })
})

test('a configuration that asks for another kind of build is refused', async () => {
  const built = await buildCandidate({
    build: `${BUILD}, options: {CMAKE_BUILD_TYPE: Debug}`,
    tree: project(),
  })
  expect(built.candidate).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('options.CMAKE_BUILD_TYPE is Debug'),
  })
})

test('a program that is mapped into memory in another way is not identical', async () => {
  const stack = 'target_link_options(suite PRIVATE -Wl,-z,execstack)'
  const built = await buildBoth({ build: BUILD, baseline: project(), candidate: project(stack) })
  expect(built.identity).toMatchObject({ identical: false, reason: expect.stringContaining('mapped') })
})

test('a target that does not exist is named', async () => {
  const built = await buildBoth({ build: 'driver: cmake, source: bench, target: typo', baseline: project() })
  expect(built.candidate).toMatchObject({ status: 'failed', reason: expect.stringMatching(/typo/) })
})

test('flags that the project changed are named, and where', async () => {
  const built = await buildBoth({
    build: BUILD,
    baseline: project(),
    candidate: project('target_compile_options(suite PRIVATE -DNEW_FLAG)'),
  })
  expect(built.identity?.project_changes.join()).toContain('-DNEW_FLAG')
})
