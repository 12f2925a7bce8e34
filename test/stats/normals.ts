import { nextState, stateOfSeed } from '../../src/stats/resample.ts'

/** Numbers between 0 and 1 from a seed, both ends left out. */
export function uniforms(seed: bigint): () => number {
  let state = stateOfSeed(seed)
  return () => {
    state = nextState(state)
    return (Number(BigInt.asUintN(32, state)) + 0.5) / 2 ** 32
  }
}

/** Standard normal numbers from a seed, by the method of Box and Muller. */
export function normals(seed: bigint): () => number {
  const uniform = uniforms(seed)
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}
