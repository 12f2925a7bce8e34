import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The arms that a generated suite may have. */
export type SuiteArm = 'cpp' | 'rust'

/** Vectors of so many sizes, the smallest and the step between them in values. */
const SIZES = 5
const SMALLEST = 500
const STEP = 1500

const BUILDS: Readonly<Record<SuiteArm, string>> = {
  cpp: '{driver: cmake, source: cpp, target: suite}',
  rust: '{driver: cargo, manifest: rust/Cargo.toml, bin: suite}',
}

/** Makes a repository of two commits in `directory`, with `benchmarks` sums over vectors in each of `arms`. */
export function makeSuiteRepository(
  directory: string,
  home: string,
  benchmarks: number,
  arms: readonly SuiteArm[],
): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid']
    execFileSync('git', [...identity, ...args], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  cpSync(join(home, 'harness'), join(directory, 'harness'), {
    recursive: true,
    filter: (path) => !path.endsWith('/target'),
  })
  const armLines = arms.map((arm) => `  ${arm}:\n    build: ${BUILDS[arm]}\n    harness: pairgate\n`)
  write('pairgate.yml', `version: 1\narms:\n${armLines.join('')}`)
  write('cpp/CMakeLists.txt', CMAKE)
  write('cpp/main.cpp', cppSource(benchmarks))
  write('Cargo.toml', '[workspace]\nmembers = ["harness/rust", "rust"]\nresolver = "2"\n')
  write('rust/Cargo.toml', CARGO)
  write('rust/src/main.rs', rustSource(benchmarks))
  git('init', '--quiet')
  if (arms.includes('rust')) {
    execFileSync('cargo', ['generate-lockfile', '--offline', '--quiet'], { cwd: directory, stdio: 'inherit' })
  }
  git('add', '--all')
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'The suite')
  write('README.md', 'A change of no program.\n')
  git('add', '--all')
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'Describe the suite')
}

const CMAKE = `cmake_minimum_required(VERSION 3.16)
project(suite LANGUAGES CXX)
add_executable(suite main.cpp)
target_compile_features(suite PRIVATE cxx_std_17)
target_include_directories(suite PRIVATE ../harness/cpp)
`

function cppSource(benchmarks: number): string {
  return `#include <cstdint>
#include <string>
#include <vector>

#include "pairgate.hpp"

namespace {

std::vector<std::uint64_t> values(pairgate::Random& random, std::uint64_t count) {
  std::vector<std::uint64_t> result;
  for (std::uint64_t i = 0; i < count; ++i) result.push_back(random.below(1000000));
  return result;
}

std::uint64_t mixed(const std::vector<std::uint64_t>& values) {
  std::uint64_t sum = 1;
  for (const std::uint64_t value : values) sum = (sum ^ value) * 0x9E3779B97F4A7C15u;
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  pairgate::Suite suite;
  for (std::uint64_t i = 0; i < ${benchmarks}; ++i) {
    suite.add("sum_" + std::to_string(i), "compute", {${SMALLEST} + i % ${SIZES} * ${STEP}}, values, mixed);
  }
  return suite.run(argc, argv);
}
`
}

const CARGO = `[package]
name = "suite"
version = "0.1.0"
edition = "2021"
publish = false

[dependencies]
pairgate = { path = "../harness/rust" }
`

function rustSource(benchmarks: number): string {
  return `use pairgate::{Random, Suite};

fn values(random: &mut Random, count: u64) -> Vec<u64> {
    (0..count).map(|_| random.below(1_000_000)).collect()
}

fn mixed(values: &Vec<u64>) -> u64 {
    values.iter().fold(1, |sum, value| (sum ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

fn main() {
    let mut suite = Suite::new();
    for i in 0..${benchmarks} {
        suite.add(&format!("sum_{i}"), "compute", &[${SMALLEST} + i % ${SIZES} * ${STEP}], values, mixed);
    }
    suite.run();
}
`
}
