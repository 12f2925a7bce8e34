import { expect, test } from 'vitest'
import { renderTuning } from '../../src/report/tuning-terminal.ts'

test('a long reason for no choice stands below the table, and names keep their room', () => {
  const reason = 'fewer than two arms were measured: cpp is eliminated, rust is eliminated'
  const text = renderTuning(
    {
      arms: ['cpp', 'rust'],
      benchmarks: [
        {
          benchmark: 'binary_search',
          crossover: { kind: 'no-crossover', arm: 'rust' },
          datasets: [
            {
              dataset: '1000',
              scale: '1000',
              winner: 'rust',
              reason: null,
              medians_us: { cpp: 13, rust: 7 },
            },
            { dataset: '2000', scale: '2000', winner: null, reason, medians_us: {} },
          ],
        },
      ],
    },
    { width: 72, color: false },
  )
  const lines = text.split('\n')
  expect(lines[1]).toMatch(/^binary_search\/1000 .* rust$/)
  expect(lines[2]).toMatch(/^binary_search\/2000 .* none$/)
  expect(lines).toContain(`none of binary_search/2000: ${reason}`)
})
