import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { execute } from '../../src/commands/execute.ts'
import { decodeConfig } from '../../src/model/config-text.ts'
import { type RealRepository, realRepository } from '../host/real-repository.ts'

interface Ended {
  readonly code: number
  readonly printed: string
  readonly logged: string
}

/** Runs `pairgate init` in a directory. */
async function init(directory: string, ...args: readonly string[]): Promise<Ended> {
  let printed = ''
  let logged = ''
  const code = await execute(['init', ...args], {
    environment: process.env,
    directory,
    node: '20.12.0',
    program: '/nowhere/cli.js',
    input: Readable.from(['']),
    width: 80,
    color: false,
    ascii: false,
    live: false,
    liveWidth: 80,
    print: (text) => {
      printed += text
    },
    log: (text) => {
      logged += text
    },
  })
  return { code, printed, logged }
}

/** A C++ library with benchmarks behind an option, and a Rust workspace with one bench. */
const FILES = {
  'CMakeLists.txt': `cmake_minimum_required(VERSION 3.16)
project(textkit VERSION 1.2 LANGUAGES CXX)

option(TEXTKIT_BENCHMARKS "Build the benchmarks" OFF)

add_library(textkit src/split.cpp)
if(TEXTKIT_BENCHMARKS)
  add_subdirectory(bench)
endif()
`,
  'bench/CMakeLists.txt': `find_package(benchmark REQUIRED)

add_executable(textkit_bench
  split.cpp  # one file so far
)
target_link_libraries(textkit_bench
  PRIVATE
    textkit
    benchmark::benchmark_main)
`,
  'bench/split.cpp': '#include <benchmark/benchmark.h>\n',
  'src/split.cpp': '',
  'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\nresolver = "2"\n',
  'crates/textkit/Cargo.toml': `[package]
name = "textkit"
version = "1.2.0"
edition = "2021"

[features]
simd = []

[dev-dependencies]
criterion = { version = "0.5", default-features = false }
divan = "0.1"

[[bench]]
name = "split"
harness = false
required-features = ["simd"]

[[bench]]
name = "quick"
harness = false
`,
  'crates/textkit/benches/split.rs': 'use criterion::{criterion_group, criterion_main};\n',
  'crates/textkit/benches/quick.rs': 'fn main() { divan::main(); }\n',
  'crates/textkit/src/lib.rs': '',
  'third_party/benchmark/CMakeLists.txt':
    'project(benchmark)\nadd_executable(own main.cc)\ntarget_link_libraries(own benchmark)\n',
}

function textIn(repository: RealRepository, path: string): string {
  return readFileSync(join(repository.directory, path), 'utf8')
}

test('a repository gets a configuration that decodes and a workflow, each choice explained', async () => {
  using repository = realRepository()
  repository.commit(FILES)
  const { code, printed, logged } = await init(repository.directory)
  expect({ code, logged }).toEqual({ code: 0, logged: '' })
  expect(decodeConfig(textIn(repository, 'pairgate.yml'), 'pairgate.yml')).toMatchObject({
    kind: 'ok',
    config: {
      arms: {
        cpp: {
          build: {
            driver: 'cmake',
            source: '.',
            target: 'textkit_bench',
            options: { TEXTKIT_BENCHMARKS: 'ON' },
          },
          harness: { name: 'google-benchmark' },
        },
        rust: {
          build: {
            driver: 'cargo',
            manifest: 'crates/textkit/Cargo.toml',
            package: 'textkit',
            bench: 'split',
            features: ['simd'],
          },
          harness: { name: 'criterion' },
        },
      },
    },
  })
  expect(printed).toBe(`found 2 benchmark programs:

  cpp: cmake, google-benchmark
    - bench/CMakeLists.txt:3 makes the executable textkit_bench
    - google-benchmark: it links benchmark::benchmark_main (bench/CMakeLists.txt:6)
    - the root of the repository is the project that adds bench
    - TEXTKIT_BENCHMARKS is set to ON: the target needs that (CMakeLists.txt:7), and unless set it is OFF (CMakeLists.txt:4)

  rust: cargo, criterion
    - crates/textkit/Cargo.toml has the bench split with harness = false
    - criterion: crates/textkit/benches/split.rs uses the crate criterion
    - its package textkit is a member of the workspace Cargo.toml
    - split requires the features simd

not understood, and so left out:
  crates/textkit/benches/quick.rs: the bench quick of textkit: it is written with divan, which pairgate cannot ask
  any program can be an arm that is written by hand, with the harness key-value or command

wrote pairgate.yml
wrote .github/workflows/pairgate.yml

next:
  1. read both files, and commit them
  2. try it on your working tree: pairgate run --baseline HEAD --protocol quick-check
  3. give a self-hosted runner of the repository the label benchmark: the workflow runs there
`)
  expect(textIn(repository, '.github/workflows/pairgate.yml')).toContain('uses: pairgate/pairgate@v')
})

