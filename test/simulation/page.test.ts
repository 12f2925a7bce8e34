import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  effects,
  simulateBound,
  simulateConfirmation,
  simulateDetection,
  simulateGate,
  simulateRivals,
  simulateSettling,
} from './gate.ts'
import { type Drift, drifts, type Machine, shapes } from './noise.ts'
import { rivals } from './rules.ts'

const DOCS = resolve(import.meta.dirname, '../../docs')
const COUNT = 2000
const NOISES = [0.5, 1, 2, 5, 12]
const BLOCKS = [10, 20]

const percent = (share: number) => (share * 100).toFixed(1)

function table(head: readonly string[], rows: readonly (readonly string[])[], names = 1): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index < names ? ':--' : '--:'))), ...rows.map(line)].join(
    '\n',
  )
}

/** Every machine with this drift, in every number of blocks. */
function cellsOf(drift: Drift, noises: readonly number[] = NOISES) {
  return shapes.flatMap((shape) =>
    noises.flatMap((noisePct) =>
      BLOCKS.map((blocks) => ({
        machine: { shape, noisePct, drift },
        blocks,
        name: [shape, `${noisePct} %`, String(blocks)],
      })),
    ),
  )
}

const CELL = ['noise', 'of a difference', 'blocks']

/** Coverage, false alarms and power of the gate, cell by cell. */
function gateTable(): string {
  const rows = cellsOf('none').map(({ machine, blocks, name }) => {
    const { coverage, falseAlarms, power } = simulateGate(machine, blocks, COUNT, 21n)
    return [...name, ...[coverage, falseAlarms, ...effects.map((effect) => power[effect] ?? 0)].map(percent)]
  })
  return table(
    [...CELL, 'coverage %', 'false red %', ...effects.map((effect) => `red at +${effect} %`)],
    rows,
  )
}

function driftTable(): string {
  const rows = drifts
    .filter((drift) => drift !== 'none')
    .flatMap((drift) =>
      cellsOf(drift, [1, 5]).map(({ machine, blocks, name }) => {
        const { coverage, falseAlarms, power } = simulateGate(machine, blocks, COUNT, 21n)
        return [drift, ...name, ...[coverage, falseAlarms, power[5] ?? 0].map(percent)]
      }),
    )
  return table(['drift', ...CELL, 'coverage %', 'false red %', 'red at +5 %'], rows, 2)
}

/** The gate and its rivals on one machine: name, false alarms and power at each effect. */
function compareRules(machine: Machine, blocks: number, count: number) {
  const gate = simulateGate(machine, blocks, count, 22n)
  const own = {
    name: '**pairgate**',
    falseAlarms: gate.falseAlarms,
    power: effects.map((effect) => gate.power[effect] ?? 0),
  }
  return [own, ...simulateRivals(machine, blocks, count, 22n)]
}

function rivalTable(): string {
  const machines: readonly Machine[] = drifts.flatMap((drift) =>
    [1, 5].map((noisePct) => ({ shape: 'skewed' as const, noisePct, drift })),
  )
  const rows = machines.flatMap((machine) =>
    compareRules(machine, 20, COUNT).map(({ name, falseAlarms, power }) => [
      name,
      machine.drift,
      `${machine.noisePct} %`,
      ...[falseAlarms, ...power].map(percent),
    ]),
  )
  return table(
    ['rule', 'drift', 'of a difference', 'false red %', ...effects.map((effect) => `red at +${effect} %`)],
    rows,
    2,
  )
}

/** Of every rule in every cell: false red, and red at +5 %. */
function ruleGrid(drift: Drift): string {
  const names = ['pairgate', ...rivals.map(({ name }) => name)]
  const rows = cellsOf(drift).map(({ machine, blocks, name }) => [
    ...name,
    ...compareRules(machine, blocks, 1000).map(
      ({ falseAlarms, power }) => `${percent(falseAlarms)} / ${percent(power[effects.indexOf(5)] ?? 0)}`,
    ),
  ])
  return table([...CELL, ...names], rows)
}

function sensitivityTable(): string {
  const rows = shapes.flatMap((shape) =>
    [1, 5, 12].flatMap((noisePct) =>
      BLOCKS.map((blocks) => {
        const machine = { shape, noisePct, drift: 'none' } as const
        const settles = noisePct === 1 ? '' : percent(simulateSettling(machine, 0, blocks, 200, 25n))
        return [
          shape,
          `${noisePct} %`,
          String(blocks),
          percent(simulateDetection(machine, blocks, 1000, 26n)),
          percent(simulateBound(machine, blocks, COUNT, 27n)),
          settles,
        ]
      }),
    ),
  )
  return table([...CELL, 'caught at `detectable_pct` %', 'beyond `at_most_pct` %', 'settled %'], rows)
}

function confirmationTable(): string {
  const machine = { shape: 'normal', noisePct: 5, drift: 'none' } as const
  const unchanged = simulateConfirmation(machine, 0, 20, 200_000, 23n)
  const slower = [4, 5, 7].map(
    (effect) => [effect, simulateConfirmation(machine, effect, 20, 4000, 24n)] as const,
  )
  const stages = ['20 blocks', '40, once confirmed', '60, twice confirmed']
  const rows = stages.map((stage, index) => {
    const rate = unchanged[index] ?? Number.NaN
    return [
      stage,
      (rate * 100).toFixed(4),
      percent(1 - (1 - rate) ** 200),
      ...slower.map(([, shares]) => percent(shares[index] ?? Number.NaN)),
    ]
  })
  return table(
    [
      'red after',
      'unchanged rows, %',
      'runs of 200 unchanged rows, %',
      ...slower.map(([effect]) => `red at +${effect} %`),
    ],
    rows,
  )
}

const TABLES: readonly (readonly [page: string, name: string, make: () => string])[] = [
  ['statistics.md', 'gate', gateTable],
  ['statistics.md', 'drift', driftTable],
  ['statistics.md', 'rivals', rivalTable],
  ['statistics.md', 'confirmation', confirmationTable],
  ['statistics.md', 'sensitivity', sensitivityTable],
  ...drifts.map((drift) => ['simulations.md', drift, () => ruleGrid(drift)] as const),
]

function placeOf(name: string): RegExp {
  return new RegExp(`(<!-- ${name} -->\n\n)([\\s\\S]*?)(\n\n<!-- /${name} -->)`)
}

// SIMULATE=1 makes the tables of the pages anew, in about a quarter of an hour.
test.runIf(process.env.SIMULATE === '1').each(TABLES)(
  'in %s the table %s is made anew',
  (page, name, make) => {
    const path = resolve(DOCS, page)
    const text = readFileSync(path, 'utf8')
    expect(text).toMatch(placeOf(name))
    writeFileSync(path, text.replace(placeOf(name), `$1${make()}$3`))
  },
  1_800_000,
)

test.each(TABLES)('in %s the table %s is there and was made', (page, name) => {
  const made = placeOf(name).exec(readFileSync(resolve(DOCS, page), 'utf8'))?.[2] ?? ''
  expect(made.split('\n').length).toBeGreaterThan(4)
})

test('the coverage that the page shows for independent differences is 92 to 97 %', () => {
  const made = placeOf('gate').exec(readFileSync(resolve(DOCS, 'statistics.md'), 'utf8'))?.[2] ?? ''
  const coverages = made
    .split('\n')
    .slice(2)
    .map((line) => Number(line.split('|')[4]))
  expect(coverages).toHaveLength(shapes.length * NOISES.length * BLOCKS.length)
  expect(coverages.filter((coverage) => !(coverage >= 92 && coverage <= 97))).toEqual([])
})
