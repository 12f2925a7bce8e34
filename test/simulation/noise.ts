import { normals, uniforms } from '../stats/normals.ts'

/** Shapes of noise, each with mean 0 and standard deviation 1. */
export const shapes = ['normal', 'skewed', 'two-mode'] as const
export type Shape = (typeof shapes)[number]

/**
 * What changes while a run measures. `linear` and `wandering` are the machine's, in all 5 % of the level over a run;
 * `sticky` is the candidate's own: a level that holds on from batch to batch, so that differences depend on each other.
 */
export const drifts = ['none', 'linear', 'wandering', 'sticky'] as const
export type Drift = (typeof drifts)[number]

const DRIFT = 5
const LEVEL = 100
/** Of a sticky level: its standard deviation in per cent, and the correlation of neighbouring batches. */
const STICKY = 2
const CORRELATION = 0.7
/** Log-normal with this σ: a coefficient of skewness of 2.3, as a machine with rare interruptions has. */
const SKEW = 0.6
/** Of the slower of two modes; a tenth of the variance is noise within them. */
const SLOWER = 0.3

/** A set of batches, of which either side has as many. */
export interface Batches {
  readonly baseline: readonly number[]
  readonly candidate: readonly number[]
}

/** What is simulated: `noisePct` is the standard deviation of a paired difference, in per cent of the level. */
export interface Machine {
  readonly shape: Shape
  readonly noisePct: number
  readonly drift: Drift
}

/** One unchanged benchmark on a machine: one series of timings, read as paired blocks or as two runs. */
export interface Trial {
  /** Block by block, either side first in turn. */
  readonly paired: Batches
  /** All of the baseline's batches, then all of the candidate's. */
  readonly sequential: Batches
}

/** Seeded trials of `blocks` blocks. */
export function trials(machine: Machine, blocks: number, seed: bigint): () => Trial {
  const noise = noiseOf(machine.shape, seed)
  const normal = normals(seed + 1n)
  const perSide = (LEVEL * machine.noisePct) / 100 / Math.SQRT2
  return () => {
    const drift = driftOf(machine.drift, 2 * blocks, normal)
    const turns = Array.from(
      { length: 2 * blocks },
      (_, turn) => LEVEL + (drift[turn] ?? 0) + perSide * noise(),
    )
    const own = machine.drift === 'sticky' ? stickyLevels(blocks, normal) : []
    const withOwn = (values: readonly number[]) => values.map((value, index) => value + (own[index] ?? 0))
    // In every other block the candidate comes first.
    const isBaseline = (turn: number) => ((turn >> 1) % 2 === 0) === (turn % 2 === 0)
    return {
      paired: {
        baseline: turns.filter((_, turn) => isBaseline(turn)),
        candidate: withOwn(turns.filter((_, turn) => !isBaseline(turn))),
      },
      sequential: { baseline: turns.slice(0, blocks), candidate: withOwn(turns.slice(blocks)) },
    }
  }
}

/** The same batches where the candidate is slower by `pct` per cent of the level. */
export function slowed({ baseline, candidate }: Batches, pct: number): Batches {
  return { baseline, candidate: candidate.map((value) => value + (LEVEL * pct) / 100) }
}

function noiseOf(shape: Shape, seed: bigint): () => number {
  const normal = normals(seed)
  const uniform = uniforms(seed + 2n)
  switch (shape) {
    case 'normal':
      return normal
    case 'skewed': {
      const mean = Math.exp(SKEW ** 2 / 2)
      const deviation = Math.sqrt((Math.exp(SKEW ** 2) - 1) * Math.exp(SKEW ** 2))
      return () => (Math.exp(SKEW * normal()) - mean) / deviation
    }
    case 'two-mode': {
      const deviation = Math.sqrt(SLOWER * (1 - SLOWER))
      const mode = () => ((uniform() < SLOWER ? 1 : 0) - SLOWER) / deviation
      return () => Math.sqrt(0.9) * mode() + Math.sqrt(0.1) * normal()
    }
  }
}

function stickyLevels(blocks: number, normal: () => number): readonly number[] {
  const deviation = (LEVEL * STICKY) / 100
  const innovation = deviation * Math.sqrt(1 - CORRELATION ** 2)
  let level = deviation * normal()
  return Array.from({ length: blocks }, () => {
    level = CORRELATION * level + innovation * normal()
    return level
  })
}

/** The machine's change at every turn. */
function driftOf(drift: Drift, turns: number, normal: () => number): readonly number[] {
  const size = (LEVEL * DRIFT) / 100
  switch (drift) {
    case 'none':
    case 'sticky':
      return []
    case 'linear':
      return Array.from({ length: turns }, (_, turn) => (size * turn) / (turns - 1))
    case 'wandering': {
      let level = 0
      return Array.from({ length: turns }, () => {
        level += (size * normal()) / Math.sqrt(turns)
        return level
      })
    }
  }
}
