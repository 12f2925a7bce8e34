import { sortSamples } from './quantile.ts'
import { wasm } from './resample-module.ts'
import { requireSamples, StatisticsError } from './statistics-error.ts'

/** What this file uses of Node's WebAssembly, which its types leave to browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: object
  }
  interface Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
}

interface ResampleModule {
  readonly memory: WebAssembly.Memory
  step(state: bigint): bigint
  resampleMedians(state: bigint, samples: number, resamples: number): void
}

const BYTES_PER_PAGE = 65536

/** What stands in for the seed 0, from which every step would lead back to 0. */
const SEED_OF_ZERO = 88172645463393265n

const { memory, step, resampleMedians } = new WebAssembly.Instance(
  new WebAssembly.Module(Buffer.from(wasm, 'base64')),
).exports as ResampleModule

/** The generator's first state. Throws a StatisticsError unless `seed` is an unsigned 64-bit number. */
export function stateOfSeed(seed: bigint): bigint {
  if (seed !== BigInt.asUintN(64, seed)) {
    throw new StatisticsError(`a seed is a whole number from 0 to 18446744073709551615, not ${seed}`)
  }
  return seed === 0n ? SEED_OF_ZERO : seed
}

/**
 * The state that follows `state`, both unsigned.
 *
 * `x ^= x>>12; x ^= x<<25; x ^= x>>27; x = x·2685821657736338717 mod 2⁶⁴`, and the multiplied value is the next
 * state: textbook xorshift64* multiplies only what it puts out, and gives other numbers.
 * Source of the shifts and the multiplier: S. Vigna, "An experimental exploration of Marsaglia's xorshift
 * generators, scrambled", ACM Transactions on Mathematical Software 42 (2016).
 */
export function nextState(state: bigint): bigint {
  return BigInt.asUintN(64, step(state))
}

/**
 * The type-7 medians of so many resamples of m samples, in their unit and in the order in which they are drawn.
 *
 * A resample is m indices, each by a step of the generator and its state modulo m. Instead of sorting it, the ranks
 * of its samples are counted and walked up to the middle: the same median, bit by bit, without an allocation.
 * Throws a StatisticsError on no samples and on one that is not finite.
 */
export function mediansOfResamples(
  samples: readonly number[],
  resamples: number,
  seed: bigint,
): Float64Array {
  requireSamples(samples, 'the list of samples')
  const size = samples.length
  const ranksAt = 8 * (size + resamples)
  reserve(ranksAt + 4 * (size + size))
  new Float64Array(memory.buffer, 0, size).set(sortSamples(samples))
  new Int32Array(memory.buffer, ranksAt, size).set(ranksOf(samples))
  resampleMedians(stateOfSeed(seed), size, resamples)
  return new Float64Array(memory.buffer, 8 * size, resamples).slice()
}

function reserve(bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / BYTES_PER_PAGE))
}

/** For each sample its place in the sorted order; equal samples have neighbouring places. */
function ranksOf(samples: readonly number[]): Int32Array {
  const order = samples.map((value, index) => ({ value, index })).sort((a, b) => compare(a.value, b.value))
  const ranks = new Int32Array(samples.length)
  for (const [rank, { index }] of order.entries()) ranks[index] = rank
  return ranks
}

/** Ascending, and -0 before 0, as `sortSamples` orders them. */
function compare(a: number, b: number): number {
  if (a !== b) return a < b ? -1 : 1
  return a === 0 ? Number(Object.is(b, -0)) - Number(Object.is(a, -0)) : 0
}
