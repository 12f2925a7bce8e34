import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bootstrapMedian } from '../src/stats/bootstrap.ts'
import { plainBootstrap } from '../test/stats/plain.ts'
import { type Measured, measureLargeRun } from './large-run.ts'
import { measurePage, type PageTimes } from './report-page.ts'

const SAMPLES = 20
const RESAMPLES = 10_000
const ROUNDS = 15
const SETTINGS = { resamples: RESAMPLES, confidencePct: 95, seed: 1n }

/** Twenty differences of no pattern. */
const differences = Array.from({ length: SAMPLES }, (_, index) => Math.sin(index * 12.9898) * 43.758)

interface Version {
  readonly name: string
  /** Runs once: the interval and the time in ms. */
  run(): { low: number; high: number; ms: number }
}

function timed(name: string, compute: () => { low: number; high: number }): Version {
  return {
    name,
    run: () => {
      const start = performance.now()
      const { low, high } = compute()
      return { low, high, ms: performance.now() - start }
    },
  }
}

/** A C++ version; its process is started for every round, and times the work alone, the second time. */
function compiled(name: string, program: string, way: string): Version {
  return {
    name,
    run: () => {
      const output = execFileSync(program, [way, String(RESAMPLES), '2'], {
        input: differences.join('\n'),
        encoding: 'utf8',
      })
      const [low = Number.NaN, high = Number.NaN, , second = Number.NaN] = output.split(/\s+/).map(Number)
      return { low, high, ms: second / 1e6 }
    },
  }
}

function compareVersions(program: string): void {
  const versions = [
    timed('ours', () => bootstrapMedian(differences, SETTINGS)),
    timed('BigInt, sorting every resample', () => plainBootstrap(differences, RESAMPLES, 95, 1n)),
    compiled('C++ -O3, std::sort per resample', program, 'sort'),
    compiled('C++ -O3, ranks counted', program, 'count'),
  ]
  const times = versions.map((): number[] => [])
  for (let round = -2; round < ROUNDS; round += 1) {
    const results = versions.map((version) => version.run())
    const [ours] = results
    for (const [index, { low, high, ms }] of results.entries()) {
      if (low !== ours?.low || high !== ours.high)
        throw new Error(`${versions[index]?.name} gives another interval`)
      if (round >= 0) times[index]?.push(ms)
    }
  }
  const ours = medianOf(times[0] ?? [])
  console.log(`one comparison, m = ${SAMPLES}, R = ${RESAMPLES}: ${ROUNDS} rounds, the versions in turn`)
  for (const [index, { name }] of versions.entries()) {
    const ms = medianOf(times[index] ?? [])
    const perDraw = (ms * 1e6) / (SAMPLES * RESAMPLES)
    console.log(
      `  ${name.padEnd(34)} ${ms.toFixed(2).padStart(7)} ms  ${perDraw.toFixed(1).padStart(6)} ns a draw  ×${(ms / ours).toFixed(2).padStart(6)}  (${spreadOf(times[index] ?? [])})`,
    )
  }
  const [, naive = 0, sorting = 0] = times.map((some) => medianOf(some) / ours)
  promise('at least 20 times as fast as BigInt and sorting', naive >= 20)
  promise('faster than C++ that sorts', sorting > 1)
}

/** What the product promises; a run that misses it, for which a busy machine may be the reason, ends with exit code 1. */
function promise(what: string, kept: boolean): void {
  console.log(`  ${kept ? 'kept  ' : 'MISSED'}  ${what}`)
  if (!kept) process.exitCode = 1
}

function report({ name, ms, megabytes }: Measured): void {
  console.log(
    `  ${name.padEnd(34)} ${ms.toFixed(0).padStart(7)} ms   peak of the process so far ${megabytes.toFixed(0)} MB`,
  )
}

const FILTERS = [
  'a text typed, filtered and painted',
  'all rows back and painted',
  'filtered by verdict and painted',
] as const

function reportPage(html: string, times: PageTimes): void {
  const bytes = Buffer.from(html)
  const packed = gzipSync(bytes).length
  console.log(
    `report.html of these 1000 rows: ${(bytes.length / 1e6).toFixed(1)} MB, ${(packed / 1e6).toFixed(2)} MB packed`,
  )
  for (const [name, values] of Object.entries(times)) {
    console.log(
      `  ${name.padEnd(34)} ${medianOf(values).toFixed(0).padStart(7)} ms   (${spreadOf(values)}, ${values.length} times)`,
    )
  }
  promise('first paint within 1 s', medianOf(times['first paint']) <= 1000)
  promise(
    'filtered and painted within 100 ms',
    FILTERS.every((name) => medianOf(times[name]) <= 100),
  )
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function spreadOf(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} ms`
}

const directory = mkdtempSync(join(tmpdir(), 'pairgate-bench-'))
try {
  const compiler = process.env.CXX ?? 'g++'
  const program = join(directory, 'bootstrap')
  // The compiled bench lies in .cache/bench/bench; its C++ stays where it was written.
  execFileSync(compiler, ['-std=c++17', '-O3', resolve('bench/bootstrap.cpp'), '-o', program], {
    stdio: 'inherit',
  })
  console.log('1000 comparisons, 25 blocks, 2 revisions: 50 000 observations')
  const { steps, page } = await measureLargeRun(directory)
  for (const measured of steps) report(measured)
  const all = steps.at(-1)
  promise('under 5 s and 400 MB', all !== undefined && all.ms < 5000 && all.megabytes < 400)
  reportPage(page, await measurePage(page))
  compareVersions(program)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
