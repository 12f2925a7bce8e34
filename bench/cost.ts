import { presets } from '../src/protocol/preset.ts'
import { promise } from './promise.ts'
import { measureWholeRun, overheadPct, type WholeRun, type WholeRunCost } from './whole-run.ts'

const ROUNDS = 5

/** What a gate costs beside its warm-up and its timed batches, at batches of 10 ms. */
export function benchCost(): void {
  const run: WholeRun = { benchmarks: 2, arms: ['cpp', 'rust'], protocol: 'regression-gate' }
  console.log(`2 benchmarks in 2 arms, batches of 10 ms after 10 ms of warm-up: ${ROUNDS} runs`)
  const shares = Array.from({ length: ROUNDS }, () => {
    const cost = measureWholeRun(run)
    print(cost)
    return overheadPct(cost)
  }).toSorted((a, b) => a - b)
  promise('at most 25 % is neither warm-up nor timed, in the median', (shares[ROUNDS >> 1] ?? 100) <= 25)
}

/** How long large suites take, and in how much memory. */
export function benchSuites(): void {
  console.log('100 benchmarks in 2 arms at both revisions')
  const hundred = measureWholeRun({ benchmarks: 100, arms: ['cpp', 'rust'], protocol: 'regression-gate' })
  print(hundred)
  promise('all of it measured', isWhole(hundred, 200))
  promise('under 12 minutes, builds and all', hundred.wholeSeconds < 12 * 60)
  console.log('1000 benchmarks in one arm at both revisions')
  const thousand = measureWholeRun({ benchmarks: 1000, arms: ['cpp'], protocol: 'regression-gate' })
  print(thousand)
  promise('all of it measured', isWhole(thousand, 1000))
  promise('under 500 MB', thousand.megabytes < 500)
}

function isWhole({ conclusion, rows, observations }: WholeRunCost, asked: number): boolean {
  const blocks =
    presets['regression-gate'].exploratory_blocks + presets['regression-gate'].confirmatory_blocks
  return conclusion === 'pass' && rows === asked && observations >= asked * 2 * blocks
}

function print(cost: WholeRunCost): void {
  const { rows, observations, wholeSeconds, blockSeconds, timedSeconds, warmupSeconds, megabytes } = cost
  const seconds = (value: number) => `${value.toFixed(1)} s`
  console.log(
    `  ${rows} rows, ${cost.conclusion}, in ${seconds(wholeSeconds)}: ${observations} observations in ${seconds(blockSeconds)} of blocks, ` +
      `of these timed ${seconds(timedSeconds)}, warm-up ${seconds(warmupSeconds)}, neither ${overheadPct(cost).toFixed(1)} %; peak ${megabytes.toFixed(0)} MB`,
  )
}
