import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { interruption } from '../../src/host/interruption.ts'
import { Interrupted } from '../../src/model/failure.ts'

/** A process that signals are sent to by hand, and the exit codes it was left with. */
class FakeProcess extends EventEmitter {
  readonly codes: number[] = []
  exit(code: number): void {
    this.codes.push(code)
  }
  send(signal: string): void {
    this.emit(signal, signal)
  }
}

function heard() {
  const source = new FakeProcess()
  const clock = { ms: 0 }
  const interrupted = interruption(source, () => clock.ms)
  return { source, clock, interrupted }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('the first %s aborts and does not leave', (signal) => {
  const { source, interrupted } = heard()
  expect(interrupted.signal.aborted).toBe(false)
  source.send(signal)
  expect(interrupted.signal.reason).toEqual(new Interrupted(signal))
  expect(source.codes).toEqual([])
})

test('a second signal leaves at once with code 2', () => {
  const { source, clock } = heard()
  source.send('SIGINT')
  clock.ms = 7_500
  source.send('SIGTERM')
  expect(source.codes).toEqual([2])
})

test('one Ctrl-C that arrives twice counts once', () => {
  const { source, clock } = heard()
  source.send('SIGINT')
  clock.ms = 20
  source.send('SIGINT')
  expect(source.codes).toEqual([])
})

test('after disposal nothing listens', () => {
  const { source, interrupted } = heard()
  interrupted[Symbol.dispose]()
  source.send('SIGINT')
  expect(interrupted.signal.aborted).toBe(false)
  expect(source.eventNames()).toEqual([])
})

test('the running process is what listens by default', async () => {
  using interrupted = interruption()
  const aborted = new Promise((resolve) => interrupted.signal.addEventListener('abort', resolve))
  process.kill(process.pid, 'SIGHUP')
  await aborted
  expect(interrupted.signal.reason).toEqual(new Interrupted('SIGHUP'))
})
