import { expect, test } from 'vitest'
import { storyOf } from '../../src/analysis/story.ts'
import type { Comparison } from '../../src/model/result.ts'
import type { Warning } from '../../src/model/warning.ts'
import { measuredRow, statusRow } from '../report/result.ts'

const modes: Warning = { kind: 'two-modes', revision: 'candidate', apart_pct: 8, slower: 7, of: 20 }
const shares: Warning = { kind: 'mode-shares', baseline: 4, candidate: 16, of: 20 }
const bestEqual: Warning = { kind: 'best-runs-equal', best_ratio: 1.001 }

const noise = (outcome: 'win' | 'parity' | 'loss'): Comparison['noise'] => ({
  outcome,
  ratio: 1,
  best_ratio: 1,
  tolerance: 0.04,
  noise: 0.01,
})

function regression(over: Partial<Comparison>): Comparison {
  return measuredRow({ benchmark: 'sort', verdict: 'regression', noise: noise('loss'), ...over }, 100, 8, 1)
}

const confirmed = (reproduced: boolean): Comparison['confirmation'] => ({ reproduced, parts: [] })

test.each<[string, Comparison]>([
  ['two modes on one side, best runs equal', regression({ warnings: [modes, bestEqual] })],
  ['modes in other shares, best runs equal', regression({ warnings: [shares, bestEqual] })],
  [
    'an inconclusive row whose samples have two modes',
    measuredRow({ benchmark: 'sort', verdict: 'inconclusive', warnings: [modes] }, 100, 4, 6),
  ],
])('timing modes: %s', (_, row) => {
  expect(storyOf(row)).toMatchObject({ kind: 'timing-modes', findings: expect.arrayContaining(['modes']) })
})

test.each<[string, Comparison]>([
  ['a clear interval that the noise rule agrees with', regression({})],
  ['modes whose best runs moved too', regression({ warnings: [shares] })],
  [
    'modes whose best runs are equal by a single run that lies far below the others',
    regression({
      warnings: [shares, bestEqual, { kind: 'lonely-best-run', revision: 'candidate', below_pct: 8 }],
    }),
  ],
  ['a clear interval, though the noise rule has a wider tolerance', regression({ noise: noise('parity') })],
  [
    'a drift of the difference that is smaller than what the noise rule sees',
    regression({ warnings: [{ kind: 'drift', what: 'differences', pct: 2 }] }),
  ],
  ['one that reproduced', regression({ confirmation: confirmed(true) })],
  [
    'an improvement that is a win',
    measuredRow({ benchmark: 'sort', verdict: 'improvement', noise: noise('win') }, 100, -8, 1),
  ],
])('a real difference: %s', (_, row) => {
  expect(storyOf(row)).toMatchObject({ kind: 'real-difference' })
})

test.each<[string, Comparison]>([
  [
    'an interval that leaves more than one verdict open',
    measuredRow({ benchmark: 'sort', verdict: 'inconclusive' }, 100, 1, 5),
  ],
  ['one that did not reproduce', regression({ confirmation: confirmed(false) })],
  [
    'a doubted interval that the noise rule does not back',
    regression({ noise: noise('parity'), warnings: [{ kind: 'autocorrelated' }] }),
  ],
  [
    'batches too short for the clock, which the noise rule does not back',
    regression({ noise: noise('parity'), warnings: [{ kind: 'near-resolution', batch_us: 3 }] }),
  ],
  [
    'fewer than six pairs',
    regression({
      samples: {
        baseline_us: [1, 1, 1, 1, 1],
        candidate_us: [2, 2, 2, 2, 2],
        block_ids: [1, 2, 3, 4, 5],
      },
    }),
  ],
])('too noisy to say: %s', (_, row) => {
  expect(storyOf(row)).toMatchObject({ kind: 'too-noisy' })
})

test('a drift that both sides share doubts no interval', () => {
  const row = regression({ noise: noise('parity'), warnings: [{ kind: 'drift', what: 'times', pct: 2 }] })
  expect(storyOf(row).kind).toBe('real-difference')
})

test('an equivalent row tells of no difference, whatever modes it has', () => {
  const row = measuredRow({ benchmark: 'sort', verdict: 'equivalent', warnings: [modes] }, 100, 0, 1)
  expect(storyOf(row)).toEqual({ kind: 'no-difference', findings: ['within-threshold', 'modes'] })
})

test('a row without a verdict tells nothing', () => {
  expect(storyOf(statusRow({ benchmark: 'sort', status: 'invalid' })).kind).toBe('not-judged')
})
