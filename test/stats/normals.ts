import { divisorOf, Generator } from '../../src/stats/generator.ts'

const TWO_TO_32 = divisorOf(2 ** 32)

/** Numbers between 0 and 1 from a seed, both ends left out. */
export function uniforms(seed: bigint): () => number {
  const generator = new Generator(seed)
  return () => {
    generator.step()
    return (generator.remainder(TWO_TO_32) + 0.5) / 2 ** 32
  }
}

/** Standard normal numbers from a seed, by the method of Box and Muller. */
export function normals(seed: bigint): () => number {
  const uniform = uniforms(seed)
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}
