import { describe, expect, test } from 'vitest'
import { rowsToMeasure, standingRows, wrongResults } from '../../src/analysis/rows.ts'
import type { Event, EventOf } from '../../src/model/event.ts'
import { build, identity, listing, ready, run, validation } from './log.ts'

type Validated = Partial<EventOf<'validation'>>

/** Where `sort` of the one arm stands after both revisions were validated so. */
function judged(baseline: Validated, candidate: Validated) {
  const events = [
    run(),
    ...ready('cpp', ['sort']),
    validation('cpp@baseline', 'sort', baseline),
    validation('cpp@candidate', 'sort', candidate),
  ]
  return { standing: standingRows(events)[0]?.standing, failures: wrongResults(events) }
}

const settled = (status: string, reason: RegExp) =>
  expect.objectContaining({ kind: 'settled', status, reason: expect.stringMatching(reason) })

describe('before anything is validated', () => {
  test('rows of both revisions stand to be measured', () => {
    expect(standingRows([run(), ...ready('cpp', ['sort'])])).toEqual([
      {
        arm: 'cpp',
        benchmark: 'sort',
        dataset: '1000',
        scale: '1000',
        category: 'algorithms',
        sourcesChanged: false,
        standing: { kind: 'measure' },
      },
    ])
  })

  test('rows of identical binaries need no measuring', () => {
    const events = [run(), ...ready('cpp', ['sort']), identity('cpp', true)]
    expect(standingRows(events)[0]?.standing).toEqual(settled('identical', /equal loaded sections/))
  })

  test('a row of one revision alone is new or removed', () => {
    const events = [
      run(),
      ...ready('cpp', []),
      listing('cpp@baseline', ['sort', 'old']),
      listing('cpp@candidate', ['fresh', 'sort']),
    ]
    expect(
      standingRows(events).map(({ benchmark, standing }) => [
        benchmark,
        standing.kind === 'settled' ? standing.status : standing.kind,
      ]),
    ).toEqual([
      ['fresh', 'new'],
      ['sort', 'measure'],
      ['old', 'removed'],
    ])
  })

  test('datasets of one benchmark are rows of their own', () => {
    const events = [
      run(),
      ...ready('cpp', []),
      listing('cpp@baseline', [{ dataset: '10' }]),
      listing('cpp@candidate', [{ dataset: '10' }, { dataset: '20' }]),
    ]
    expect(standingRows(events).map(({ standing }) => standing.kind)).toEqual(['measure', 'settled'])
  })

  test('an arm that the baseline does not have makes its rows new', () => {
    const events = [
      run(),
      build('cpp@baseline', { status: 'absent', reason: 'no bench/cpp' }),
      build('cpp@candidate'),
      listing('cpp@candidate', ['sort']),
    ]
    expect(standingRows(events)[0]?.standing).toEqual(settled('new', /baseline does not have this arm/))
  })

  test.each([
    ['a baseline that does not build', [build('cpp@baseline', { status: 'failed', reason: 'no' })]],
    ['a baseline without a list', [listing('cpp@baseline', [], { status: 'failed', reason: 'crashed' })]],
  ])('%s makes the rows invalid, not new', (_, events: Event[]) => {
    const all = [run(), ...ready('cpp', ['sort']), listing('cpp@baseline', []), ...events]
    expect(standingRows(all)[0]?.standing).toEqual(settled('invalid', /baseline/))
  })

  test.each([
    ['at the candidate', /^the candidate cannot run it: why$/],
    ['at the baseline', /^the baseline cannot run it: why$/],
    ['at both', /^the candidate cannot run it: why$/],
  ])('a benchmark that could not be run %s is invalid, also of identical binaries', (where, reason) => {
    const row = (isBroken: boolean) => (isBroken ? [{ failure: 'why' }] : [{}])
    const events = [
      run(),
      ...ready('cpp', []),
      identity('cpp', true),
      listing('cpp@baseline', row(where !== 'at the candidate')),
      listing('cpp@candidate', row(where !== 'at the baseline')),
    ]
    expect(standingRows(events).map(({ standing }) => standing)).toEqual([settled('invalid', reason)])
  })

  test('one that only the candidate has is invalid, not new; one that it does not have any more was removed', () => {
    const broken = [{ failure: 'why' }]
    const before = [run(), ...ready('cpp', []), listing('cpp@baseline', broken)]
    const after = [run(), ...ready('cpp', []), listing('cpp@candidate', broken)]
    expect(standingRows(after)[0]?.standing).toEqual(settled('invalid', /cannot run it: why/))
    expect(standingRows(before)[0]?.standing).toEqual(settled('removed', /does not list it/))
  })

  test('differing labels refuse the comparison, also of identical binaries, and both are named', () => {
    const change = { path: 'arms.cpp.labels', baseline: '{"data_type":"f32"}', candidate: '{}' }
    const events = [
      run(['cpp'], { config_changes: [change] }),
      ...ready('cpp', ['sort']),
      identity('cpp', true),
    ]
    expect(standingRows(events)[0]?.standing).toEqual(settled('not-comparable', /f32.*are \{\}/))
  })

  test('labels of one arm say nothing of an arm whose name begins alike', () => {
    const change = { path: 'arms.cpp.labels', baseline: '{"a":"b"}', candidate: '{}' }
    const events = [run(['cpp', 'cpp2'], { config_changes: [change] }), ...ready('cpp2', ['sort'])]
    expect(standingRows(events)[0]?.standing).toEqual({ kind: 'measure' })
  })

  test.each(['cpp@baseline', 'cpp@candidate'] as const)('a source that changed is seen at the %s', (side) => {
    const events = [run(), ...ready('cpp', ['sort']), listing(side, [{ sources_changed: true }])]
    expect(standingRows(events)[0]?.sourcesChanged).toBe(true)
  })
})

