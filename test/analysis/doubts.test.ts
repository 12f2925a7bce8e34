import { describe, expect, test } from 'vitest'
import { doubtsOf, doubtsOfRun } from '../../src/analysis/doubts.ts'
import type { Pair } from '../../src/analysis/pairing.ts'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event } from '../../src/model/event.ts'
import type { Comparison } from '../../src/model/result.ts'
import type { Warning } from '../../src/model/warning.ts'
import { normals, uniforms } from '../stats/normals.ts'
import { calibration, checked, observation, ready, run, summary, wholeLog } from './log.ts'

const FLOOR_US = 25
const TRIALS = 150

type Side = 'baseline' | 'candidate'
/** Per cent of noise around a level of 100 µs that a side's block has; `z` is standard normal, `u` in (0, 1). */
type Shape = (side: Side, block: number, blocks: number, z: number, u: number) => number

/** Pairs of blocks in which either side comes first in turn. */
function pairsOf(shape: Shape, blocks: number, normal: () => number): Pair[] {
  const uniform = uniforms(BigInt(Math.floor((normal() + 10) * 1e12)))
  return Array.from({ length: blocks }, (_, block) => {
    const at = (side: Side, position: number) => {
      const us = 100 + shape(side, block, blocks, normal(), uniform())
      return observation(`cpp@${side}`, 'sort', block, us, { position })
    }
    const turn = block % 2
    return { block, baseline: at('baseline', turn), candidate: at('candidate', 1 - turn) }
  })
}

/** The share of seeded rows of this shape that come to a doubt of the kind. */
function detected(kind: Warning['kind'], shape: Shape, blocks = 20): number {
  const normal = normals(BigInt(kind.length * 100 + blocks))
  let found = 0
  for (let trial = 0; trial < TRIALS; trial += 1) {
    if (doubtsOf(pairsOf(shape, blocks, normal), FLOOR_US).some((one) => one.kind === kind)) found += 1
  }
  return found / TRIALS
}

const isCandidate = (side: Side) => side === 'candidate'

