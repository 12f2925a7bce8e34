import { describe, expect, test } from 'vitest'
import { cmakePrograms } from '../../src/init/cmake-programs.ts'
import type { Program } from '../../src/init/program.ts'
import { treeOf } from './tree.ts'

const ROOT = 'cmake_minimum_required(VERSION 3.16)\nproject(lib CXX)\n'

async function programsIn(files: Readonly<Record<string, string>>): Promise<readonly Program[]> {
  return (await cmakePrograms(treeOf(files))).programs
}

/** The only program of a repository whose root has these lines. */
async function only(lines: string, files: Readonly<Record<string, string>> = {}): Promise<Program> {
  const [program, ...others] = await programsIn({ 'CMakeLists.txt': `${ROOT}${lines}`, ...files })
  if (program === undefined || others.length > 0) throw new Error(`${others.length} others`)
  return program
}

async function reasonsIn(files: Readonly<Record<string, string>>): Promise<string> {
  const { programs, notUnderstood } = await cmakePrograms(treeOf(files))
  expect(programs).toEqual([])
  return notUnderstood.map(({ place, reason }) => `${place}: ${reason}`).join('\n')
}

describe('the harness is google-benchmark', () => {
  test.each([
    'target_link_libraries(bench PRIVATE benchmark::benchmark)',
    'target_link_libraries(bench PUBLIC lib PRIVATE benchmark::benchmark_main)',
    'target_link_libraries(bench benchmark pthread)',
    'TARGET_LINK_LIBRARIES( bench\n  # the main function too\n  benchmark_main )',
    'target_link_libraries(bench $<BUILD_INTERFACE:benchmark::benchmark>)',
    `set(LIBS lib benchmark::benchmark)\ntarget_link_libraries(bench \${LIBS})`,
    `list(APPEND LIBS benchmark::benchmark)\ntarget_link_libraries(bench "\${LIBS}" \${LIBS})`,
    'add_library(common INTERFACE)\ntarget_link_libraries(common INTERFACE benchmark::benchmark)\ntarget_link_libraries(bench PRIVATE common)',
    'add_library(my::bench ALIAS wrapper)\ntarget_link_libraries(wrapper benchmark)\ntarget_link_libraries(bench my::bench)',
  ])('by %j', async (lines) => {
    expect(await only(`add_executable(bench bench.cpp)\n${lines}`)).toMatchObject({
      name: 'bench',
      harness: 'google-benchmark',
      build: { driver: 'cmake', source: '.', target: 'bench' },
    })
  })

  test('for every target after link_libraries()', async () => {
    const lines =
      'add_executable(tool t.cpp)\nlink_libraries(benchmark::benchmark)\nadd_executable(bench b.cpp)'
    expect((await only(lines)).name).toBe('bench')
  })

  test('where a source includes its header, however it is linked', async () => {
    const program = await only(
      `file(GLOB SOURCES CONFIGURE_DEPENDS bench/*.cc)\nadd_executable(b \${SOURCES})`,
      {
        'bench/sort.cc': '#include <vector>\n# include <benchmark/benchmark.h>\n',
      },
    )
    expect(program.reasons).toContain('google-benchmark: bench/sort.cc includes benchmark/benchmark.h')
  })
})

describe('the harness is pairgate', () => {
  test('where a source includes pairgate.hpp, even through a header of the repository', async () => {
    const program = await only(`set(SOURCES main.cpp)\nadd_executable(suite WIN32 \${SOURCES})`, {
      'main.cpp': '#include "suite.hpp"\n',
      'suite.hpp': '#include <pairgate.hpp>\n#include "suite.hpp"\n',
    })
    expect(program).toMatchObject({ harness: 'pairgate' })
    expect(program.reasons).toContain('pairgate: suite.hpp includes pairgate.hpp')
  })

  test('where the target pairgate is linked', async () => {
    const program = await only(
      'add_executable(suite main.cpp)\ntarget_link_libraries(suite PRIVATE pairgate)',
    )
    expect(program.harness).toBe('pairgate')
  })

  test('where sources are added later', async () => {
    const lines = `add_executable(suite)\ntarget_sources(suite PRIVATE \${CMAKE_CURRENT_SOURCE_DIR}/main.cpp)`
    expect((await only(lines, { 'main.cpp': '#include "x/pairgate.hpp"' })).harness).toBe('pairgate')
  })
})

