import { expect, test } from 'vitest'
import { formatBytes, formatElapsed } from '../../src/report/quantity.ts'
import { formatSides } from '../../src/report/resources.ts'

const MIB = 1024 ** 2

test.each([
  ['two amounts in one unit', 40 * MIB, 44.5 * MIB, 1.1125, '40.0 → 44.5 MiB ×1.113'],
  ['two units', 1023 * 1024, 2 * MIB, 2.0019550342, '1023.0 KiB → 2.0 MiB ×2.002'],
  ['amounts that look the same', 12 * MIB, 12 * MIB + 1, 1.0000001, '12.0 MiB'],
  ['no baseline', null, 12 * MIB, null, '– → 12.0 MiB'],
  ['no candidate', 12 * MIB, null, null, '12.0 MiB → –'],
  ['nothing', null, null, null, ''],
  ['a large ratio', MIB, 123.4 * MIB, 123.4, '1.0 → 123.4 MiB ×123.4'],
])('%s', (_, baseline, candidate, ratio, text) => {
  expect(formatSides(baseline, candidate, ratio, formatBytes)).toBe(text)
})

test('times of several units keep them on both sides', () => {
  expect(formatSides(100_000, 52_000, 0.52, formatElapsed)).toBe('1 min 40 s → 52 s ×0.520')
  expect(formatSides(52_000, 100_000, 1.923, formatElapsed)).toBe('52 s → 1 min 40 s ×1.923')
})
