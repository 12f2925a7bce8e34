import { describe, expect, test } from 'vitest'
import { exitCodeOf } from '../../src/analysis/exit.ts'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event, EventOf } from '../../src/model/event.ts'
import { presets } from '../../src/protocol/preset.ts'
import {
  blocks,
  build,
  checked,
  identity,
  listing,
  measured,
  quiet,
  ready,
  run,
  summary,
  validation,
  wholeLog,
} from './log.ts'

const SHA = 'e'.repeat(64)
const result = (events: readonly Event[]) => reduce(events, SHA)

/** An arm that only the baseline has, with the row `sort`. */
const removed = (arm: string): Event[] => [
  build(`${arm}@baseline`),
  build(`${arm}@candidate`, { status: 'absent' }),
  listing(`${arm}@baseline`, ['sort']),
]

describe('the conclusion', () => {
  const wrong = validation('cpp@candidate', 'hash', { output: '41' })
  const broken = validation('cpp@candidate', 'copy', { status: 'failed', reason: 'crashed' })
  const everything = [...wholeLog({ sort: 10, hash: 0, copy: 0 }).slice(0, -1), wrong, broken]
  const but = (...gone: Event[]) => everything.filter((event) => !gone.includes(event))

  test.each([
    ['incomplete', everything, 2],
    ['wrong-result', [...everything, summary], 2],
    ['invalid', [...but(wrong), summary], 2],
    ['regression', [...but(wrong, broken), summary], 1],
    ['pass', wholeLog({ sort: 0 }), 0],
  ] as const)('%s comes before the milder ones', (conclusion, events, exitCode) => {
    const reduced = result(events)
    expect(reduced.conclusion).toBe(conclusion)
    expect(exitCodeOf(reduced)).toBe(exitCode)
  })

  test('of trouble leaves the regressions in the table', () => {
    const reduced = result([...everything, summary])
    expect(reduced.summary.verdicts.regression).toBe(1)
    expect(reduced.comparisons.map(({ verdict, status }) => verdict ?? status)).toEqual([
      'regression',
      'wrong-result',
      'invalid',
    ])
  })

  test('is invalid with a trouble of the whole run', () => {
    const trouble: Event = { type: 'trouble', arm: null, reason: 'the binary changed during the run' }
    const reduced = result([...wholeLog({ sort: 0 }), trouble])
    expect(reduced).toMatchObject({
      conclusion: 'invalid',
      troubles: [{ arm: null, reason: 'the binary changed during the run' }],
    })
    expect(reduced.summary.headline).toContain('the binary changed during the run')
  })

  test('never is regression by a protocol that does not gate', () => {
    const protocol = { ...presets['regression-gate'], gates: false }
    const reduced = result(wholeLog({ sort: 10 }, { protocol }))
    expect(reduced).toMatchObject({ conclusion: 'pass', comparisons: [{ verdict: 'regression' }] })
    expect(reduced.summary.headline).toContain('regressed')
  })

  test('of identical binaries is pass, without a sample', () => {
    const reduced = result([run(), ...ready('cpp', ['sort']), identity('cpp', true), summary])
    expect(reduced).toMatchObject({
      conclusion: 'pass',
      comparisons: [{ status: 'identical', verdict: null }],
    })
    expect(reduced.summary.headline).toContain('identical')
  })

  test.each([
    ['the candidate', 'cpp@candidate', 'cpp', /the candidate did not build: cc1plus crashed/],
    ['the baseline', 'cpp@baseline', 'cpp', /the baseline did not build: cc1plus crashed/],
  ] as const)('is invalid where %s does not build', (_, implementation, arm, reason) => {
    const failed = build(implementation, { status: 'failed', reason: 'cc1plus crashed' })
    const other = implementation === 'cpp@baseline' ? 'cpp@candidate' : 'cpp@baseline'
    const reduced = result([run(), build(other), failed, listing(other, ['sort']), summary])
    expect(reduced.conclusion).toBe('invalid')
    expect(reduced.troubles).toEqual([{ arm, reason: expect.stringMatching(reason) }])
    expect(reduced.comparisons).toMatchObject([{ status: 'invalid' }])
  })

  test.each<[string, Event[], RegExp]>([
    ['the configuration leaves out the whole arm', ready('cpp', []), /leaves out every benchmark/],
    [
      'a list failed',
      [
        ...ready('cpp', ['sort']),
        listing('cpp@candidate', [], { status: 'failed', reason: 'the list of benchmarks is empty' }),
      ],
      /the candidate gave no list: the list of benchmarks is empty/,
    ],
    ['an arm was built and never asked', [build('cpp@baseline'), build('cpp@candidate')], /never asked/],
    ['an arm was never built', [], /the baseline was never built/],
    [
      'the candidate lost the only arm',
      [
        build('cpp@baseline'),
        build('cpp@candidate', { status: 'absent' }),
        listing('cpp@baseline', ['sort']),
      ],
      /nothing was compared: all 1 rows are removed/,
    ],
    [
      'every row is removed',
      [...ready('cpp', ['sort']), listing('cpp@candidate', [])],
      /nothing was compared: all 1 rows are removed/,
    ],
    [
      'every row is skipped',
      [
        ...ready('cpp', ['sort']),
        validation('cpp@baseline', 'sort', { status: 'unsupported' }),
        validation('cpp@candidate', 'sort', { status: 'unsupported' }),
      ],
      /nothing was compared/,
    ],
    [
      'every row is new in an arm that the baseline has',
      [...ready('cpp', ['sort']), listing('cpp@baseline', [])],
      /nothing was compared/,
    ],
  ])('is never silently green: %s', (_, events, reason) => {
    const reduced = result([run(), ...events, summary])
    expect(reduced.conclusion).toBe('invalid')
    expect(reduced.troubles[0]?.reason).toMatch(reason)
  })

  test('is invalid where the only arm was renamed: it had a baseline', () => {
    const reduced = result([
      run(['native', 'cpp']),
      build('native@baseline', { status: 'absent' }),
      build('native@candidate'),
      ...removed('cpp'),
      listing('native@candidate', ['sort']),
      summary,
    ])
    expect(reduced.conclusion).toBe('invalid')
    expect(reduced.troubles[0]?.reason).toMatch(/nothing was compared: all 2 rows are new or removed/)
  })

  test('is a pass that counts the rows of a removed arm where another arm compares', () => {
    const events = [run(['cpp', 'rust']), ...measured('cpp', { sort: 0 }), ...removed('rust'), summary]
    const reduced = result(events)
    expect(reduced.conclusion).toBe('pass')
    expect(reduced.summary.headline).toBe('no regression in 1 row; 1 removed')
    expect(reduced.comparisons.at(-1)).toMatchObject({
      id: 'rust/sort/1000',
      status: 'removed',
      reason: 'the candidate does not have this arm',
    })
  })

  test('is a pass where what the candidate takes away did not build or list any more', () => {
    const gone = build('rust@candidate', { status: 'absent' })
    const broken = build('rust@baseline', { status: 'failed', reason: 'no compiler' })
    const mute = [build('rust@baseline'), listing('rust@baseline', [], { status: 'failed', reason: 'crash' })]
    for (const baseline of [[broken], mute]) {
      const events = [run(['cpp', 'rust']), ...measured('cpp', { sort: 0 }), gone, ...baseline, summary]
      expect(result(events)).toMatchObject({ conclusion: 'pass', troubles: [] })
    }
  })

  test('is invalid where an arm is left out as a whole though another arm compares', () => {
    const events = [run(['cpp', 'rust']), ...measured('cpp', { sort: 0 }), ...ready('rust', []), summary]
    expect(result(events)).toMatchObject({
      conclusion: 'invalid',
      troubles: [{ arm: 'rust', reason: expect.stringContaining('leaves out every benchmark') }],
    })
  })

  test('is a pass where a filter that was asked for selects nothing of an arm', () => {
    const filtered = run(['cpp', 'rust'], { filter: ['sort'] })
    const events = [filtered, ...measured('cpp', { sort: 0 }), ...ready('rust', []), summary]
    expect(result(events).conclusion).toBe('pass')
  })

  test.each<[string, Partial<EventOf<'validation'>>, string, string]>([
    ['crashes', { status: 'failed', reason: 'ended by SIGSEGV' }, 'invalid', 'ended by SIGSEGV'],
    ['misses its reference', { output: '41' }, 'wrong-result', 'expected "42", the candidate gives "41"'],
  ])('is not green where a new row %s', (_, over, conclusion, reason) => {
    const events = [
      run(),
      ...measured('cpp', { sort: 0 }),
      listing('cpp@candidate', ['sort', 'fresh']),
      validation('cpp@candidate', 'fresh', over),
      summary,
    ]
    const reduced = result(events)
    expect(reduced.conclusion).toBe(conclusion)
    expect(reduced.comparisons.at(-1)?.reason).toContain(reason)
  })

  test('is a neutral pass that says so where the baseline has no arm yet', () => {
    const reduced = result([
      run(),
      build('cpp@baseline', { status: 'absent' }),
      build('cpp@candidate'),
      listing('cpp@candidate', ['sort', 'sum']),
      summary,
    ])
    expect(reduced).toMatchObject({ conclusion: 'pass', troubles: [] })
    expect(reduced.summary.headline).toMatch(/nothing to compare with; 2 new/)
  })

  test('is incomplete for a killed run: what has all its pairs has a verdict', () => {
    const events = [
      run(),
      ...ready('cpp', ['sort', 'sum', 'copy']),
      ...['sort', 'sum'].flatMap((benchmark) => checked('cpp', benchmark)),
      ...blocks('cpp', 'sort', { baseline: quiet(100), candidate: quiet(110) }),
      ...blocks('cpp', 'sum', { baseline: quiet(100, 12), candidate: quiet(110, 11) }),
    ]
    const reduced = result(events)
    expect(reduced.conclusion).toBe('incomplete')
    expect(reduced.elapsed_ms).toBeNull()
    expect(reduced.comparisons).toMatchObject([
      { verdict: 'regression' },
      { status: 'invalid', reason: 'incomplete: 11 of 20 blocks' },
      { status: 'invalid', reason: 'incomplete: 0 of 20 blocks' },
    ])
    expect(reduced.summary.headline).toMatch(
      /^the run was stopped: 1 of 3 rows came to a verdict; 1 of 1 row regressed/,
    )
  })

  test('is incomplete for a log of one line', () => {
    expect(result([run()])).toMatchObject({ conclusion: 'incomplete', comparisons: [], troubles: [] })
  })
})
