import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Protocol } from '../../src/model/protocol.ts'
import {
  advance,
  type Calibration,
  type CalibrationStep,
  settleAt,
  sharedIterations,
  startCalibration,
} from '../../src/protocol/calibration.ts'
import { presets } from '../../src/protocol/preset.ts'

const gate = presets['regression-gate']
const quick = presets['quick-check']

/** Calibrates against `batchUs`, the time of the batch of `iterations` that is the `index`th to be timed. */
function calibrate(protocol: Protocol, batchUs: (iterations: number, index: number) => number) {
  const asked: number[] = []
  let calibration: Calibration = startCalibration(protocol)
  while (calibration.next.kind === 'measure') {
    const { iterations } = calibration.next
    calibration = advance(calibration, { elapsedUs: batchUs(iterations, asked.length) })
    asked.push(iterations)
  }
  return { asked, settled: calibration.next }
}

const settledWith = (step: CalibrationStep) => (step.kind === 'settled' ? step.iterations : Number.NaN)

test('a batch grows to the target and is timed once more', () => {
  // T = 10 000 µs, 100 µs a call. The probe of 1 call: 5·100 < 1 s. 5 calls take 500: ⌈5·10 000/500⌉ = 100.
  // 100 calls take 10 000 ≥ T; the second batch reaches T/2 too.
  expect(calibrate(gate, (n) => n * 100)).toEqual({
    asked: [1, 5, 100, 100],
    settled: { kind: 'settled', iterations: 100, elapsedUs: 10_000, cap: 10_000, retries: 3 },
  })
})

test('what a batch costs beside its calls makes it grow in several steps', () => {
  // 9 000 µs + 100 µs a call. 5 calls: 9 500, ⌈50 000/9 500⌉ = 6; 6 calls: 9 600, max(7, ⌈60 000/9 600⌉ = 7) = 7;
  // 7: 9 700 → 8; 8: 9 800 → 9; 9: 9 900 → 10; 10: 10 000 ≥ T.
  expect(calibrate(gate, (n) => 9000 + n * 100).asked).toEqual([1, 5, 6, 7, 8, 9, 10, 10])
})

test('a batch too short for the clock grows tenfold', () => {
  // 0 µs up to 50 calls; 500 calls take 500·20 = 10 000 µs.
  expect(calibrate(gate, (n) => (n <= 50 ? 0 : n * 20)).asked).toEqual([1, 5, 50, 500, 500])
})

test('one preempted batch does not freeze the iterations', () => {
  // The third batch, of 100 calls at 50 µs, takes 30 000 µs in place of 5 000. The second of 100 takes 4 000 < T/2:
  // ⌈100·10 000/4 000⌉ = 250, which is 10 000, and again.
  const times = [40, 500, 30_000, 4000, 10_000, 10_000]
  expect(calibrate(gate, (_, index) => times[index] ?? Number.NaN)).toEqual({
    asked: [1, 5, 100, 100, 250, 250],
    settled: { kind: 'settled', iterations: 250, elapsedUs: 10_000, cap: 10_000, retries: 5 },
  })
})

test('a second batch between half the target and the target confirms', () => {
  const times = [100, 500, 10_000, 5000]
  expect(calibrate(gate, (_, index) => times[index] ?? Number.NaN).settled).toMatchObject({
    iterations: 100,
    elapsedUs: 5000,
  })
})

test('the cap is raised where it holds a batch under the target, and the raised one is recorded', () => {
  // 0.01 µs a call: 5 calls take 0.05, ⌈50 000/0.05⌉ is over the cap: 10 000 calls, 100 µs < T. The cap goes to 10⁹:
  // 10 000·10 000/100 = 1 000 000 calls.
  const { asked, settled } = calibrate(gate, (n) => n / 100)
  expect(asked).toEqual([1, 5, 10_000, 1_000_000, 1_000_000])
  expect(settled).toMatchObject({ iterations: 1_000_000, cap: 1_000_000_000 })
})

test('the cap stays where a batch at it reaches the target', () => {
  expect(calibrate(gate, (n) => n).settled).toMatchObject({ iterations: 10_000, cap: 10_000 })
})

test('work that takes no time at all settles at the raised cap', () => {
  const { asked, settled } = calibrate(quick, () => 0)
  expect(asked).toEqual([1, 10, 100, 1000, 10_000, 100_000, 1e6, 1e7, 1e8, 1e9, 1e9])
  expect(settled).toMatchObject({ iterations: 1e9, elapsedUs: 0, cap: 1e9 })
})

test('one call is all where the initial number of calls would pass the maximum sample time', () => {
  // 5 · 0.25 s > 1 s. One call alone said so: five are never timed.
  expect(calibrate(gate, (n) => n * 250_000).asked).toEqual([1, 1])
})

test('a call longer than the maximum sample time is timed alone', () => {
  expect(calibrate(gate, (n) => n * 30_000_000)).toEqual({
    asked: [1, 1],
    settled: { kind: 'settled', iterations: 1, elapsedUs: 30_000_000, cap: 10_000, retries: 1 },
  })
})

