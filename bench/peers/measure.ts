import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { build, checkWorkload, folderOf, neighbourProgram } from './builds.ts'
import { compare } from './compare.ts'
import { startNeighbour } from './neighbour.ts'
import {
  type Comparison,
  type Condition,
  keyOf,
  type Line,
  parseLines,
  plants,
  type Setup,
} from './record.ts'
import { type Planned, roundOf, type Selection } from './schedule.ts'
import { describeSetup } from './setup.ts'
import type { Tool } from './tool.ts'
import { tagOf } from './tools/pairgate.ts'
import { isThere, missing } from './tools.ts'
import { UsageError } from './usage-error.ts'

export interface Options {
  readonly milliseconds: number
  readonly rounds: number
  /** The file that every line is appended to. */
  readonly data: string
  readonly resume: boolean
  readonly tools: readonly Tool[]
  readonly conditions: readonly Condition[]
  readonly seed: string
  readonly note?: string | undefined
}

/** Builds, then compares round by round until the time or the rounds are over; what the data file has is not made again. */
export async function measure(options: Options): Promise<void> {
  const end = performance.now() + options.milliseconds
  const done = openData(options)
  const tools = presentTools(options.tools)
  record(options, await prepare(options))
  for (let round = 0; round < options.rounds && performance.now() < end; round += 1) {
    const open = roundOf(selectionOf(options, tools), round).filter((planned) => !done.has(keyOf(planned)))
    for (const condition of new Set(open.map((planned) => planned.condition))) {
      await using _neighbour =
        condition === 'neighbour' ? await startNeighbour(neighbourProgram, round) : null
      const here = open.filter((planned) => planned.condition === condition)
      for await (const comparison of comparisons(here, tools, done.size, end)) {
        record(options, comparison)
        done.add(keyOf(comparison))
      }
    }
    console.error(`round ${round + 1}: ${done.size} comparisons in all`)
  }
}

async function prepare({ seed, note }: Options): Promise<Setup> {
  const languages = { cpp: isThere('g++', path()), rust: isThere('cargo', path()) }
  await build(languages)
  console.error('measuring the plants')
  return describeSetup({ seed, ...(note === undefined ? {} : { note }) }, await checkWorkload(languages))
}

function selectionOf({ seed, conditions }: Options, tools: readonly Tool[]): Selection {
  return {
    seed,
    perRound: Object.fromEntries(tools.map(({ name, perRound }) => [name, perRound])),
    plants,
    conditions,
  }
}

async function* comparisons(
  planned: readonly Planned[],
  tools: readonly Tool[],
  start: number,
  end: number,
): AsyncGenerator<Comparison> {
  for (const [index, one] of planned.entries()) {
    const tool = tools.find(({ name }) => name === one.tool)
    if (tool === undefined || performance.now() >= end) return
    const builds = { baseline: folderOf('baseline'), candidate: folderOf(tagOf(one.plant)) }
    const comparison = await compare(tool, one, builds, start + index)
    console.error(
      `${keyOf(one)}: ${Object.values(comparison.verdicts).join(', ')} in ${comparison.seconds} s`,
    )
    yield comparison
  }
}

function record({ data }: Options, line: Line): void {
  appendFileSync(data, `${JSON.stringify(line)}\n`)
}

/** The comparisons that the data file holds; it may hold any only with `resume`, which drops an unfinished last line. */
function openData({ data, resume, seed }: Options): Set<string> {
  mkdirSync(dirname(data), { recursive: true })
  if (!existsSync(data)) return new Set()
  if (!resume) throw new UsageError(`${data} is there: --resume goes on with it, --data names another`)
  const text = readFileSync(data, 'utf8')
  const lines = parseLines(text)
  const seeds = lines.flatMap((line) => (line.kind === 'setup' ? [line.seed] : []))
  if (seeds.some((one) => one !== seed))
    throw new UsageError(`${data} was begun with --seed ${seeds.join(', ')}`)
  writeFileSync(data, text.slice(0, text.lastIndexOf('\n') + 1))
  return new Set(lines.flatMap((line) => (line.kind === 'comparison' ? [keyOf(line)] : [])))
}

/** The tools that this machine has all it takes for; the others are named, with what to install. */
function presentTools(tools: readonly Tool[]): readonly Tool[] {
  return tools.filter((tool) => {
    const lacking = missing(tool, path())
    if (lacking.length === 0) return true
    console.error(`left out: ${tool.name}: install ${lacking.join(', ')}, which bench/peers/install does`)
    return false
  })
}

function path(): string {
  return process.env.PATH ?? ''
}
