/** An independent statement of the rules that the libraries share, in BigInt arithmetic. */
const MASK = 2n ** 64n - 1n

/** FNV-1a, 64 bits. */
function fnv1a(bytes: Iterable<number>): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & MASK
  return hash
}

/** The first `count` numbers drawn for the fixture of a benchmark at a scale. */
export function stream(dataSeed: bigint, name: string, scale: number, count: number): readonly bigint[] {
  let state = dataSeed ^ fnv1a(new TextEncoder().encode(`${name}/${scale}`))
  if (state === 0n) state = 88172645463393265n
  return Array.from({ length: count }, () => {
    state ^= state >> 12n
    state = (state ^ (state << 25n)) & MASK
    state ^= state >> 27n
    state = (state * 2685821657736338717n) & MASK
    return state
  })
}

/** The fingerprint of a sequence of integers: its length and its elements, 8 little-endian bytes each. */
export function fingerprintOf(numbers: readonly bigint[]): string {
  const words = BigUint64Array.from([BigInt(numbers.length), ...numbers])
  return fnv1a(new Uint8Array(words.buffer)).toString(16).padStart(16, '0')
}