test('the initial number of calls is kept where it passes the target but not the maximum sample time', () => {
  expect(calibrate(gate, (n) => n * 100_000)).toMatchObject({ asked: [1, 5, 5], settled: { iterations: 5 } })
})

test('an initial batch that passes the maximum sample time against expectation falls to one call', () => {
  // One call alone took 0.19 s, five of them 1.1 s.
  const times = [190_000, 1_100_000, 220_000, 220_000]
  expect(calibrate(gate, (_, index) => times[index] ?? Number.NaN).asked).toEqual([1, 5, 1, 1])
})

test('a slow first call does not hold the batch at one', () => {
  // The first call of 300 ms makes five too many; the second of 1 ms is under T/2, and ten are the target.
  const times = [300_000, 1000, 10_000, 10_000]
  expect(calibrate(gate, (_, index) => times[index] ?? Number.NaN).asked).toEqual([1, 1, 10, 10])
})

test('a protocol that starts with one call needs no probe', () => {
  // T = 1 000 µs, 10 µs a call: ⌈1·1 000/10⌉ = 100.
  expect(calibrate(quick, (n) => n * 10).asked).toEqual([1, 100, 100])
})

const callTimes = fc.double({ min: 1e-5, max: 1e8, noNaN: true })
const protocols = fc.constantFrom(...Object.values(presets))

test('calls of one steady time settle on a batch that reaches half the target and fits the maximum', () => {
  fc.assert(
    fc.property(protocols, callTimes, (protocol, callUs) => {
      const { asked, settled } = calibrate(protocol, (n) => n * callUs)
      const n = settledWith(settled)
      expect(n * callUs >= protocol.target_batch_us / 2 || n === protocol.raised_cap).toBe(true)
      expect(Math.max(...asked.map((each) => (each === 1 ? 0 : each * callUs)))).toBeLessThanOrEqual(
        protocol.max_sample_us,
      )
    }),
  )
})

test('calibration ends whatever the batches take', () => {
  const anyTimes = fc.array(fc.double({ min: 0, max: 1e8, noNaN: true }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(protocols, anyTimes, (protocol, times) => {
      const { asked, settled } = calibrate(protocol, (_, index) => times[index % times.length] ?? 0)
      expect(settledWith(settled)).toBe(asked.at(-1))
      expect(settled).toMatchObject({ retries: asked.length - 1 })
      expect(asked.every((n) => Number.isInteger(n) && n >= 1 && n <= protocol.raised_cap)).toBe(true)
    }),
  )
})

test('the calibration tells what a call took last', () => {
  const started = startCalibration(gate)
  expect(started.callUs).toBeNull()
  expect(advance(advance(started, { elapsedUs: 7 }), { elapsedUs: 50 })).toMatchObject({
    callUs: 10,
    retries: 2,
  })
})

test('both revisions use the larger number of iterations', () => {
  expect(sharedIterations({ iterations: 100, callUs: 100 }, { iterations: 90, callUs: 111 }, gate)).toBe(100)
})

test('the shared iterations keep the slower revision within the maximum sample time', () => {
  // 10 000 calls of 1 µs, but 500 µs at the candidate: 5 s. 1 000 000/500 = 2 000 calls take 1 s.
  const candidate = { iterations: 20, callUs: 500 }
  expect(sharedIterations({ iterations: 10_000, callUs: 1 }, candidate, gate)).toBe(2000)
  expect(sharedIterations(candidate, { iterations: 10_000, callUs: 1 }, gate)).toBe(2000)
})

test('the shared iterations are at least one', () => {
  const slow = { iterations: 1, callUs: 3_000_000 }
  expect(sharedIterations(slow, { iterations: 10_000, callUs: 1 }, gate)).toBe(1)
})

test('what a call costs outside of the timing bounds a batch, however short it is', () => {
  let calibration = startCalibration(gate)
  const asked: number[] = []
  while (calibration.next.kind === 'measure') {
    const { iterations } = calibration.next
    asked.push(iterations)
    calibration = advance(calibration, { elapsedUs: iterations * 0.1, most: 900 })
  }
  expect(asked).toEqual([1, 5, 900, 900])
  expect(settledWith(calibration.next)).toBe(900)
})

test('a batch that took no time by its clock is made ten times as large', () => {
  const { asked } = calibrate(gate, (iterations) => (iterations < 1000 ? 0 : iterations * 10))
  expect(asked.slice(0, 4)).toEqual([1, 5, 50, 500])
})

test('a batch whose iterations are not ours to choose is taken as it came', () => {
  expect(settleAt(startCalibration(gate), { iterations: 7, elapsedNs: 21_000 }).next).toEqual({
    kind: 'settled',
    iterations: 7,
    elapsedUs: 21,
    cap: gate.cap,
    retries: 0,
  })
})
