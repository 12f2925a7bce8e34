import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Result } from '../../src/model/result.ts'
import { type Ended, pairgate } from '../command-line.ts'

// Other tests run beside these: what is planted is large enough to be seen through their noise.
const TEN_TIMES = '    for (int again = 0; again < 10; ++again) '

const EXAMPLES = resolve(import.meta.dirname, '../../examples')

/** A repository of its own with two commits: a directory as it is, and what `change` makes of it. */
function twoCommits(
  source: string,
  change: (directory: string) => void,
): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'pairgate-example-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=e', '-c', 'user.email=e@example.invalid', ...args], { cwd: path })
  git('init', '--quiet', '--initial-branch=main')
  const commit = () => {
    git('add', '--all', '--force')
    git('commit', '--quiet', '--allow-empty', '--message', 'example')
  }
  cpSync(source, path, { recursive: true, filter: (file) => !file.includes('/target') })
  commit()
  change(path)
  commit()
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

function replaceIn(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
  writeFileSync(file, text.replace(from, to))
}

async function gate(
  directory: string,
  protocol: 'quick-check' | 'regression-gate',
  ...more: readonly string[]
): Promise<{ ended: Ended; result: Result }> {
  const args = ['run', '--baseline', 'HEAD~1', '--candidate', 'HEAD', '--protocol', protocol, ...more]
  const ended = await pairgate(args, directory)
  const results = join(directory, 'pairgate-results/results.json')
  try {
    return { ended, result: JSON.parse(readFileSync(results, 'utf8')) as Result }
  } catch (cause) {
    throw new Error(ended.stderr, { cause })
  }
}

function rowOf({ comparisons }: Result, id: string) {
  const row = comparisons.find((one) => one.id === id)
  if (row === undefined) throw new Error(`no ${id} in ${comparisons.map((one) => one.id).join(', ')}`)
  return row
}

describe('the example of Google Benchmark', () => {
  test('finds what was planted, and fails the check', async () => {
    using repository = twoCommits(join(EXAMPLES, 'google-benchmark'), (path) =>
      replaceIn(
        join(path, 'speed.cpp'),
        '    std::sort(copy.begin(), copy.end());\n',
        `${TEN_TIMES}{ std::copy(numbers.begin(), numbers.end(), copy.begin()); std::sort(copy.begin(), copy.end()); }\n`,
      ),
    )
    const { ended, result } = await gate(repository.path, 'regression-gate', '--filter', 'sort|gpu|u?int')
    expect(ended).toMatchObject({ code: 1 })
    expect(rowOf(result, 'cpp/sort/1000')).toMatchObject({ status: 'measured', verdict: 'regression' })
    expect(rowOf(result, 'cpp/sort/1000').delta_pct).toBeGreaterThan(50)
    expect(rowOf(result, 'cpp/sum<std::uint32_t>/1000').status).toBe('measured')
    expect(rowOf(result, 'cpp/needs_a_gpu')).toMatchObject({ status: 'skipped', reason: 'no GPU here' })
    expect(result.arms[0]?.notes.join()).toContain('tells no output')
    expect(readFileSync(join(repository.path, 'pairgate-results/events.jsonl'), 'utf8')).toContain(
      '"counters":{"items_per_second":',
    )
  })
})

