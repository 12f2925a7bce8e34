import { expect, test } from 'vitest'
import { protocolNameSchema, protocolSchema } from '../../src/model/protocol.ts'
import { presets } from '../../src/protocol/preset.ts'

test.each(protocolNameSchema.options)('%s is a protocol under its own name', (name) => {
  expect(protocolSchema.parse(presets[name])).toEqual(presets[name])
  expect(presets[name].name).toBe(name)
})

test('only quick-check never gates', () => {
  expect(
    Object.values(presets)
      .filter((preset) => !preset.gates)
      .map((preset) => preset.name),
  ).toEqual(['quick-check'])
})

test('the presets are those of the published table', () => {
  const { 'quick-check': quick, development, 'regression-gate': gate } = presets
  const row = (p: typeof quick) => [
    p.initial_iterations,
    p.target_batch_us,
    p.max_sample_us,
    p.cap,
    p.warmup_iterations,
    p.warmup_us,
    p.exploratory_blocks,
    p.confirmatory_blocks,
    p.outlier_policy,
  ]
  expect([row(quick), row(development), row(gate)]).toEqual([
    [1, 1000, 100_000, 1000, 1, 0, 1, 3, 'report-only'],
    [1, 5000, 250_000, 10_000, 3, 5000, 3, 10, 'report-only'],
    [5, 10_000, 1_000_000, 10_000, 10, 10_000, 5, 20, 'tukey-fence'],
  ])
})
