/** The statistics as the definitions read, without any regard to speed: what the fast ones are held against. */

const MASK = 2n ** 64n - 1n

/** The generator, in BigInt. */
export function* plainStates(seed: bigint): Generator<bigint, never> {
  let x = seed === 0n ? 88172645463393265n : seed
  for (;;) {
    x ^= x >> 12n
    x ^= (x << 25n) & MASK
    x ^= x >> 27n
    x = (x * 2685821657736338717n) & MASK
    yield x
  }
}

/** The type-7 quantile of samples in any order. */
export function plainQuantile(samples: readonly number[], f: number): number {
  const s = samples.toSorted((a, b) => a - b)
  const h = f * (s.length - 1)
  const lo = s[Math.floor(h)] ?? Number.NaN
  const hi = s[Math.ceil(h)] ?? Number.NaN
  if (Number.isInteger(h)) return lo
  const w = h - Math.floor(h)
  return lo * (1 - w) + hi * w
}

/** The percentile bootstrap of the median, sorting every resample. */
export function plainBootstrap(
  samples: readonly number[],
  resamples: number,
  confidencePct: number,
  seed: bigint,
): { low: number; high: number } {
  const states = plainStates(seed)
  const draw = () => samples[Number(states.next().value % BigInt(samples.length))] ?? Number.NaN
  const medians = Array.from({ length: resamples }, () => plainQuantile(samples.map(draw), 0.5))
  const alpha = (100 - confidencePct) / 100 / 2
  return { low: plainQuantile(medians, alpha), high: plainQuantile(medians, 1 - alpha) }
}
