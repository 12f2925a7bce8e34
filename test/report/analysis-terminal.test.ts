import { expect, test } from 'vitest'
import { renderAnalysis } from '../../src/report/analysis-terminal.ts'
import { widthOf } from '../../src/report/glyphs.ts'
import { hostileName } from './hostile.ts'

const analysis = (id: string) => ({
  id,
  delta_pct: 9.97,
  speedup: 0.90934,
  interval: { low: -0.0004, high: 14.1 },
  decision: 'slower' as const,
  significant_regression: true,
  verdict: 'regression' as const,
  noise: { outcome: 'loss' as const, ratio: 1.1, best_ratio: 1.1, tolerance: 0.04, noise: 0.01 },
})

test('each comparison is a line with its verdict and the interval in units of time', () => {
  const text = renderAnalysis({ comparisons: [analysis('sort')] }, { width: 100, color: false })
  expect(text).toMatch(/^sort +\+9\.97 +0\.9093 +\[−0\.400 ns, 14\.10 µs\] +regression +loss$/m)
})

test('a hostile id fits into 80 columns on one line', () => {
  const text = renderAnalysis({ comparisons: [analysis(hostileName)] }, { width: 80, color: false })
  expect(text.trimEnd().split('\n')).toHaveLength(3)
  for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80)
  expect(text).not.toContain('\u001b')
})

test('a document without comparisons says so', () => {
  expect(renderAnalysis({ comparisons: [] }, { width: 80, color: false })).toBe('no comparisons\n')
})
