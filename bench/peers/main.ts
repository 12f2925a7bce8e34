import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measure } from './measure.ts'
import { conditions, parseLines } from './record.ts'
import { insertTables, renderTables } from './table.ts'
import { tools } from './tools.ts'
import { UsageError } from './usage-error.ts'

const DATA = 'bench/peers/data'
const PAGE = 'docs/benchmarks.md'

const USAGE = `usage: npm run bench:peers -- [options]          compare, and append to a data file
       npm run bench:peers -- --table [FILE…]    print the tables of these files, or of all in ${DATA}
       npm run bench:peers -- --write [FILE…]    put them into ${PAGE}

  --minutes N       stop after this time, building included (default: 60)
  --rounds N        stop after this many rounds
  --data FILE       where each comparison goes (default: ${DATA}/comparisons.jsonl)
  --resume          go on with a data file that is there
  --tool NAME       one that takes part; all of them unless given (may be repeated)
  --condition NAME  quiet or neighbour; both unless given (may be repeated)
  --note TEXT       stands above the tables
  --seed TEXT       draws the order (default: 1)`

async function main(): Promise<void> {
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
      note: { type: 'string' },
      table: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) console.log(USAGE)
  else if (values.table) console.log(tablesOf(positionals))
  else if (values.write) writePage(tablesOf(positionals))
  else {
    const names = chosen(
      '--tool',
      values.tool,
      tools.map(({ name }) => name),
    )
    await measure({
      milliseconds: above0('--minutes', values.minutes) * 60_000,
      rounds: above0('--rounds', values.rounds),
      data: values.data,
      resume: values.resume,
      tools: tools.filter(({ name }) => names.includes(name)),
      conditions: chosen('--condition', values.condition, conditions),
      seed: values.seed,
      note: values.note,
    })
  }
}

function tablesOf(files: readonly string[]): string {
  const all = files.length > 0 ? files : readdirSync(DATA).map((name) => join(DATA, name))
  return renderTables(
    all.flatMap((file) => parseLines(readFileSync(file, 'utf8'))),
    tools,
  )
}

function writePage(tables: string): void {
  writeFileSync(PAGE, insertTables(readFileSync(PAGE, 'utf8'), tables))
}

/** Those of `all` that were named, all of them where none was. */
function chosen<T extends string>(option: string, named: readonly string[], all: readonly T[]): readonly T[] {
  const unknown = named.filter((name) => !all.some((one) => one === name))
  if (unknown.length > 0) throw new UsageError(`${option} ${unknown.join(', ')}: there are ${all.join('; ')}`)
  return all.filter((one) => named.length === 0 || named.includes(one))
}

function above0(option: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new UsageError(`${option} takes a number above 0, not ${text}`)
  return number
}

try {
  await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
