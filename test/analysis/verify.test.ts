import { expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import { differences } from '../../src/analysis/verify.ts'
import { UserError } from '../../src/model/failure.ts'
import { wholeLog } from './log.ts'

const RESULT = reduce(wholeLog({ sort: 10, sum: 0 }), 'a'.repeat(64))
const TEXT = JSON.stringify(RESULT)

test('a result that was written and read again has no differences', () => {
  expect(differences(JSON.parse(TEXT), RESULT)).toEqual([])
})

test('one changed digit is named by its path', () => {
  const recorded = JSON.parse(TEXT)
  const was = recorded.comparisons[1].samples.candidate_us[3]
  recorded.comparisons[1].samples.candidate_us[3] = was + 1e-12
  expect(differences(recorded, RESULT)).toEqual([
    { path: 'comparisons[1].samples.candidate_us[3]', recorded: was + 1e-12, recomputed: was },
  ])
})

test.each<[string, (recorded: typeof RESULT) => void, string]>([
  ['a changed word', (recorded) => void Object.assign(recorded, { conclusion: 'pass' }), 'conclusion'],
  ['the digest', (recorded) => void Object.assign(recorded, { events_sha256: 'b' }), 'events_sha256'],
  ['a missing row', (recorded) => void recorded.comparisons.pop(), 'comparisons[1]'],
  ['a missing field', (recorded) => void Reflect.deleteProperty(recorded, 'placement'), 'placement'],
  ['a field too much', (recorded) => void Object.assign(recorded.summary, { extra: 1 }), 'summary.extra'],
  ['a null', (recorded) => void Object.assign(recorded.gate, { rule: null }), 'gate.rule'],
  ['an object for a list', (recorded) => void Object.assign(recorded, { filter: {} }), 'filter'],
])('%s is a difference', (_, change, path) => {
  const recorded = JSON.parse(TEXT)
  change(recorded)
  expect(differences(recorded, RESULT).map((one) => one.path)).toEqual([path])
})

/** What `results.json` was before it named its rule for memory. */
function older(): {
  comparisons: { resources: Record<string, unknown> }[]
  environment: { semantic: object }
} {
  const { resource_rule: _rule, ...recorded } = JSON.parse(TEXT)
  Reflect.deleteProperty(recorded.summary, 'growths')
  recorded.environment = { semantic: {}, performance: {}, provenance: {} }
  for (const { resources } of recorded.comparisons) {
    for (const name of ['peak_rss_ratio', 'size_ratio', 'build_ms_ratio'])
      Reflect.deleteProperty(resources, name)
    resources.candidate.peak_rss_bytes = 9_000_000
  }
  return recorded
}

test('a result that is older than a field is no difference', () => {
  expect(differences(older(), RESULT)).toEqual([])
})

test('what an older result does have is held to what its events give', () => {
  const recorded = older()
  recorded.environment.semantic = { data_seed: '2' }
  Object.assign(recorded.comparisons[0]?.resources ?? {}, { size_ratio: 2 })
  expect(differences(recorded, RESULT).map(({ path }) => path)).toEqual([
    'environment.semantic.data_seed',
    'comparisons[0].resources.size_ratio',
  ])
})

test.each([[{ ...RESULT, schema_version: 2 }], [{}], [null], ['text'], [[]]])(
  'a schema version whose rules are not these is refused: %j',
  (recorded) => {
    expect(() => differences(recorded, RESULT)).toThrow(UserError)
  },
)
