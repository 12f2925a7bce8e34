import { expect, test } from 'vitest'
import type { Series } from '../../src/model/series.ts'
import type { Tuning } from '../../src/model/tuning.ts'
import { differencesChart } from '../../src/report/charts/differences.ts'
import { scalingChart } from '../../src/report/charts/scaling.ts'
import { stripChart } from '../../src/report/charts/strip.ts'
import { evidenceFor } from './evidence.ts'
import { measuredRow, resultOf } from './result.ts'

const dotsIn = (html: string, kind: string) =>
  [...html.matchAll(new RegExp(`<path class="dot${kind}"[^>]*? d="([^"]*)"`, 'g'))].flatMap((found) =>
    [...(found[1] ?? '').matchAll(/M([\d.]+) ([\d.]+)h0/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    ),
  )

function seriesOf(baseline_us: readonly number[], candidate_us: readonly number[]): Series {
  const row = measuredRow({ benchmark: 'sort', verdict: 'inconclusive' }, 100, 0, 1)
  const block_ids = baseline_us.map((_, index) => index)
  const samples = { baseline_us: [...baseline_us], candidate_us: [...candidate_us], block_ids }
  const [series] = evidenceFor(resultOf([{ ...row, samples }])).series
  if (series === undefined) throw new Error('there is a row')
  return series
}

const WILD = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 140 : 100) + ((index * 7) % 5) / 10)
const ROW = measuredRow({ benchmark: 'sort', verdict: 'inconclusive' }, 100, 0, 1)

test('every sample of both revisions is a dot of its own, however many lie in one place', () => {
  const same = seriesOf(
    WILD,
    WILD.map(() => 120),
  )
  const chart = stripChart(same, 3)?.html ?? ''
  expect(dotsIn(chart, ' baseline')).toHaveLength(60)
  expect(dotsIn(chart, ' candidate')).toHaveLength(60)
})

test('two modes lie apart on the strip, dots within one beside each other', () => {
  const dots = dotsIn(stripChart(seriesOf(WILD, WILD), 3)?.html ?? '', ' baseline')
  const [fast, slow] = [dots.filter(([x]) => x < 200), dots.filter(([x]) => x >= 200)]
  expect([fast.length, slow.length]).toEqual([40, 20])
  expect(Math.min(...slow.map(([x]) => x)) - Math.max(...fast.map(([x]) => x))).toBeGreaterThan(100)
})

test('every block has its difference, and the threshold is on the chart even where nothing comes near it', () => {
  const drawn = differencesChart(ROW, seriesOf(WILD, WILD), 3)
  if (drawn === null) throw new Error('there is something to draw')
  expect(dotsIn(drawn.chart.html, '')).toHaveLength(60)
  expect(drawn.chart.html).toContain('>threshold 3 %<')
  expect(drawn.chart.html).toContain('>+3 %<')
  const [first, second] = dotsIn(drawn.chart.html, '')
  expect(drawn.first).toBe(first?.[0])
  expect(drawn.first + drawn.step).toBeCloseTo(second?.[0] ?? 0, 0)
})

test('a block without a pair is a cross, one that was measured again a ring', () => {
  const { blocks, ...sides } = seriesOf(WILD.slice(0, 5), WILD.slice(0, 5))
  const marked = blocks.map((block, index) =>
    index === 1
      ? ({ kind: 'gap', block: 1, attempts: 3, reasons: ['crashed'] } as const)
      : { ...block, attempts: index === 3 ? 2 : 1 },
  )
  const chart = differencesChart(ROW, { ...sides, blocks: marked }, 3)?.chart.html ?? ''
  expect(dotsIn(chart, '')).toHaveLength(4)
  expect(chart.match(/class="gap" d="M[^M]*M[^M]*"/g)).toHaveLength(1)
  expect(chart.match(/<circle/g)).toHaveLength(1)
})

function tuned(scales: readonly string[]): Tuning['benchmarks'][number] {
  return {
    benchmark: 'sort',
    crossover: { kind: 'found', below: 'cpp', at_or_above: 'rust', dataset: scales.at(-1) ?? '' },
    datasets: scales.map((scale, index) => ({
      dataset: scale,
      scale,
      winner: index === scales.length - 1 ? 'rust' : 'cpp',
      reason: null,
      medians_us: { cpp: 10 * (index + 1), rust: 12 + index },
    })),
  }
}

test('the span in which the fastest arm changes is marked, from the last size before to the first after', () => {
  const chart = scalingChart(tuned(['100', '1000', '10000']), ['cpp', 'rust'])?.html ?? ''
  // 14 from either end of a frame from 62 to 396: sizes at 76, 229 and 382.
  expect(chart).toContain('<rect class="crossover" x="229" y="14" width="153"')
})

test('sizes that are no numbers, or only one, are not drawn', () => {
  expect(scalingChart(tuned(['small', 'large']), ['cpp', 'rust'])).toBeNull()
  expect(scalingChart(tuned(['100']), ['cpp', 'rust'])).toBeNull()
  expect(scalingChart(tuned(['0', '100']), ['cpp', 'rust'])).not.toBeNull()
  expect(scalingChart(tuned(['100', '100', '200']), ['cpp', 'rust'])).toBeNull()
})