describe('the oracle', () => {
  test.each<[string, Validated, Validated]>([
    ['equal outputs that meet the reference', {}, {}],
    ['equal outputs without a reference', { expected: null }, { expected: null }],
    [
      'numbers within the tolerance of the reference, however far from each other',
      { output: '0.9992', expected: '1', tolerance: 0.001 },
      { output: '1.0008', expected: '1', tolerance: 0.001 },
    ],
    [
      'numbers within the tolerance of each other',
      { output: '1e3', expected: null, tolerance: 0.01 },
      { output: '1001', expected: null, tolerance: 0.01 },
    ],
  ])('lets through %s', (_, baseline, candidate) => {
    expect(judged(baseline, candidate)).toEqual({ standing: { kind: 'measure' }, failures: [] })
  })

  test('names a candidate that misses its reference, with what was expected and what came', () => {
    const { standing, failures } = judged({}, { output: '41' })
    expect(standing).toEqual(settled('wrong-result', /expected "42", the candidate gives "41"/))
    expect(failures).toEqual([
      expect.objectContaining({
        type: 'validation_failure',
        case: 'sort',
        implementation: 'cpp@candidate',
        dataset_id: '1000',
        expected: '42',
        actual: '41',
      }),
    ])
  })

  test('names a candidate that disagrees with its baseline where there is no reference', () => {
    const { standing, failures } = judged({ expected: null }, { expected: null, output: '41' })
    expect(standing).toEqual(settled('wrong-result', /baseline gives "42", the candidate "41"/))
    expect(failures).toHaveLength(1)
  })

  test('does not excuse a wrong candidate by another input or by a wrong baseline', () => {
    expect(judged({ output: '1' }, { output: '41', fingerprint: 'f2' }).standing).toEqual(
      settled('wrong-result', /expected "42"/),
    )
  })

  test('holds a candidate that dropped its reference against the baseline', () => {
    expect(judged({}, { expected: null, output: '41' }).standing).toEqual(settled('wrong-result', /41/))
  })

  test.each<[string, Validated, Validated, RegExp]>([
    ['a wrong baseline', { output: '41' }, {}, /the baseline is wrong: expected "42", it gives "41"/],
    ['a baseline that misses the reference of the candidate', { expected: null, output: '41' }, {}, /"41"/],
    ['a right result that changed', {}, { output: '43', expected: '43' }, /"43".*"42"/],
    ['an input that changed', { fingerprint: 'f0' }, {}, /the input changed.*f0.*f1/],
    [
      'an input that changed, without a reference',
      { expected: null },
      { expected: null, output: '7', fingerprint: 'f2' },
      /the input changed/,
    ],
    ['a baseline that cannot run here', { status: 'unsupported', reason: 'no AVX' }, {}, /no AVX/],
  ])('does not compare with %s', (_, baseline, candidate, reason) => {
    const { standing, failures } = judged(baseline, candidate)
    expect(standing).toEqual(settled('not-comparable', reason))
    expect(failures).toEqual([])
  })

  test('skips what neither revision can run', () => {
    const unsupported = { status: 'unsupported', reason: 'no AVX-512' } as const
    expect(judged(unsupported, unsupported).standing).toEqual(settled('skipped', /no AVX-512/))
  })

  test('takes what only the candidate cannot run for trouble', () => {
    expect(judged({}, { status: 'unsupported', reason: 'no AVX' }).standing).toEqual(
      settled('invalid', /candidate.*no AVX/),
    )
  })

  test.each(['baseline', 'candidate'])('takes a failed validation of the %s for trouble', (side) => {
    const failed = { status: 'failed', reason: 'ended by SIGSEGV' } as const
    const { standing } = side === 'baseline' ? judged(failed, {}) : judged({}, failed)
    expect(standing).toEqual(settled('invalid', new RegExp(`${side}.*SIGSEGV`)))
  })

  test('keeps digits beyond those of a double apart', () => {
    const { standing } = judged(
      { output: '18446744073709551615', expected: null },
      { output: '18446744073709551614', expected: null },
    )
    expect(standing).toEqual(settled('wrong-result', /614/))
  })

  test.each(['nan', 'Infinity', ''])('does not take %j for a number within a tolerance', (output) => {
    expect(judged({}, { output, tolerance: 0.5 }).standing).toEqual(settled('wrong-result', /expected "42"/))
  })
})

test('the rows to measure list all baselines and then all candidates of the arms that stand', () => {
  const events = [
    run(['rust', 'cpp', 'zig']),
    ...ready('rust', ['sort', 'sum']),
    ...ready('cpp', ['sum', 'sort']),
    ...ready('zig', ['sort']),
    identity('zig', true),
  ]
  expect(rowsToMeasure(standingRows(events))).toEqual([
    {
      benchmark: 'sort',
      dataset: '1000',
      implementations: ['rust@baseline', 'cpp@baseline', 'rust@candidate', 'cpp@candidate'],
    },
    {
      benchmark: 'sum',
      dataset: '1000',
      implementations: ['rust@baseline', 'cpp@baseline', 'rust@candidate', 'cpp@candidate'],
    },
  ])
})