describe('at least four in five are found:', () => {
  test.each<[string, Warning['kind'], Shape, number]>([
    [
      'two modes 10 deviations apart, in the slower by chance three times in ten, 20 blocks',
      'two-modes',
      (side, _, __, z, u) => z + (isCandidate(side) && u < 0.3 ? 10 : 0),
      20,
    ],
    [
      'two modes 12 deviations apart, in either by chance, 10 blocks',
      'two-modes',
      (side, _, __, z, u) => z + (isCandidate(side) && u < 0.5 ? 12 : 0),
      10,
    ],
    [
      'modes 8 deviations apart that one side is in a fifth and the other four fifths of the time, by chance',
      'mode-shares',
      (side, _, __, z, u) => z + (u < (isCandidate(side) ? 0.8 : 0.2) ? 8 : 0),
      20,
    ],
    [
      'times that rise by 4 deviations over 20 blocks',
      'drift',
      (_, block, blocks, z) => z + (4 * block) / (blocks - 1),
      20,
    ],
    [
      'differences that rise by 4 of their deviations over 20 blocks',
      'drift',
      (side, block, blocks, z) => z + (isCandidate(side) ? (4 * Math.SQRT2 * block) / (blocks - 1) : 0),
      20,
    ],
    [
      'a candidate that is 2.5 deviations of the difference slower where it comes second, 20 blocks',
      'order-effect',
      (side, block, _, z) => z + (isCandidate(side) && block % 2 === 0 ? 2.5 * Math.SQRT2 : 0),
      20,
    ],
    [
      'the same by 4 deviations, 10 blocks',
      'order-effect',
      (side, block, _, z) => z + (isCandidate(side) && block % 2 === 0 ? 4 * Math.SQRT2 : 0),
      10,
    ],
    [
      'a best run 8 deviations below the rest, 20 blocks',
      'lonely-best-run',
      (side, block, _, z) => z - (isCandidate(side) && block === 7 ? 8 : 0),
      20,
    ],
  ])('%s', (_, kind, shape, blocks) => {
    expect(detected(kind, shape, blocks)).toBeGreaterThanOrEqual(0.8)
  })

  test('60 differences whose neighbours have a correlation of 0.7', () => {
    const normal = normals(71n)
    let found = 0
    for (let trial = 0; trial < TRIALS; trial += 1) {
      let state = normal()
      const shape: Shape = (side, _, __, z) => {
        if (!isCandidate(side)) return 0
        state = 0.7 * state + Math.sqrt(1 - 0.7 ** 2) * z
        return 2 * state
      }
      const doubts = doubtsOf(pairsOf(shape, 60, normal), FLOOR_US)
      if (doubts.some(({ kind }) => kind === 'autocorrelated')) found += 1
    }
    expect(found / TRIALS).toBeGreaterThanOrEqual(0.8)
  })

  test('batches whose clock moves in steps of a tenth of their length', () => {
    const coarse: Shape = (_, __, ___, z) => Math.round(z / 10) * 10
    expect(detected('near-resolution', coarse)).toBeGreaterThanOrEqual(0.8)
  })

  test('batches of which 3 % are less than a timing resolves', () => {
    const pairs = pairsOf((_, __, ___, z) => z, 20, normals(5n))
    // 100 calls of 100 µs: 3 % are 300 µs.
    expect(doubtsOf(pairs, 299)).toEqual([])
    expect(doubtsOf(pairs, 310)).toMatchObject([{ kind: 'near-resolution' }])
  })

  test('blocks of which a third have a disturbed batch', () => {
    const disturbed = pairsOf((_, __, ___, z) => z, 21, normals(6n)).map((pair) =>
      pair.block % 3 === 0 ? { ...pair, candidate: { ...pair.candidate, disturbed: true } } : pair,
    )
    expect(doubtsOf(disturbed, FLOOR_US)).toEqual([{ kind: 'disturbed-blocks', blocks: 7, of: 21 }])
  })

  test('medians that differ by 6 % while best runs do not, 20 blocks', () => {
    const normal = normals(8n)
    const shapes: Shape = (side, block, _, z) =>
      0.5 * Math.abs(z) + (isCandidate(side) && block % 4 !== 0 ? 6 : 0)
    const names = Array.from({ length: 60 }, (_, index) => `row${index}`)
    const found = reduce(
      logOf(names, () => pairsOf(shapes, 20, normal)),
      '',
    ).comparisons.filter(({ warnings }) => warnings.some(({ kind }) => kind === 'best-runs-equal'))
    expect(found.length / names.length).toBeGreaterThanOrEqual(0.8)
  })

  test('rows that all moved by 2 % against noise of 1 %', () => {
    const uniform = uniforms(9n)
    const rows = (pct: number) =>
      Array.from({ length: 20 }, () => ({ verdict: 'equivalent', delta_pct: pct + 2 * (uniform() - 0.5) }))
    expect(doubtsOfRun(rows(2) as unknown as Comparison[])).toMatchObject([
      { kind: 'shifted-together', rows: 20, of: 20 },
    ])
    expect(doubtsOfRun(rows(0) as unknown as Comparison[])).toEqual([])
    expect(doubtsOfRun(rows(2).slice(0, 7) as unknown as Comparison[])).toEqual([])
  })
})

/** A whole log of these benchmarks, each with pairs of its own. */
function logOf(names: readonly string[], pairs: () => Pair[]): Event[] {
  return [
    run(),
    ...ready('cpp', names),
    ...names.flatMap((name) => checked('cpp', name)),
    ...names.flatMap((name) =>
      pairs().flatMap(({ baseline, candidate }) => [
        { ...baseline, case: name },
        { ...candidate, case: name },
      ]),
    ),
    summary,
  ]
}