test('the files stand at the root, whatever directory of the repository is given', async () => {
  using repository = realRepository()
  repository.commit(FILES)
  expect((await init('/', join(repository.directory, 'bench'))).code).toBe(0)
  expect(textIn(repository, 'pairgate.yml')).toContain('source: "."')
  expect(existsSync(join(repository.directory, 'bench/pairgate.yml'))).toBe(false)
})

test.each(['pairgate.yml', '.github/workflows/pairgate.yml'])(
  '%s is never overwritten unasked',
  async (path) => {
    using repository = realRepository()
    repository.commit({ ...FILES, [path]: 'mine\n' })
    const { code, logged } = await init(repository.directory)
    expect(code).toBe(2)
    expect(logged).toBe(
      `pairgate: ${path} exists already in ${repository.directory}, so nothing was written: give --force to write both files anew\n`,
    )
    expect(repository.git('status', '--porcelain')).toBe('')
  },
)

test('--force writes both files anew', async () => {
  using repository = realRepository()
  repository.commit({ ...FILES, 'pairgate.yml': 'mine\n', '.github/workflows/pairgate.yml': 'mine\n' })
  expect((await init(repository.directory, '--force')).code).toBe(0)
  expect(textIn(repository, 'pairgate.yml')).toMatch(/^# Written by pairgate init/)
  expect(textIn(repository, '.github/workflows/pairgate.yml')).toMatch(/^# Written by pairgate init/)
})

test('where nothing is found it says what it looked for, what it did not understand and what to do', async () => {
  using repository = realRepository()
  repository.commit({
    'CMakeLists.txt': 'project(x)\nadd_executable(tool main.cpp)\n',
    'rust/Cargo.toml': '[package]\nname = "x"\n',
    'rust/benches/old.rs': '#![feature(test)]\n',
  })
  repository.write({ 'untracked/CMakeLists.txt': FILES['bench/CMakeLists.txt'] })
  const { code, printed, logged } = await init(repository.directory)
  expect({ code, printed }).toEqual({ code: 2, printed: '' })
  expect(logged).toMatch(/^pairgate: no benchmark program was found/)
  expect(logged).toContain('CMakeLists.txt (1 found): executables that link benchmark::benchmark')
  expect(logged).toContain('Cargo.toml (1 found): [[bench]] with harness = false')
  expect(logged).toContain(
    'rust/benches/old.rs: the bench old of x: it runs in the test harness of the compiler',
  )
  expect(logged).toContain('what to do: add your files to git')
  expect(existsSync(join(repository.directory, 'pairgate.yml'))).toBe(false)
})

test('an empty repository is one without benchmarks', async () => {
  using repository = realRepository()
  const { code, logged } = await init(repository.directory)
  expect(code).toBe(2)
  expect(logged).toContain('CMakeLists.txt (0 found)')
})

test('a directory that is no repository is a user’s mistake', async () => {
  using repository = realRepository()
  const plain = join(repository.temporary, 'plain')
  mkdirSync(plain)
  writeFileSync(join(plain, 'CMakeLists.txt'), FILES['CMakeLists.txt'])
  const { code, logged } = await init(plain)
  expect(code).toBe(2)
  expect(logged).toMatch(/^pairgate: .*\/plain is not in a git repository/)
})

test('a file in the way of a directory is told without a stack', async () => {
  using repository = realRepository()
  repository.commit({ ...FILES, '.github': 'a file\n' })
  const { code, logged } = await init(repository.directory)
  expect(code).toBe(2)
  expect(logged).toMatch(/^pairgate: \.github\/workflows\/pairgate\.yml could not be written/)
  expect(logged).not.toContain('this is a bug')
  expect(existsSync(join(repository.directory, 'pairgate.yml'))).toBe(false)
})
