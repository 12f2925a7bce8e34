import { expect, test } from 'vitest'
import { explain } from '../../src/analysis/explain.ts'
import type { Event } from '../../src/model/event.ts'
import type { Explanation, Rule } from '../../src/model/explanation.ts'
import { normals } from '../stats/normals.ts'
import { blocks, checked, quiet, ready, run, summary, wholeLog } from './log.ts'

function explained(events: readonly Event[]): Explanation {
  const [row] = explain(events, '', () => true).rows
  if (row === undefined) throw new Error('no row')
  return row
}

const ruleIn = (row: Explanation, word: Rule['word']) => row.rules.find((one) => one.word === word)

/** The rules' own words for what a row came to. */
function wordOf(row: Explanation, words: readonly Rule['word'][], otherwise: string): string {
  return words.find((word) => ruleIn(row, word)?.holds === true) ?? otherwise
}

test('whatever was measured, the conditions come to the verdict and to the outcome that were recorded', () => {
  const normal = normals(7n)
  const seen = new Set<string>()
  for (let trial = 0; trial < 80; trial += 1) {
    const [shift, noise] = [((trial % 9) - 4) * 2.5, 0.2 + (trial % 5) * 3]
    const side = (pct: number) =>
      Array.from({ length: 20 }, () => 100 * (1 + pct / 100) + noise * Math.max(-3, normal()))
    const sides = { baseline: side(0), candidate: side(shift) }
    const row = explained([
      run(),
      ...ready('cpp', ['sort']),
      ...checked('cpp', 'sort'),
      ...blocks('cpp', 'sort', sides),
      summary,
    ])
    const { verdict, noise: record } = row.comparison
    expect(wordOf(row, ['regression', 'improvement', 'equivalent'], 'inconclusive')).toBe(verdict)
    expect(wordOf(row, ['loss', 'win'], 'parity')).toBe(record?.outcome)
    const agree = ruleIn(row, 'best-runs-agree')
    expect(agree?.holds === false).toBe(
      row.comparison.warnings.some(({ kind }) => kind === 'best-runs-equal'),
    )
    seen.add(`${verdict}`).add(`${record?.outcome}`)
  }
  expect([...seen].toSorted()).toEqual(
    ['equivalent', 'improvement', 'inconclusive', 'loss', 'parity', 'regression', 'win'].toSorted(),
  )
})

test('best runs that go the other way do not go with the medians', () => {
  const candidate = quiet(110).map((us, index) => (index % 5 === 0 ? us * 0.77 : us))
  const row = explained([
    run(),
    ...ready('cpp', ['sort']),
    ...checked('cpp', 'sort'),
    ...blocks('cpp', 'sort', { baseline: quiet(100), candidate }),
    summary,
  ])
  expect(row.comparison.verdict).toBe('regression')
  expect(row.comparison.warnings.map(({ kind }) => kind)).toContain('best-runs-equal')
  const agree = ruleIn(row, 'best-runs-agree')
  expect(agree?.holds).toBe(false)
  expect(agree?.conditions[0]?.value).toBeCloseTo(-15.3, 0)
})

test('each condition has its number and its threshold', () => {
  const row = explained(wholeLog({ sort: 10 }))
  expect(ruleIn(row, 'regression')?.conditions).toMatchObject([
    { quantity: 'delta', value: expect.closeTo(10, 3), relation: '>=', threshold: 3, unit: '%', holds: true },
    { quantity: 'low-end', relation: '>', threshold: 0, holds: true },
  ])
  // A batch of 100 calls of 100 µs: its floor of 25 µs is far below 4 %.
  expect(ruleIn(row, 'loss')?.conditions).toMatchObject([
    { quantity: 'ratio-of-medians', value: expect.closeTo(1.1, 6), threshold: 1.04 },
    { quantity: 'ratio-of-best-runs', value: expect.closeTo(1.1, 6), threshold: 1.04 },
  ])
})

test('the floor of a timing raises the threshold of the noise rule, for the batch that was timed', () => {
  const sides = { baseline: quiet(100), candidate: quiet(110) }
  const row = explained([
    run(),
    ...ready('cpp', ['sort']),
    ...checked('cpp', 'sort'),
    ...blocks('cpp', 'sort', sides, { iterations: 1 }),
    summary,
  ])
  // 25 µs over a best run of 100 µs.
  expect(ruleIn(row, 'loss')?.conditions[1]).toMatchObject({ threshold: 1.25, holds: false })
})

test('a row without a verdict was held to no rule', () => {
  const row = explained([run(), ...ready('cpp', ['sort']), ...checked('cpp', 'sort'), summary])
  expect(row.comparison.status).toBe('invalid')
  expect(row).toMatchObject({ rules: [], story: { kind: 'not-judged' }, effect: 'trouble' })
})

test('what is not known of the power of the machine is unknown', () => {
  const environment = { semantic: {}, performance: { governor: 'powersave', boost: null }, provenance: {} }
  expect(explain(wholeLog({ sort: 0 }, { environment }), '', () => true).power).toMatchObject({
    governor: 'powersave',
    boost: 'unknown',
    throttling: 'unknown',
    other_processes: 'unknown',
  })
})

test('heat, quota and neighbours are told from before the first block to after the last', () => {
  const load = { cpus: 2, others_pct: 12.5, runnable: 1, throttled: 3, quota_stops: 0, temperature_c: 71 }
  const machine: Event = {
    type: 'machine',
    lock: 'held',
    lock_waited_ms: 0,
    idle_waited_ms: 0,
    load: null,
    notes: ['the machine runs on battery'],
  }
  const [first = summary, ...others] = wholeLog({ sort: 0 })
  const { power, notes } = explain([first, machine, ...others, { type: 'load', load }], '', () => true)
  expect(power).toMatchObject({
    throttling: '3 times',
    quota_stops: 'none',
    temperature: '71 °C',
    other_processes: '12.5 % of 2 CPUs',
  })
  expect(notes).toEqual(['the machine runs on battery'])
})