describe('clean rows', () => {
  const GENERATED: readonly [string, (normal: () => number) => number][] = [
    ['normal', (normal) => normal()],
    ['skewed', (normal) => (Math.exp(0.5 * normal()) - Math.exp(0.125)) / 0.604],
  ]

  test.each(
    GENERATED.flatMap(([name, noise]) =>
      [
        [20, 2],
        [20, 5],
        [24, 1],
      ].map(([blocks = 0, pct = 0]) => [name, blocks, pct, noise] as const),
    ),
  )(
    'of %s noise in %i blocks, %i % of each side: at most one in twenty has a doubt',
    (_, blocks, pct, noise) => {
      const normal = normals(BigInt(blocks * 10 + pct))
      const names = Array.from({ length: 250 }, (__, index) => `row${index}`)
      const shape: Shape = () => pct * noise(normal)
      const result = reduce(
        logOf(names, () => pairsOf(shape, blocks, normal)),
        '',
      )
      const doubted = result.comparisons.filter(({ warnings }) => warnings.length > 0)
      // The rate is two to three in a hundred: more than one in twenty of 250 is three deviations off.
      expect(doubted.length / names.length).toBeLessThanOrEqual(0.05)
      expect(result.warnings).toEqual([])
    },
  )

  test.each(
    GENERATED.flatMap(([name, noise]) => [10, 40, 60].map((blocks) => [name, blocks, noise] as const)),
  )('of %s noise in %i blocks, as short and confirmed rows have: the same', (_, blocks, noise) => {
    const normal = normals(BigInt(blocks))
    const doubted = Array.from({ length: 400 }, () =>
      doubtsOf(
        pairsOf(() => 2 * noise(normal), blocks, normal),
        FLOOR_US,
      ),
    ).filter((doubts) => doubts.length > 0)
    // Two to four in a hundred: three deviations of 400 rows above 4 in 100 are 7.
    expect(doubted.length / 400).toBeLessThanOrEqual(0.06)
  })
})

test('a fifth of disturbed blocks is what medians are for', () => {
  const pairs = pairsOf((_, __, ___, z) => z, 20, normals(6n)).map((pair, index) =>
    index % 5 === 0 ? { ...pair, baseline: { ...pair.baseline, disturbed: true } } : pair,
  )
  expect(doubtsOf(pairs, FLOOR_US)).toEqual([])
})

test('a doubt never changes a verdict', () => {
  const quietRow = reduce(wholeLog({ sort: 10 }), '').comparisons[0]
  const disturbed = wholeLog({ sort: 10 }).map((event) =>
    event.type === 'observation' && event.block_id % 2 === 0 && event.elapsed_us !== null
      ? { ...event, disturbed: true }
      : event,
  )
  const row = reduce(disturbed, '').comparisons[0]
  expect(row?.warnings).toMatchObject([{ kind: 'disturbed-blocks' }])
  const { warnings: _, resources, ...rest } = row ?? {}
  expect({ ...quietRow }).toMatchObject(rest)
  expect([resources?.baseline.disturbed, resources?.candidate.disturbed]).toEqual([10, 10])
})

test('a row without a verdict has none of the doubts of its samples', () => {
  const failed = calibration('cpp@candidate', 'sort', {
    valid: false,
    fault: 'crash',
    reason: 'so',
    elapsed_us: null,
  })
  const row = reduce([run(), ...ready('cpp', ['sort']), ...checked('cpp', 'sort'), failed, summary], '')
    .comparisons[0]
  expect(row).toMatchObject({ status: 'invalid', warnings: [] })
})

test('two slow blocks of a baseline are no mode that a slower candidate is in', () => {
  const straggling: Shape = (side, block, _, z) => z / 4 + (isCandidate(side) ? 10 : block % 9 === 4 ? 7 : 0)
  expect(detected('mode-shares', straggling)).toBe(0)
})
