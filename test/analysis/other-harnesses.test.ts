import { describe, expect, test } from 'vitest'
import { reduce } from '../../src/analysis/reduce.ts'
import type { Event } from '../../src/model/event.ts'
import type { IterationMode } from '../../src/model/harness.ts'
import type { RevisionName } from '../../src/model/implementation.ts'
import { edit, wholeLog } from './log.ts'

/** A quiet log of a harness that tells no outputs, whose revisions set their batches so. */
function logOf(
  modes: Partial<Record<RevisionName, IterationMode>> = {},
  outputs: Partial<Record<RevisionName, string | null>> = {},
  change: (event: Event) => Event = (event) => event,
): Event[] {
  const revision = (event: { readonly implementation: string }): RevisionName =>
    event.implementation.endsWith('@baseline') ? 'baseline' : 'candidate'
  return edit(wholeLog({ sort: 10 }), (event) => {
    switch (event.type) {
      case 'listing':
        return { ...event, iterations: modes[revision(event)] ?? 'by-time' }
      case 'validation':
        return { ...event, fingerprint: null, output: outputs[revision(event)] ?? null, expected: null }
      case 'observation':
        return change({ ...event, batch_sink: null, input_checked: false })
      default:
        return event
    }
  })
}

const reduced = (events: readonly Event[]) => reduce(events, '')
const rowOf = (events: readonly Event[]) => reduced(events).comparisons[0]

describe('a harness that tells no outputs', () => {
  test('is judged all the same, and its arm says that nothing is an oracle', () => {
    expect(rowOf(logOf())).toMatchObject({ verdict: 'regression', warnings: [] })
    expect(reduced(logOf()).arms[0]?.notes).toEqual([
      'the harness tells no output of some rows: nothing says that both revisions do the same work there',
    ])
  })

  test('at the candidate alone evades the oracle', () => {
    expect(rowOf(logOf({}, { baseline: '42' }))).toMatchObject({
      status: 'invalid',
      reason: 'the candidate gives no output, the baseline does',
    })
  })

  test('at the baseline alone leaves the row to be measured', () => {
    expect(rowOf(logOf({}, { candidate: '42' }))).toMatchObject({ status: 'measured' })
  })

  test('has what it says about the machine among the notes of its arm, once', () => {
    const noted = edit(logOf(), (event) =>
      event.type === 'validation' ? { ...event, notes: ['built for debugging'] } : event,
    )
    expect(reduced(noted).arms[0]?.notes.filter((note) => note === 'built for debugging')).toHaveLength(1)
  })
})

test.each<[IterationMode, IterationMode, IterationMode]>([
  ['exact', 'exact', 'exact'],
  ['by-time', 'exact', 'by-time'],
  ['exact', 'by-time', 'by-time'],
  ['one', 'one', 'one'],
])('a baseline that is %s and a candidate that is %s are %s', (baseline, candidate, both) => {
  expect(reduced(logOf({ baseline, candidate })).arms[0]?.iterations).toBe(both)
})

describe('batches that are set by time', () => {
  const withIterations = (candidate: number) => (event: Event) =>
    event.type === 'observation' && event.implementation.endsWith('@candidate')
      ? { ...event, iterations: candidate }
      : event

  test('of numbers that differ by more than a fifth are a doubt', () => {
    expect(rowOf(logOf({}, {}, withIterations(79)))?.warnings).toEqual([
      { kind: 'iterations-differ', baseline: 100, candidate: 79 },
    ])
    expect(rowOf(logOf({}, {}, withIterations(81)))?.warnings).toEqual([])
  })

  test('that take less than half of the time that was asked for are a doubt', () => {
    const short = (event: Event) => (event.type === 'observation' ? { ...event, iterations: 45 } : event)
    // 45 calls of 100 µs of the 10 ms asked for.
    expect(rowOf(logOf({}, {}, short))?.warnings).toMatchObject([{ kind: 'short-batches', asked_us: 10_000 }])
    expect(rowOf(logOf({ baseline: 'exact', candidate: 'exact' }, {}, short))?.warnings).toEqual([])
  })
})
