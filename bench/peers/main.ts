import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, checkWorkload, folderOf, neighbourProgram } from './builds.ts'
import { compare } from './compare.ts'
import { startNeighbour } from './neighbour.ts'
import { type Condition, conditions, keyOf, type Line, parseLines, plants } from './record.ts'
import { type Planned, roundOf, type Selection } from './schedule.ts'
import { describeSetup } from './setup.ts'
import { insertTables, renderTables } from './table.ts'
import type { Tool } from './tool.ts'
import { tagOf } from './tools/pairgate.ts'
import { isThere, missing, tools } from './tools.ts'

const DATA = 'bench/peers/data'
const PAGE = 'docs/benchmarks.md'

const USAGE = `usage: main.js [--minutes N] [--rounds N] [--data FILE] [--resume] [--tool NAME]… [--condition quiet|neighbour]… [--seed TEXT]
       main.js --table [FILE…]      print the tables of these files, or of all in ${DATA}
       main.js --write [FILE…]      put them into ${PAGE}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    rounds: { type: 'string', default: 'Infinity' },
    data: { type: 'string', default: `${DATA}/comparisons.jsonl` },
    resume: { type: 'boolean', default: false },
    tool: { type: 'string', multiple: true, default: [] },
    condition: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    table: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(USAGE)
else if (values.table) console.log(tablesOf(positionals))
else if (values.write) writeFileSync(PAGE, insertTables(readFileSync(PAGE, 'utf8'), tablesOf(positionals)))
else await measure()

function tablesOf(files: readonly string[]): string {
  const all =
    files.length > 0
      ? files
      : readdirSync(DATA)
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => join(DATA, name))
  return renderTables(
    all.flatMap((file) => parseLines(readFileSync(file, 'utf8'))),
    tools,
  )
}

async function measure(): Promise<void> {
  const end = performance.now() + positive('minutes', values.minutes) * 60_000
  const rounds = positive('rounds', values.rounds)
  const lines = openData()
  const chosen = presentTools()
  const languages = { cpp: isThere('g++', path()), rust: isThere('cargo', path()) }
  await build(languages)
  record(await describeSetup(values.seed, await checkWorkload(languages)))
  const selection: Selection = {
    seed: values.seed,
    perRound: Object.fromEntries(chosen.map(({ name, perRound }) => [name, perRound])),
    plants,
    conditions: conditionsAsked(),
  }
  const done = new Set(lines.flatMap((line) => (line.kind === 'comparison' ? [keyOf(line)] : [])))
  let order = done.size
  for (let round = 0; round < rounds && performance.now() < end; round += 1) {
    const open = roundOf(selection, round).filter((planned) => !done.has(keyOf(planned)))
    for (const condition of new Set(open.map((planned) => planned.condition))) {
      const planned = open.filter((one) => one.condition === condition)
      order = await inCondition(condition, round, planned, chosen, order, end)
    }
    console.error(`round ${round + 1} done, ${order} comparisons`)
  }
}

/** Makes the comparisons of one condition in a round, until the time is up; returns the next place in the run. */
async function inCondition(
  condition: Condition,
  round: number,
  planned: readonly Planned[],
  chosen: readonly Tool[],
  start: number,
  end: number,
): Promise<number> {
  await using _neighbour = condition === 'neighbour' ? await startNeighbour(neighbourProgram, round) : null
  let order = start
  for (const one of planned) {
    const tool = chosen.find(({ name }) => name === one.tool)
    if (tool === undefined || performance.now() >= end) break
    const folders = { baseline: folderOf('baseline'), candidate: folderOf(tagOf(one.plant)) }
    const comparison = await compare(tool, one, folders, order)
    record(comparison)
    order += 1
    console.error(
      `${keyOf(one)}: ${Object.values(comparison.verdicts).join(', ')} in ${comparison.seconds} s`,
    )
  }
  return order
}

function record(line: Line): void {
  appendFileSync(values.data, `${JSON.stringify(line)}\n`)
}

/** What the data file holds already; it may hold something only with `--resume`, which drops an unfinished last line. */
function openData(): readonly Line[] {
  mkdirSync(dirname(values.data), { recursive: true })
  if (!existsSync(values.data)) return []
  if (!values.resume)
    throw new Error(`${values.data} is there: --resume goes on with it, --data names another`)
  const text = readFileSync(values.data, 'utf8')
  writeFileSync(values.data, text.slice(0, text.lastIndexOf('\n') + 1))
  return parseLines(text)
}

/** The tools asked for, without those that this machine lacks something for. */
function presentTools(): readonly Tool[] {
  const unknown = values.tool.filter((name) => !tools.some((tool) => tool.name === name))
  if (unknown.length > 0)
    throw new Error(`no tool named ${unknown.join(', ')}: ${tools.map(({ name }) => name).join('; ')}`)
  const asked = tools.filter(({ name }) => values.tool.length === 0 || values.tool.includes(name))
  return asked.filter((tool) => {
    const lacking = missing(tool, path())
    if (lacking.length > 0)
      console.error(`left out: ${tool.name}: install ${lacking.join(', ')} (bench/peers/install does)`)
    return lacking.length === 0
  })
}

function conditionsAsked(): readonly Condition[] {
  const unknown = values.condition.filter((name) => !conditions.some((one) => one === name))
  if (unknown.length > 0)
    throw new Error(`no condition named ${unknown.join(', ')}: ${conditions.join(', ')}`)
  return conditions.filter((name) => values.condition.length === 0 || values.condition.includes(name))
}

function path(): string {
  return process.env.PATH ?? ''
}

function positive(option: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${option} is above 0, not ${text}`)
  return number
}
