import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Event } from '../src/model/event.ts'
import type { Result } from '../src/model/result.ts'
import { cutMiddle, visible } from '../src/report/glyphs.ts'
import { type Ended, pairgate } from './command-line.ts'
import { type ToyRepository, toyRepository } from './toy-repository.ts'

/** Each differs from its neighbour in what some parser, filter or table could lose. */
const NAMES = [
  'a|b',
  'a|b|',
  'a\\|b',
  'Parser<T<U>>',
  'Parser<T<U>> & </td><script>alert(1)</script>',
  '`tick` and ``two``',
  '"double" \'single\'',
  '/slashes//and/more/',
  ' spaces  and\ttabs ',
  'two\nlines',
  'two',
  'lines',
  '^a.*(b)[c]{1,2}+?$',
  '-minus,comma;$HOME %s {"json": 1}',
  '日本語/テスト 👩‍👩‍👧 µ ё',
  '[link](https://evil.example) @octocat #12',
  'n'.repeat(300),
  `${'n'.repeat(300)}m`,
]

const config = `version: 1
arms:
  own:
    build: {driver: command, directory: bench, run: [[sh, build.sh, own]], output: bench/own}
    harness: pairgate
  google:
    build: {driver: command, directory: bench, run: [[sh, build.sh, google, -lbenchmark, -lpthread]], output: bench/google}
    harness: google-benchmark
cpu: none
`
const BUILD = `program=$1; shift
exec g++ -std=c++17 -O2 $CXXFLAGS -I../harness/cpp $program.cpp $LDFLAGS "$@" -o $program
`

// A string of JSON without control characters other than \n and \t is one of C++.
const literals = NAMES.map((name) => JSON.stringify(name))

const CHAIN = `std::uint64_t chain(std::uint64_t turns) {
  std::uint64_t value = turns;
  for (std::uint64_t turn = 0; turn < TURNS * turns; ++turn) value = value * 6364136223846793005 + 1442695040888963407;
  return value;
}`

const own = (turns: number) => `#include "pairgate.hpp"
constexpr std::uint64_t TURNS = ${turns};
${CHAIN}
int main(int argc, char** argv) {
  pairgate::Suite suite;
  for (const char* name : {${literals.join(', ')}}) {
    suite.add(name, "cat|<b>\`\\n", {8}, [](pairgate::Random&, std::uint64_t scale) { return scale; },
              [](const std::uint64_t& scale) { return chain(scale) == 0 ? 1 : 2; });
  }
  return suite.run(argc, argv);
}
`

const google = (turns: number) => `#include <benchmark/benchmark.h>
#include <cstdint>
constexpr std::uint64_t TURNS = ${turns};
${CHAIN}
int main(int argc, char** argv) {
  for (const char* name : {${literals.join(', ')}}) {
    benchmark::RegisterBenchmark(name, [](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(chain(static_cast<std::uint64_t>(state.range(0))));
    })->Arg(8);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
`

const sorted = (texts: Iterable<string>) => [...texts].toSorted()

describe.each(['own', 'google'])('names of every kind in the arm %s', (arm) => {
  let repository: ToyRepository
  let run: Ended
  let events: readonly Event[]
  let result: Result

  const artifact = (name: string) =>
    readFileSync(join(repository.directory, 'pairgate-results', name), 'utf8')
  const gate = (...more: readonly string[]) => {
    const args = [
      'run',
      '--baseline',
      'HEAD~1',
      '--candidate',
      'HEAD',
      '--protocol',
      'quick-check',
      '--arm',
      arm,
    ]
    return pairgate([...args, ...more], repository.directory)
  }

  beforeAll(async () => {
    repository = toyRepository()
    const sources = (turns: number) => ({ 'bench/own.cpp': own(turns), 'bench/google.cpp': google(turns) })
    repository.commit({ 'pairgate.yml': config, 'bench/build.sh': BUILD, ...sources(10) })
    repository.commit(sources(11))
    run = await gate()
    events = artifact('events.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Event)
    result = JSON.parse(artifact('results.json')) as Result
    return () => repository[Symbol.dispose]()
  })

  test('are listed as they are, by both revisions', () => {
    expect(run.code, run.stderr).toBe(0)
    const lists = events.filter((event) => event.type === 'listing')
    expect(lists).toHaveLength(2)
    for (const { rows } of lists) {
      expect(rows.map(({ benchmark }) => benchmark)).toEqual(NAMES)
      expect(rows.map(({ dataset }) => dataset)).toEqual(NAMES.map(() => '8'))
    }
  })

  test('are each validated and measured alone', () => {
    const validations = events.filter((event) => event.type === 'validation')
    const calibrations = events.filter((event) => event.type === 'calibration')
    const observations = events.filter((event) => event.type === 'observation')
    for (const asked of [validations, calibrations, observations]) {
      expect(sorted(new Set(asked.map((event) => event.case)))).toEqual(sorted(NAMES))
      expect(asked.map((event) => event.reason)).toEqual(asked.map(() => null))
    }
  })

  test('are the rows of results.json', () => {
    const { comparisons } = result
    expect(comparisons.map(({ id }) => id)).toEqual(NAMES.map((name) => `${arm}/${name}/8`))
    expect(comparisons.map(({ status }) => status)).toEqual(NAMES.map(() => 'measured'))
  })

  test('stand in the table of Markdown, one line each, cut at 100 characters', () => {
    for (const file of ['comment.md', 'summary.md']) {
      const rows = artifact(file)
        .split('\n')
        .filter((line) => line.startsWith('| ') && !line.startsWith('| benchmark'))
      for (const row of rows) expect(row.split('|')).toHaveLength(12)
      const names = rows.map((row) => codeIn(row.split('|')[1] ?? ''))
      expect(sorted(names)).toEqual(sorted(NAMES.map((name) => cutMiddle(visible(`${name}/8`), 100))))
    }
  })

  test('stand in the table of HTML, whole', () => {
    const cells = [
      ...artifact('report.html').matchAll(/<th scope="row" class="c-name"><code>(.*?)<\/code>/gs),
    ].map((found) => decoded(found[1] ?? '').trim())
    for (const name of NAMES) expect(cells).toContain(visible(`${name}/8`).trim())
  })

  test('may be asked for by --filter', async () => {
    for (const [name, pattern] of [
      ['two\nlines', '^two\\nlines$'],
      ['a|b', '^a\\|b$'],
    ] as const) {
      const { code, stderr } = await gate('--filter', pattern)
      expect(code, stderr).toBe(0)
      const { comparisons } = JSON.parse(artifact('results.json')) as Result
      expect(comparisons.map(({ benchmark }) => benchmark)).toEqual([name])
    }
  })
})

/** What a reader sees of a name in a cell of Markdown. */
function codeIn(cell: string): string {
  const [, plain, marked] = /^ (?:`([^`]*)`|<code>(.*)<\/code>) $/.exec(cell) ?? []
  if (plain !== undefined) return plain
  if (marked === undefined) throw new Error(`no code: ${cell}`)
  return decoded(marked.replaceAll('&#8203;', ''))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (ENTITIES[name] ?? '') : String.fromCodePoint(Number(code)),
  )
}