test.each([
  'add_executable(tool main.cpp)',
  'add_executable(tool main.cpp)\ntarget_link_libraries(tool PRIVATE benchmarks_of_mine)',
  'add_library(common x.cpp)\ntarget_link_libraries(common PRIVATE benchmark)\nadd_executable(tool t.cpp)\ntarget_link_libraries(tool common)',
  'add_library(benchmark timer.cpp)\nadd_executable(tool t.cpp)\ntarget_link_libraries(tool benchmark)',
  'add_executable(tool IMPORTED)\ntarget_link_libraries(tool INTERFACE benchmark)',
  '#[[\nadd_executable(bench b.cpp)\ntarget_link_libraries(bench benchmark)\n]]',
])('%j has no benchmark program', async (lines) => {
  expect(await cmakePrograms(treeOf({ 'CMakeLists.txt': `${ROOT}${lines}` }))).toEqual({
    programs: [],
    notUnderstood: [],
  })
})

function makes(name: string): string {
  return `add_executable(${name} b.cpp)\ntarget_link_libraries(${name} PRIVATE benchmark::benchmark)\n`
}

const BENCH = makes('bench')

describe('the source directory', () => {
  test('is that of the uppermost project that adds the target', async () => {
    const [program] = await programsIn({
      'CMakeLists.txt': `${ROOT}add_subdirectory(perf)`,
      'perf/CMakeLists.txt': `project(perf)\nadd_subdirectory("\${CMAKE_CURRENT_SOURCE_DIR}/micro" build)`,
      'perf/micro/CMakeLists.txt': BENCH,
    })
    expect(program).toMatchObject({ build: { source: '.' }, owner: 'micro' })
    expect(program?.reasons).toContain('the root of the repository is the project that adds perf/micro')
  })

  test('is the directory itself where the project stands alone', async () => {
    const [program] = await programsIn({
      'CMakeLists.txt': ROOT,
      'bench/CMakeLists.txt': `project(bench)\n${BENCH}`,
    })
    expect(program).toMatchObject({ build: { source: 'bench' } })
  })

  test('begins at project(): what stands above it has no say', async () => {
    const [program] = await programsIn({
      'CMakeLists.txt': 'if(NOT KNOWN)\nadd_subdirectory(cpp)\nendif()',
      'cpp/CMakeLists.txt': `project(cpp)\n${BENCH}`,
    })
    expect(program?.build).toEqual({ driver: 'cmake', source: 'cpp', target: 'bench' })
    expect(program?.reasons.join()).not.toContain('KNOWN')
  })

  test('follows files that are included, by path or by the name of a module', async () => {
    const names = (
      await programsIn({
        'CMakeLists.txt': `${ROOT}include(cmake/one.cmake)\ninclude(Two)`,
        'cmake/one.cmake': makes('one'),
        'cmake/Two.cmake': makes('two'),
      })
    ).map(({ build }) => build)
    expect(names).toMatchObject([
      { source: '.', target: 'one' },
      { source: '.', target: 'two' },
    ])
  })

  test('finds sources beside an included file, and goes on with what it set', async () => {
    const [program] = await programsIn({
      'CMakeLists.txt': `${ROOT}include(perf/targets.cmake)\nadd_executable(\${NAME} \${SOURCES})`,
      'perf/targets.cmake': `set(NAME perf)\nset(SOURCES \${CMAKE_CURRENT_LIST_DIR}/main.cpp)`,
      'perf/main.cpp': '#include <benchmark/benchmark.h>',
    })
    expect(program?.name).toBe('perf')
  })

  test('may use the name of the project', async () => {
    expect((await only(makes(`\${PROJECT_NAME}_bench`))).name).toBe('lib_bench')
  })

  test('is told to be missing where no project reaches the target', async () => {
    expect(await reasonsIn({ 'CMakeLists.txt': ROOT, 'bench/CMakeLists.txt': BENCH })).toMatch(
      /^bench\/CMakeLists.txt:1: bench: no CMakeLists.txt with project\(\) is seen to add bench; add an arm/,
    )
  })

  test('ends where directories add each other', async () => {
    const [program, ...others] = await programsIn({
      'CMakeLists.txt': `${ROOT}add_subdirectory(a)`,
      'a/CMakeLists.txt': `add_subdirectory(..)\n${BENCH}`,
    })
    expect({ program, others }).toMatchObject({ program: undefined, others: [] })
  })
})

