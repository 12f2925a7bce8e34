const FRACTION_BITS = 52n
const EXPONENT_OF_UNIT = 1075n

/**
 * `value` rounded to `decimals` decimals, half to even, judged on the double's exact value.
 *
 * Scaling the double first would round twice: the double 1.00025 lies above the tie and rounds up, but 10 000 times
 * it comes out as 10002.5 and would round down. The result is the double nearest to the rounded decimal; -0 becomes 0.
 * Throws a RangeError unless `value` is finite.
 */
export function roundHalfEven(value: number, decimals: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`cannot round ${value}`)
  const { significand, exponent } = partsOf(Math.abs(value))
  const scaled = significand * 10n ** BigInt(decimals)
  const rounded = exponent >= 0n ? scaled << exponent : halfEvenShift(scaled, -exponent)
  const sign = value < 0 && rounded !== 0n ? '-' : ''
  return Number(`${sign}${rounded}e-${decimals}`)
}

/** `value = significand · 2^exponent`, exactly. */
function partsOf(value: number): { significand: bigint; exponent: bigint } {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const field = bits >> FRACTION_BITS
  const fraction = BigInt.asUintN(Number(FRACTION_BITS), bits)
  // Subnormal numbers have no leading one and the exponent of the smallest normal ones.
  if (field === 0n) return { significand: fraction, exponent: 1n - EXPONENT_OF_UNIT }
  return { significand: fraction | (1n << FRACTION_BITS), exponent: field - EXPONENT_OF_UNIT }
}

/** `number / 2^bits`, rounded half to even. */
function halfEvenShift(number: bigint, bits: bigint): bigint {
  const whole = number >> bits
  const twiceRest = (number - (whole << bits)) << 1n
  const unit = 1n << bits
  if (twiceRest < unit) return whole
  return twiceRest > unit || whole % 2n === 1n ? whole + 1n : whole
}