describe('Criterion', () => {
  test('the example finds what was planted, and a benchmark that panics is invalid alone', async () => {
    using repository = twoCommits(join(EXAMPLES, 'criterion'), (path) => {
      replaceIn(
        join(path, 'src/lib.rs'),
        '    copy.sort_unstable();\n',
        '    for _ in 0..10 { copy.copy_from_slice(numbers); copy.sort_unstable(); }\n',
      )
      replaceIn(
        join(path, 'benches/speed.rs'),
        'b.iter(|| speed::sum(',
        'assert!(numbers.len() < 10_000, "too many"); b.iter(|| speed::sum(',
      )
    })
    const { ended, result } = await gate(repository.path, 'quick-check')
    expect(ended).toMatchObject({ code: 2 })
    expect(result.comparisons).toHaveLength(3)
    expect(rowOf(result, 'rust/sort <u32>|1000').delta_pct).toBeGreaterThan(50)
    expect(rowOf(result, 'rust/sum/iterator/1000').status).toBe('measured')
    expect(rowOf(result, 'rust/sum/iterator/10000')).toMatchObject({
      status: 'invalid',
      dataset: '10000',
      reason: 'the candidate cannot run it: exited with code 101: "too many"',
    })
    expect(result.arms[0]).toMatchObject({ harness: 'criterion', iterations: 'by-time' })
  })

  test.each([
    ['itoa', '1.0.16', '1.0.17', 'bench', '^u64.0./'],
    ['bytecount', '0.6.8', '0.6.9', 'bench', '^num_chars/hyper/[1-9]0*$'],
  ])(
    'the published suite of %s goes through the gate, %s against %s',
    async (name, before, after, bench, filter) => {
      using repository = twoCommits(published(name, before), (path) => {
        for (const entry of readdirSync(path)) {
          if (entry !== '.git') rmSync(join(path, entry), { recursive: true })
        }
        cpSync(published(name, after), path, { recursive: true })
      })
      const { ended, result } = await gate(repository.path, 'quick-check', '--filter', filter)
      expect(ended.code, ended.stderr).toBe(0)
      expect(result.conclusion).toBe('pass')
      expect(result.comparisons.length).toBeGreaterThan(0)
      expect(result.comparisons.map(({ status }) => status)).toEqual(result.comparisons.map(() => 'measured'))
      expect(result.arms[0]?.builds.candidate).toMatchObject({ lto: { kind: 'verified' } })

      /** The crate as it was published, from cargo's own copies, with a configuration. */
      function published(crate: string, version: string): string {
        const directory = mkdtempSync(join(tmpdir(), 'pairgate-crate-'))
        mkdirSync(join(directory, 'stub/src'), { recursive: true })
        writeFileSync(join(directory, 'stub/src/lib.rs'), '')
        const manifest = `[package]\nname = "stub"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n${crate} = "=${version}"\n[workspace]\n`
        writeFileSync(join(directory, 'stub/Cargo.toml'), manifest)
        execFileSync('cargo', ['fetch', '--quiet'], { cwd: join(directory, 'stub') })
        const home = process.env.CARGO_HOME ?? join(homedir(), '.cargo')
        const registries = readdirSync(join(home, 'registry/src'))
        const copy = join(directory, 'crate')
        for (const registry of registries) {
          cpSync(join(home, 'registry/src', registry, `${crate}-${version}`), copy, { recursive: true })
        }
        const arm = `build: {driver: cargo, manifest: Cargo.toml, bench: ${bench}}, harness: criterion`
        writeFileSync(join(copy, 'pairgate.yml'), `version: 1\narms: {rust: {${arm}}}\n`)
        return copy
      }
    },
  )
})

describe('the example of key-value', () => {
  const change = (from: string, to: string) => (path: string) =>
    replaceIn(join(path, 'workloads.cpp'), from, to)

  test('finds what was planted', async () => {
    using repository = twoCommits(
      join(EXAMPLES, 'key-value'),
      change(
        '    ++count;\n',
        `    ++count;\n${TEN_TIMES}for (std::size_t multiple = 2 * number; multiple < limit; multiple += number) composite[multiple] = true;\n`,
      ),
    )
    const { ended, result } = await gate(repository.path, 'quick-check')
    expect(ended.code, ended.stderr).toBe(0)
    expect(result.comparisons.map(({ id, status }) => [id, status])).toEqual([
      ['primes/primes/100000', 'measured'],
      ['primes/primes/1000000', 'measured'],
    ])
    // Every multiple is struck out eleven times.
    expect(rowOf(result, 'primes/primes/1000000').delta_pct).toBeGreaterThan(20)
    expect(result.arms[0]).toMatchObject({ iterations: 'one', notes: [] })
  })

  test('a program that is wrong is named, however fast it is', async () => {
    using repository = twoCommits(
      join(EXAMPLES, 'key-value'),
      change('std::uint64_t count = 0;', 'std::uint64_t count = 1;'),
    )
    const { ended, result } = await gate(repository.path, 'quick-check')
    expect(ended.code).toBe(2)
    expect(rowOf(result, 'primes/primes/100000')).toMatchObject({
      status: 'wrong-result',
      reason: 'the baseline gives "9592", the candidate "9593"',
    })
  })
})

describe('the example of a whole program', () => {
  const change = (from: string, to: string) => (path: string) =>
    replaceIn(join(path, 'wordcount.cpp'), from, to)

  test('is measured from outside', async () => {
    using repository = twoCommits(
      join(EXAMPLES, 'command'),
      change('++counts[word];', '{ counts.erase(word + "!"); ++counts[word]; }'),
    )
    const { ended, result } = await gate(repository.path, 'quick-check')
    expect(ended.code, ended.stderr).toBe(0)
    expect(result.comparisons.map(({ id, status }) => [id, status])).toEqual([
      ['wordcount/wordcount/10', 'measured'],
      ['wordcount/wordcount/1000', 'measured'],
    ])
    const { baseline, candidate } = rowOf(result, 'wordcount/wordcount/10').resources
    for (const side of [baseline, candidate]) {
      expect(side.peak_rss_bytes).toBeGreaterThan(1e6)
      expect(side.peak_rss_bytes).toBeLessThan(3e7)
    }
    const events = readFileSync(join(repository.path, 'pairgate-results/events.jsonl'), 'utf8')
    expect(events).toMatch(/"counters":\{"user_ns":\d/)
  })

  test('another output is a wrong result', async () => {
    using repository = twoCommits(join(EXAMPLES, 'command'), change("<< ' ' <<", "<< '\\t' <<"))
    const { ended, result } = await gate(repository.path, 'quick-check')
    expect(ended.code).toBe(2)
    expect(rowOf(result, 'wordcount/wordcount/10').status).toBe('wrong-result')
  })
})