describe('options', () => {
  const OPTION = 'option(BUILD_BENCHMARKS "Build them" OFF)\n'

  test.each([
    ['a guard is switched on', `${OPTION}if(BUILD_BENCHMARKS)\n${BENCH}endif()`, { BUILD_BENCHMARKS: 'ON' }],
    ['without a default it is off', `option(B "x")\nif(B)\n${BENCH}endif()`, { B: 'ON' }],
    [
      'in old style',
      `${OPTION}if(\${BUILD_BENCHMARKS})\n${BENCH}endif(BUILD_BENCHMARKS)`,
      { BUILD_BENCHMARKS: 'ON' },
    ],
    ['in the cache', `set(B OFF CACHE BOOL "x")\nif(B)\n${BENCH}endif()`, { B: 'ON' }],
    ['one that depends on a variable', `option(B "x" \${MAIN})\nif(B)\n${BENCH}endif()`, { B: 'ON' }],
    [
      'both of two',
      `${OPTION}option(X "x" OFF)\nif(BUILD_BENCHMARKS AND X)\n${BENCH}endif()`,
      { BUILD_BENCHMARKS: 'ON', X: 'ON' },
    ],
    [
      'each of two blocks',
      `${OPTION}option(X "x" OFF)\nif(BUILD_BENCHMARKS)\nif(X)\n${BENCH}endif()\nendif()`,
      { BUILD_BENCHMARKS: 'ON', X: 'ON' },
    ],
    [
      'a negated one is switched off',
      `option(LIB_ONLY "x" ON)\nif(NOT LIB_ONLY)\n${BENCH}endif()`,
      { LIB_ONLY: 'OFF' },
    ],
    ['after else', `option(LIB_ONLY "x" ON)\nif(LIB_ONLY)\nelse()\n${BENCH}endif()`, { LIB_ONLY: 'OFF' }],
    [
      'after a return',
      `${OPTION}if(NOT BUILD_BENCHMARKS)\n  return()\nendif()\n${BENCH}`,
      { BUILD_BENCHMARKS: 'ON' },
    ],
    [
      'after a return of a function alone',
      `function(f)\nif(X)\nreturn()\nendif()\nendfunction()\n${OPTION}if(BUILD_BENCHMARKS)\n${BENCH}endif()`,
      { BUILD_BENCHMARKS: 'ON' },
    ],
    [
      'the first of several',
      `${OPTION}option(T "x" OFF)\nif(T OR BUILD_BENCHMARKS)\n${BENCH}endif()`,
      { T: 'ON' },
    ],
    [
      'what another block needs anyway',
      `${OPTION}option(T "x" OFF)\nif(T OR BUILD_BENCHMARKS)\nif(BUILD_BENCHMARKS AND NOT EMSCRIPTEN)\n${BENCH}endif()\nendif()`,
      { BUILD_BENCHMARKS: 'ON' },
    ],
  ])('%s', async (_, lines, options) => {
    expect((await only(lines)).build).toEqual({ driver: 'cmake', source: '.', target: 'bench', options })
  })

  test.each([
    ['one that is on already', `option(B "x" ON)\nif(B)\n${BENCH}endif()`],
    ['no condition at all', `${OPTION}${BENCH}`],
    ['a condition on the place', `if(PROJECT_IS_TOP_LEVEL)\n${BENCH}endif()`],
    ['the same in old style', `if(CMAKE_PROJECT_NAME STREQUAL PROJECT_NAME)\n${BENCH}endif()`],
    ['what a module switches on', `include(CTest)\nif(BUILD_TESTING)\n${BENCH}endif()`],
    ['another platform', `if(NOT WIN32)\n${BENCH}endif()`],
    ['one of which one is on', `${OPTION}option(T "x" ON)\nif(BUILD_BENCHMARKS OR T)\n${BENCH}endif()`],
  ])('nothing is set for %s', async (_, lines) => {
    const program = await only(lines)
    expect(program.build).toEqual({ driver: 'cmake', source: '.', target: 'bench' })
    expect(program.reasons.join()).not.toContain('see that it does')
  })

  test('the guard of a directory counts, wherever the option is declared', async () => {
    const [program] = await programsIn({
      'CMakeLists.txt': `${ROOT}if(LIB_BENCHMARKS)\n  add_subdirectory(bench)\nendif()`,
      'cmake/options.cmake': 'option(LIB_BENCHMARKS "Build the benchmarks" OFF)',
      'bench/CMakeLists.txt': BENCH,
    })
    expect(program?.build).toMatchObject({ options: { LIB_BENCHMARKS: 'ON' } })
    expect(program?.reasons).toContain(
      'LIB_BENCHMARKS is set to ON: the target needs that (CMakeLists.txt:3), and unless set it is OFF (cmake/options.cmake:1)',
    )
  })

  test.each([
    ['if(benchmark_FOUND)', 'if(benchmark_FOUND)'],
    ['if(NOT CMAKE_CROSSCOMPILING)', 'if(NOT CMAKE_CROSSCOMPILING)'],
    ['if((A OR B) AND C)', 'if(( A OR B ) AND C)'],
    ['if(CMAKE_SIZEOF_VOID_P EQUAL 8)', 'if(CMAKE_SIZEOF_VOID_P EQUAL 8)'],
  ])('%s is told, for it is no option', async (condition, told) => {
    const program = await only(`${condition}\n${BENCH}endif()`)
    expect(program.reasons).toContain(
      `it is built only where ${told} holds (CMakeLists.txt:3): see that it does`,
    )
    expect(program.build).not.toHaveProperty('options')
  })
})

