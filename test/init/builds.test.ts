import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { detectPrograms } from '../../src/init/detect.ts'
import type { ProgramBuild } from '../../src/init/program.ts'
import { realRepository } from '../host/real-repository.ts'
import { treeOf } from './tree.ts'

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

async function buildIn(files: Readonly<Record<string, string>>): Promise<ProgramBuild | undefined> {
  return (await detectPrograms(treeOf(files))).programs[0]?.build
}

test('CMake builds the target that was found, with the options that it needs and not without', async () => {
  const files = {
    'lib/CMakeLists.txt': `cmake_minimum_required(VERSION 3.16)
project(lib CXX)
include(cmake/options.cmake)
# Stands for an installed Google Benchmark.
add_library(google INTERFACE)
add_library(benchmark::benchmark ALIAS google)
if(LIB_BENCHMARKS OR LIB_TESTS)
  if(NOT LIB_BENCHMARKS)
    return()
  endif()
  add_subdirectory(bench)
endif()
`,
    'lib/cmake/options.cmake':
      'option(LIB_BENCHMARKS "Build the benchmarks")\noption(LIB_TESTS "Build the tests" OFF)\n',
    'lib/bench/CMakeLists.txt': `file(GLOB SOURCES *.cpp)
add_executable(\${PROJECT_NAME}_bench \${SOURCES})
target_link_libraries(\${PROJECT_NAME}_bench PRIVATE benchmark::benchmark)
`,
    'lib/bench/main.cpp': 'int main() {}\n',
  }
  const build = await buildIn(files)
  expect(build).toEqual({
    driver: 'cmake',
    source: 'lib',
    target: 'lib_bench',
    options: { LIB_BENCHMARKS: 'ON' },
  })
  if (build?.driver !== 'cmake') return
  using repository = realRepository()
  repository.write(files)
  const made = (options: Readonly<Record<string, string>>, directory: string) => {
    const settings = Object.entries(options).map(([name, value]) => `-D${name}=${value}`)
    run('cmake', ['-S', build.source, '-B', directory, ...settings], repository.directory)
    run('cmake', ['--build', directory, '--target', build.target], repository.directory)
    return existsSync(join(repository.directory, directory, 'bench', build.target))
  }
  expect(made(build.options ?? {}, 'with')).toBe(true)
  expect(() => made({}, 'without')).toThrow(/No rule to make target|unknown target/)
})

test('cargo builds the bench that was found, with the features that it requires', async () => {
  const files = {
    'Cargo.toml': `[workspace]
members = ["crates/*"]
resolver = "2"

[workspace.dependencies]
bencher = { package = "criterion", path = "stand-in" }
`,
    'stand-in/Cargo.toml': '[package]\nname = "criterion"\nversion = "0.5.0"\nedition = "2021"\n',
    'stand-in/src/lib.rs': 'pub fn run() {}\n',
    'crates/parser/Cargo.toml': `[package]
name = "parser"
version = "0.1.0"
edition = "2021"

[features]
simd = []

[dev-dependencies]
bencher.workspace = true

[[bench]]
name = "parse"
harness = false
required-features = ["simd"]
`,
    'crates/parser/src/lib.rs': '',
    'crates/parser/benches/parse.rs': 'fn main() { bencher::run() }\n',
  }
  const build = await buildIn(files)
  expect(build).toEqual({
    driver: 'cargo',
    manifest: 'crates/parser/Cargo.toml',
    package: 'parser',
    bench: 'parse',
    features: ['simd'],
  })
  if (build?.driver !== 'cargo') return
  using repository = realRepository()
  repository.write(files)
  const args = ['bench', '--no-run', '--offline', '--manifest-path', build.manifest]
  const own = ['--package', build.package ?? '', '--bench', build.bench ?? '', '--features', 'simd']
  const messages = run('cargo', [...args, ...own, '--message-format', 'json'], repository.directory)
  expect(messages).toMatch(/"executable":"[^"]*parse-/)
})
