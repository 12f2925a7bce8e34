import { expect, test } from 'vitest'
import type { Event } from '../../src/model/event.ts'
import { UserError } from '../../src/model/failure.ts'
import { within } from '../../src/run/limit.ts'

const step: Event = { type: 'trouble', arm: 'cpp', reason: 'a step' }

/** A stage of three steps, each of which takes `stepMs`, under a limit of 100 ms that began 50 ms ago. */
async function run(stepMs: number) {
  let now = 50
  async function* stage(): AsyncGenerator<Event, string> {
    for (let index = 0; index < 3; index += 1) {
      now += stepMs
      yield step
    }
    return 'done'
  }
  const limited = within(
    { startedMs: 0, runMs: 100, clock: { monotonicMs: () => now, now: () => '' } },
    stage(),
  )
  const reasons: string[] = []
  try {
    for (;;) {
      const next = await limited.next()
      if (next.done === true) return { reasons, end: next.value }
      if (next.value.type === 'trouble') reasons.push(next.value.reason)
    }
  } catch (error) {
    return { reasons, end: error }
  }
}

test('a stage within the limit passes, with what it returns', async () => {
  expect(await run(10)).toEqual({ reasons: ['a step', 'a step', 'a step'], end: 'done' })
})

test('a stage that passes the limit is stopped behind the step that did: the log says so, and a UserError', async () => {
  const { reasons, end } = await run(30)
  expect(reasons).toEqual(['a step', 'a step', expect.stringContaining('timeouts.run')])
  expect(end).toBeInstanceOf(UserError)
})
