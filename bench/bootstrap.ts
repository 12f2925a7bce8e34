import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { bootstrapMedian } from '../src/stats/bootstrap.ts'
import { plainBootstrap } from '../test/stats/plain.ts'
import { medianOf, spreadOf } from './numbers.ts'
import { promise } from './promise.ts'

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

/** Times our bootstrap beside a plain one and two in C++, compiled in `directory`. */
export function benchBootstrap(directory: string): void {
  const program = join(directory, 'bootstrap')
  const compiler = process.env.CXX ?? 'g++'
  // The compiled bench lies in .cache/bench/bench; its C++ stays where it was written.
  execFileSync(compiler, ['-std=c++17', '-O3', resolve('bench/bootstrap.cpp'), '-o', program], {
    stdio: 'inherit',
  })
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
