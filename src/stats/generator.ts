import { StatisticsError } from './statistics-error.ts'

/** The multiplier of a step, 2685821657736338717, in two halves. */
const MULTIPLIER_HIGH = 0x2545f491
const MULTIPLIER_LOW = 0x4f6cdd1d

/** What stands in for the seed 0, from which every step would lead back to 0. */
const SEED_OF_ZERO = 88172645463393265n

/** Beyond this the sums of `remainder` would not be exact. */
const LARGEST_DIVISOR = 2 ** 32

/** A modulus with the powers of 65536 that `remainder` weighs the state's quarters with. */
export interface Divisor {
  readonly modulus: number
  readonly power1: number
  readonly power2: number
  readonly power3: number
}

/** Prepares taking states modulo `modulus`, a whole number from 1 to 2³². */
export function divisorOf(modulus: number): Divisor {
  if (!Number.isInteger(modulus) || modulus < 1 || modulus > LARGEST_DIVISOR) {
    throw new StatisticsError(`a modulus is a whole number from 1 to ${LARGEST_DIVISOR}, not ${modulus}`)
  }
  const power = (exponent: bigint) => Number(65536n ** exponent % BigInt(modulus))
  return { modulus, power1: power(1n), power2: power(2n), power3: power(3n) }
}

/**
 * The 64-bit generator of every random choice: shifts by 12, 25 and 27, then a multiplication.
 *
 * A step is `x ^= x>>12; x ^= x<<25; x ^= x>>27; x = x·2685821657736338717 mod 2⁶⁴`, and the multiplied value is
 * the next state: textbook xorshift64* multiplies only what it puts out, and gives other numbers. The seed 0 is
 * replaced by 88172645463393265.
 *
 * The state is kept as two 32-bit halves: BigInt arithmetic would take twenty times as long.
 * Source of the shifts and the multiplier: S. Vigna, "An experimental exploration of Marsaglia's xorshift
 * generators, scrambled", ACM Transactions on Mathematical Software 42 (2016).
 */
export class Generator {
  private high: number
  private low: number

  /** Throws a StatisticsError unless `seed` is an unsigned 64-bit number. */
  constructor(seed: bigint) {
    if (seed !== BigInt.asUintN(64, seed)) {
      throw new StatisticsError(`a seed is a whole number from 0 to 18446744073709551615, not ${seed}`)
    }
    const state = seed === 0n ? SEED_OF_ZERO : seed
    this.high = Number(BigInt.asIntN(32, state >> 32n))
    this.low = Number(BigInt.asIntN(32, state))
  }

  /** The state, unsigned. */
  get state(): bigint {
    return (BigInt.asUintN(32, BigInt(this.high)) << 32n) | BigInt.asUintN(32, BigInt(this.low))
  }

  /** Moves to the next state. */
  step(): void {
    let high = this.high
    let low = this.low

    low ^= (low >>> 12) | (high << 20)
    high ^= high >>> 12

    high ^= (high << 25) | (low >>> 7)
    low ^= low << 25

    low ^= (low >>> 27) | (high << 5)
    high ^= high >>> 27

    this.high = (upperProduct(low) + Math.imul(high, MULTIPLIER_LOW) + Math.imul(low, MULTIPLIER_HIGH)) | 0
    this.low = Math.imul(low, MULTIPLIER_LOW)
  }

  /** The whole 64-bit state modulo the divisor, summed over its 16-bit quarters. */
  remainder({ modulus, power1, power2, power3 }: Divisor): number {
    const { high, low } = this
    return (
      ((high >>> 16) * power3 + (high & 0xffff) * power2 + (low >>> 16) * power1 + (low & 0xffff)) % modulus
    )
  }
}

/** The upper 32 bits of the unsigned 64-bit product `low`·MULTIPLIER_LOW, by 16-bit limbs that never overflow. */
function upperProduct(low: number): number {
  const a = low >>> 16
  const b = low & 0xffff
  const c = MULTIPLIER_LOW >>> 16
  const d = MULTIPLIER_LOW & 0xffff
  const middle = Math.imul(a, d) + (Math.imul(b, d) >>> 16)
  const carried = Math.imul(b, c) + (middle & 0xffff)
  return (Math.imul(a, c) + (middle >>> 16) + (carried >>> 16)) | 0
}
