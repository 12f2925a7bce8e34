import { THRESHOLD_PCT } from '../../src/model/gate-constants.ts'
import { quantile, sortSamples } from '../../src/stats/quantile.ts'
import { wilsonPct } from '../../src/stats/wilson.ts'
import {
  type Comparison,
  type Condition,
  conditions,
  type Line,
  type Plant,
  plants,
  type Setup,
} from './record.ts'

/** A tool and one of the rules that its verdicts are read by. */
interface Reading {
  readonly tool: string
  readonly rule: string
}

const titles: Readonly<Record<Condition, string>> = {
  quiet: 'Without a neighbour',
  neighbour: 'Beside a noisy neighbour',
}

/** Everything that the data say, as Markdown: two tables for each condition, then the machine and what was compared. */
export function renderTables(
  lines: readonly Line[],
  tools: readonly { name: string; rules: readonly string[] }[],
): string {
  const comparisons = lines.filter((line) => line.kind === 'comparison')
  const readings = tools.flatMap(({ name, rules }) => rules.map((rule) => ({ tool: name, rule })))
  const measured = readings.filter(({ tool }) => comparisons.some((one) => one.tool === tool))
  const notes = new Set(
    lines.flatMap((line) => (line.kind === 'setup' && line.note !== undefined ? [line.note] : [])),
  )
  return [
    ...[...notes].flatMap((note) => [`**${note}**`, '']),
    ...conditions.flatMap((condition) => conditionSection(comparisons, measured, condition)),
    ...setupSection(lines.filter((line) => line.kind === 'setup')),
  ].join('\n')
}

function conditionSection(
  all: readonly Comparison[],
  readings: readonly Reading[],
  condition: Condition,
): readonly string[] {
  const comparisons = all.filter((one) => one.condition === condition)
  if (comparisons.length === 0) return []
  return [
    `### ${titles[condition]}`,
    '',
    ...markdownTable(
      [
        'tool',
        'rule',
        's, equal work',
        's, slower',
        ...plants.map(plantTitle),
        'told at 5 %',
        'called faster',
        'no verdict',
      ],
      readings.map((reading) => row(comparisons, reading)),
    ),
    '',
    `The same comparisons, where only a call of at least ${THRESHOLD_PCT} % counts:`,
    '',
    ...markdownTable(
      ['tool', 'rule', ...plants.map(plantTitle)],
      readings.map((reading) => [
        reading.tool,
        reading.rule,
        ...shares(comparisons, reading, ({ change_pct: change }) => (change ?? 0) >= THRESHOLD_PCT),
      ]),
    ),
    '',
  ]
}

function plantTitle(plant: Plant): string {
  return plant === 0 ? 'false alarms' : `found at ${plant} %`
}

function row(comparisons: readonly Comparison[], { tool, rule }: Reading): readonly string[] {
  const own = comparisons.filter((one) => one.tool === tool)
  const called = (verdict: string) => own.filter(({ verdicts }) => verdicts[rule] === verdict).length
  return [
    tool,
    rule,
    secondsOf(own.filter(({ plant }) => plant === 0)),
    secondsOf(own.filter(({ plant }) => plant > 0)),
    ...shares(comparisons, { tool, rule }, () => true),
    told(own.filter(({ plant }) => plant === 5)),
    `${called('faster')} of ${own.length}`,
    `${called('none')} of ${own.length}`,
  ]
}

/** How often the rule said slower of each plant, in a comparison that counts. */
function shares(
  comparisons: readonly Comparison[],
  { tool, rule }: Reading,
  counts: (one: Comparison) => boolean,
): readonly string[] {
  return plants.map((plant) => {
    const own = comparisons.filter((one) => one.tool === tool && one.plant === plant)
    return share(own.filter((one) => one.verdicts[rule] === 'slower' && counts(one)).length, own.length)
  })
}

/** `2 of 20: 10 % (3 to 30)`: with the interval of Wilson. */
function share(count: number, of: number): string {
  if (of === 0) return '–'
  const { low, high } = wilsonPct(count, of)
  return `${count} of ${of}: ${Math.round((100 * count) / of)} % (${Math.round(low)} to ${Math.round(high)})`
}

function secondsOf(own: readonly Comparison[]): string {
  return spread(own.map((one) => one.seconds))
}

function told(own: readonly Comparison[]): string {
  return spread(own.flatMap(({ change_pct: change }) => (change === null ? [] : [change])))
}

/** `6.5 (6.4 to 6.7)`: the median, the 5 % and the 95 % quantile. */
function spread(values: readonly number[]): string {
  if (values.length === 0) return '–'
  const samples = sortSamples(values)
  const show = (f: number) => quantile(samples, f).toFixed(1).replace('-', '−')
  return `${show(0.5)} (${show(0.05)} to ${show(0.95)})`
}

function setupSection(setups: readonly Setup[]): readonly string[] {
  const distinct = (texts: readonly string[]) => [...new Set(texts)].map((text) => `- ${text}`)
  return [
    '### The machine and the versions',
    '',
    ...distinct(setups.map(({ machine }) => machine)),
    ...distinct(
      setups.flatMap(({ versions }) =>
        Object.entries(versions).map(([name, version]) => `${name}: ${version}`),
      ),
    ),
    ...distinct(
      setups.flatMap(({ environment }) =>
        Object.entries(environment).map(([name, value]) => `set: ${name}=${value}`),
      ),
    ),
    '',
    'How much longer the best of 20 runs took than that of the baseline, run in turn before the comparisons:',
    '',
    ...markdownTable(
      ['program', ...plants.map((plant) => `planted ${plant} %`)],
      setups.flatMap(({ workload }) => workloadRows(workload)),
    ),
  ]
}

function workloadRows(workload: Setup['workload']): readonly (readonly string[])[] {
  return [...new Set(workload.map(({ program }) => program))].map((program) => [
    program === 'program' ? 'C++' : 'Rust',
    ...plants.map((plant) => {
      const found = workload.find((one) => one.program === program && one.plant === plant)
      return found === undefined ? '–' : `${(100 * (found.ratio - 1)).toFixed(2).replace('-', '−')} %`
    }),
  ])
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}

const START = '<!-- peers -->'
const END = '<!-- /peers -->'

/** The page with what stands between its two marks replaced. */
export function insertTables(page: string, tables: string): string {
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`the page has no ${START} … ${END}`)
  return `${page.slice(0, start + START.length)}\n\n${tables}\n\n${page.slice(end)}`
}
