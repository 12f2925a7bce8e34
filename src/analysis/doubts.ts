import type { EventOf } from '../model/event.ts'
import { type RevisionName, revisionNames } from '../model/implementation.ts'
import type { Comparison } from '../model/result.ts'
import type { Warning } from '../model/warning.ts'
import {
  differingModeShares,
  drift,
  isAutocorrelated,
  isQuantised,
  lonelyBestRun,
  orderEffect,
  twoModes,
} from '../stats/doubts.ts'
import { median, sortSamples } from '../stats/quantile.ts'
import { GATE } from '../stats/regression.ts'
import { differencesOf, type Pair, samplesOf } from './pairing.ts'

type Observation = EventOf<'observation'>

/** Fewer disturbed blocks are what medians are for. */
const MANY = 0.2

/** What its pairs say against a row, whatever its verdict; `floorUs` is that of one timing. */
export function doubtsOf(pairs: readonly Pair[], floorUs: number): Warning[] {
  if (pairs.length === 0) return []
  const sides = { baseline: samplesOf(pairs, 'baseline'), candidate: samplesOf(pairs, 'candidate') }
  const reference = median(sortSamples(sides.baseline))
  const differences = differencesOf(pairs)
  return [
    ...revisionNames.flatMap((revision): Warning[] => {
      const modes = twoModes(sides[revision])
      const below_pct = lonelyBestRun(sides[revision])
      return [
        ...(modes === null ? [] : [{ kind: 'two-modes', revision, ...modes } as const]),
        ...(below_pct === null ? [] : [{ kind: 'lonely-best-run', revision, below_pct } as const]),
      ]
    }),
    ...modeShares(sides.baseline, sides.candidate),
    ...drifts(sides, differences, reference),
    ...order(pairs, reference),
    ...(isAutocorrelated(differences, reference) ? [{ kind: 'autocorrelated' } as const] : []),
    ...resolution(pairs, floorUs),
    ...disturbance(pairs),
  ]
}

/** By how many per cent the best runs differ, and by how many at least they do where they go with the medians. */
export function bestRunsOf(
  delta_pct: number,
  best_ratio: number,
): { readonly pct: number; readonly least_pct: number } {
  return { pct: (best_ratio - 1) * 100, least_pct: Math.abs(delta_pct) / 3 }
}

/** Medians that differ where best runs do not: of a row that has a verdict. */
export function bestRunsDoubt({ verdict, delta_pct, noise }: Partial<Comparison>): Warning[] {
  if (noise == null || delta_pct == null || (verdict !== 'regression' && verdict !== 'improvement')) return []
  const { pct, least_pct } = bestRunsOf(delta_pct, noise.best_ratio)
  return Math.abs(pct) < least_pct ? [{ kind: 'best-runs-equal', best_ratio: noise.best_ratio }] : []
}

/** Fewer rows than this, moved together, are no sign. */
const LEAST_ROWS = 8
const MOST_OF_THEM = 0.8
const TOGETHER_PCT = 1

/** What all rows together say against the run. */
export function doubtsOfRun(comparisons: readonly Comparison[]): Warning[] {
  const moves = comparisons.flatMap(({ verdict, delta_pct }) =>
    verdict !== null && delta_pct !== null ? [delta_pct] : [],
  )
  if (moves.length < LEAST_ROWS) return []
  const median_pct = median(sortSamples(moves))
  const rows = moves.filter((pct) => pct * median_pct > 0).length
  return Math.abs(median_pct) >= TOGETHER_PCT && rows >= MOST_OF_THEM * moves.length
    ? [{ kind: 'shifted-together', rows, of: moves.length, median_pct }]
    : []
}

function modeShares(baseline: readonly number[], candidate: readonly number[]): Warning[] {
  const shares = differingModeShares(baseline, candidate)
  return shares === null ? [] : [{ kind: 'mode-shares', ...shares }]
}

/** Drift that both sides share leaves the pairs alone; drift of their difference does not. */
function drifts(
  { baseline, candidate }: Readonly<Record<RevisionName, readonly number[]>>,
  differences: readonly number[],
  reference: number,
): Warning[] {
  const levels = baseline.map((value, index) => (value + (candidate[index] ?? Number.NaN)) / 2)
  const series = [
    ['times', levels],
    ['differences', differences],
  ] as const
  return series.flatMap(([what, values]): Warning[] => {
    const pct = drift(values, reference)
    return pct === null ? [] : [{ kind: 'drift', what, pct }]
  })
}

function order(pairs: readonly Pair[], reference: number): Warning[] {
  const isSecond = ({ baseline, candidate }: Pair) => candidate.position > baseline.position
  const second = differencesOf(pairs.filter(isSecond))
  const first = differencesOf(pairs.filter((pair) => !isSecond(pair)))
  const pct = orderEffect(second, first, reference)
  return pct === null ? [] : [{ kind: 'order-effect', pct }]
}

/** Where the gate's threshold of a batch is less than a timing resolves, or the clock's steps show. */
function resolution(pairs: readonly Pair[], floorUs: number): Warning[] {
  const sides = revisionNames.map((revision) => pairs.map((one) => batchOf(one[revision])))
  const batch_us = median(sortSamples(sides.flat()))
  const isShort = (batch_us * GATE.thresholdPct) / 100 < floorUs
  return isShort || sides.some(isQuantised) ? [{ kind: 'near-resolution', batch_us }] : []
}

function batchOf({ elapsed_us, iterations }: Observation): number {
  return (elapsed_us ?? 0) * iterations
}

function disturbance(pairs: readonly Pair[]): Warning[] {
  const isDisturbed = (pair: Pair) => revisionNames.some((revision) => pair[revision].disturbed === true)
  const blocks = pairs.filter(isDisturbed).length
  return blocks > MANY * pairs.length ? [{ kind: 'disturbed-blocks', blocks, of: pairs.length }] : []
}
