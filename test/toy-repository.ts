import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** A temporary repository with one small C++ arm that is built with g++ and our own harness. */
export interface ToyRepository extends Disposable {
  readonly directory: string
  /** Writes the files and commits them; returns the commit. */
  commit(files: Readonly<Record<string, string>>): string
}

/** Files of the first commit unless a test gives its own. */
export const toyConfig = `version: 1
arms:
  toy:
    build: {driver: command, directory: bench, run: [[sh, build.sh]], output: bench/toy}
    harness: pairgate
cpu: none
`

const BUILD = 'exec g++ -std=c++17 -O2 $CXXFLAGS -I../harness/cpp main.cpp $LDFLAGS -o toy\n'

/** The arm's source: `spin` turns `turns` times and yields `result`, which must be the sum of 0..999. */
export function toySource(turns: number, result = 'sum', more = ''): string {
  return `#include <cstdint>
#include "pairgate.hpp"

int main(int argc, char** argv) {
  pairgate::Suite suite;
  suite.add("spin", "compute", {1000},
      [](pairgate::Random&, std::uint64_t scale) { return scale; },
      [](const std::uint64_t& scale) {
        std::uint64_t sum = 0;
        for (std::uint64_t i = 0; i < scale; ++i) sum += i;
        std::uint64_t chain = scale;
        for (std::uint64_t turn = 0; turn < ${turns}; ++turn) chain = chain * 6364136223846793005 + 1442695040888963407;
        if (chain == 0) ++sum;
        return ${result};
      })
      .reference([](const std::uint64_t& scale) { return scale * (scale - 1) / 2; });
  ${more}
  return suite.run(argc, argv);
}
`
}

/** The files of the toy's first commit. */
export function toyFiles(turns: number, result = 'sum'): Record<string, string> {
  return { 'pairgate.yml': toyConfig, 'bench/build.sh': BUILD, 'bench/main.cpp': toySource(turns, result) }
}

/** Makes an empty toy repository with the C++ harness library inside. */
export function toyRepository(): ToyRepository {
  const directory = mkdtempSync(join(tmpdir(), 'pairgate-toy-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=toy', '-c', 'user.email=toy@example.invalid', ...args], {
      cwd: directory,
      encoding: 'utf8',
    }).trim()
  git('init', '--quiet', '--initial-branch=main')
  cpSync(join(ROOT, 'harness/cpp'), join(directory, 'harness/cpp'), { recursive: true })
  return {
    directory,
    commit(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, path)), { recursive: true })
        writeFileSync(join(directory, path), text)
      }
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message', 'toy')
      return git('rev-parse', 'HEAD')
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}
