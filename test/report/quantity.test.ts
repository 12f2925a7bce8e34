import { expect, test } from 'vitest'
import {
  formatBytes,
  formatElapsed,
  formatInterval,
  formatPercent,
  formatSigned,
  formatTick,
  formatTime,
  formatTimes,
} from '../../src/report/quantity.ts'

test.each([
  [0, '0 ns'],
  [0.00014, '0.140 ns'],
  [0.0021, '2.100 ns'],
  [0.25, '250.0 ns'],
  [12.344, '12.34 µs'],
  [999.96, '1000 µs'],
  [1_500, '1.500 ms'],
  [83_251, '83.25 ms'],
  [2_000_000, '2.000 s'],
  [7_200_000_000, '7200 s'],
  [-3.5, '−3.500 µs'],
])('%d µs is written %s', (us, text) => {
  expect(formatTime(us)).toBe(text)
})

test('two times of one row share a unit', () => {
  expect(formatTimes(950, 1_050)).toEqual(['950.0 µs', '1050 µs'])
  expect(formatTimes(1.5, 0.9)).toEqual(['1.500 µs', '0.900 µs'])
})

test('a time that would be unreadable in the unit of the other takes its own', () => {
  expect(formatTimes(0.002, 5_000_000)).toEqual(['2.000 ns', '5.000 s'])
})

test.each([
  [0, '0.00 %'],
  [-0.001, '−0.00 %'],
  [9.968, '+9.97 %'],
  [-18.4, '−18.40 %'],
  [99.999, '+100.0 %'],
  [-999.96, '−1000 %'],
  [76_366_352, '+76366352 %'],
])('%d per cent is written %s', (pct, text) => {
  expect(formatPercent(pct)).toBe(text)
})

test('a Δ just under the threshold is not shown as having reached it', () => {
  expect(formatSigned(2.9996)).toBe('+2.9996')
  expect(formatSigned(-2.99999999)).toBe('−2.99999999')
  expect(formatSigned(3)).toBe('+3.00')
})

test('an interval has the sign of both ends', () => {
  expect(formatInterval({ low: -3.06, high: 2.96 })).toBe('[−3.06, +2.96]')
})

test.each([
  [512, '512 B'],
  [12 * 1024 * 1024, '12.0 MiB'],
  [3 * 1024 ** 3, '3.0 GiB'],
])('%d bytes are written %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [1_240, '1.2 s'],
  [45_000, '45 s'],
  [192_000, '3 min 12 s'],
  [3_899_000, '1 h 05 min'],
])('%d ms are written %s', (ms, text) => {
  expect(formatElapsed(ms)).toBe(text)
})

test('a tick of an axis has no digit too many and keeps its thousands', () => {
  expect([0, 5, -2.5, 100, 1000, -3000, 0.25].map(formatTick)).toEqual([
    '0',
    '+5',
    '−2.5',
    '+100',
    '+1000',
    '−3000',
    '+0.25',
  ])
})
