import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { effects, simulateConfirmation, simulateGate, simulateRivals } from './gate.ts'
import { type Drift, drifts, type Machine, shapes } from './noise.ts'

const PAGE = resolve(import.meta.dirname, '../../docs/statistics.md')
const COUNT = 2000
const NOISES = [0.5, 1, 2, 5, 12]

const percent = (share: number) => (share * 100).toFixed(1)

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? ':--' : '--:'))), ...rows.map(line)].join(
    '\n',
  )
}

/** Coverage, false alarms and power of the gate, cell by cell. */
function gateTable(drift: Drift): string {
  const rows = shapes.flatMap((shape) =>
    NOISES.flatMap((noisePct) =>
      [10, 20].map((blocks) => {
        const { coverage, falseAlarms, power } = simulateGate({ shape, noisePct, drift }, blocks, COUNT, 21n)
        const shares = [coverage, falseAlarms, ...effects.map((effect) => power[effect] ?? Number.NaN)]
        return [shape, `${noisePct} %`, String(blocks), ...shares.map(percent)]
      }),
    ),
  )
  const head = ['noise', 'of a difference', 'blocks', 'coverage %', 'false red %']
  return table([...head, ...effects.map((effect) => `red at +${effect} %`)], rows)
}

function rivalTable(): string {
  const machines: readonly Machine[] = drifts.flatMap((drift) =>
    [1, 5].map((noisePct) => ({ shape: 'skewed' as const, noisePct, drift })),
  )
  const rows = machines.flatMap((machine) => {
    const gate = simulateGate(machine, 20, COUNT, 22n)
    const own = {
      name: '**pairgate**',
      falseAlarms: gate.falseAlarms,
      power: effects.map((effect) => gate.power[effect] ?? 0),
    }
    return [own, ...simulateRivals(machine, 20, COUNT, 22n)].map(({ name, falseAlarms, power }) => [
      name,
      machine.drift,
      `${machine.noisePct} %`,
      ...[falseAlarms, ...power].map(percent),
    ])
  })
  return table(
    ['rule', 'drift', 'of a difference', 'false red %', ...effects.map((effect) => `red at +${effect} %`)],
    rows,
  )
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

const TABLES: readonly (readonly [name: string, make: () => string])[] = [
  ['gate', () => gateTable('none')],
  ['drift', () => gateTable('wandering')],
  ['rivals', rivalTable],
  ['confirmation', confirmationTable],
]

// SIMULATE=1 makes the tables of docs/statistics.md anew; it takes about a quarter of an hour.
test.runIf(process.env.SIMULATE === '1').each(TABLES)('the table %s is made anew', (name, make) => {
  const page = readFileSync(PAGE, 'utf8')
  const place = new RegExp(`(<!-- ${name} -->\n\n)[\\s\\S]*?(\n\n<!-- /${name} -->)`)
  expect(page).toMatch(place)
  writeFileSync(PAGE, page.replace(place, `$1${make()}$2`))
})

test('every table of the page is there and was made', () => {
  const page = readFileSync(PAGE, 'utf8')
  for (const [name] of TABLES) {
    const made = new RegExp(`<!-- ${name} -->\n\n([\\s\\S]*?)\n\n<!-- /${name} -->`).exec(page)?.[1] ?? ''
    expect(made.split('\n').length).toBeGreaterThan(4)
  }
})

test('the coverage that the page shows for independent differences is 92 to 97 %', () => {
  const page = readFileSync(PAGE, 'utf8')
  const made = /<!-- gate -->\n\n([\s\S]*?)\n\n<!-- \/gate -->/.exec(page)?.[1] ?? ''
  const coverages = made
    .split('\n')
    .slice(2)
    .map((line) => Number(line.split('|')[4]))
  expect(coverages).toHaveLength(shapes.length * NOISES.length * 2)
  expect(coverages.filter((coverage) => !(coverage >= 92 && coverage <= 97))).toEqual([])
})