describe('what a variable makes is not understood', () => {
  test.each([
    [
      'a loop',
      `foreach(name sort hash)\n${makes(`bench_\${name}`)}\nendforeach()`,
      `add_executable(bench_\${name} ...) in foreach(name)`,
    ],
    [
      'a function',
      `function(add_bench NAME)\n${makes(`\${NAME}`)}\nendfunction()\nadd_bench(sort)`,
      `add_executable(\${NAME} ...) in function(add_bench)`,
    ],
    [
      'a macro',
      `set(NAME x)\nmacro(add_bench NAME)\n${makes(`\${NAME}`)}\nendmacro()`,
      'in macro(add_bench)',
    ],
    [
      'a variable from elsewhere',
      makes(`\${PREFIX}bench`),
      `add_executable(\${PREFIX}bench ...): which targets`,
    ],
    [
      'a branch that may not run',
      `if(A)\nset(N one)\nelse()\nset(N two)\nendif()\n${makes(`\${N}`)}`,
      `\${N}`,
    ],
  ])('%s', async (_, lines, told) => {
    const reasons = await reasonsIn({ 'CMakeLists.txt': `${ROOT}${lines}` })
    expect(reasons).toContain(told)
    expect(reasons.split('\n')).toHaveLength(1)
  })

  test('but a loop over tests beside one over benchmarks is none of ours', async () => {
    const loop = (library: string) =>
      `foreach(target \${TARGETS})\nadd_executable(\${target} \${target}.cc)\ntarget_link_libraries(\${target} ${library})\nendforeach()\n`
    const reasons = await reasonsIn({
      'CMakeLists.txt': `${ROOT}${loop('GTest::gtest_main')}${loop('benchmark::benchmark_main')}`,
    })
    expect(reasons).toMatch(/^CMakeLists.txt:8: [^\n]*$/)
  })

  test('a value that is set and used in one block is known there', async () => {
    expect((await only(`if(benchmark_FOUND)\nset(N bench)\n${makes(`\${N}`)}\nendif()`)).name).toBe('bench')
  })
})

test('a value that doubles itself over and over ends', async () => {
  const doubling = `set(A "\${A}\${A}\${A}\${A}")\n`.repeat(60)
  expect((await only(`set(A "x")\n${doubling}${BENCH}`)).name).toBe('bench')
})
