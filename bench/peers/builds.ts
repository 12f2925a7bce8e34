import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { output } from './process.ts'
import { type Plant, plants, type Setup } from './record.ts'
import { pairgateRepository, tagOf } from './tools/pairgate.ts'

const SOURCES = resolve('bench/peers/workload')
const HOME = resolve('.cache/peers')
const WORK = join(HOME, 'workload')
export const neighbourProgram = join(HOME, 'neighbour')

const TURNS = 7000

/** A call of the baseline takes about 45 µs on the machine that this was written on. */
function turnsOf(plant: Plant): number {
  return Math.round(TURNS * (1 + plant / 100))
}

/** Which languages can be built here. */
export interface Languages {
  readonly cpp: boolean
  readonly rust: boolean
}

/** The folder of a build's programs. */
export function folderOf(build: string): string {
  return join(HOME, 'programs', build)
}

/** Builds the baseline and a candidate for each plant, all at one and the same path; their names are equally long. */
export async function build(languages: Languages): Promise<void> {
  rmSync(WORK, { recursive: true, force: true })
  cpSync(SOURCES, WORK, { recursive: true })
  for (const [name, turns] of [
    ['baseline', TURNS] as const,
    ...plants.map((plant) => [tagOf(plant), turnsOf(plant)] as const),
  ]) {
    console.error(`building ${name}`)
    mkdirSync(folderOf(name), { recursive: true })
    writeTurns(name, turns)
    if (languages.cpp) await buildCpp(folderOf(name))
    if (languages.rust) await buildRust(folderOf(name))
  }
  await output(cpp(resolve('bench/peers/neighbour.cpp'), neighbourProgram, []))
  await commitAll(languages)
}

function writeTurns(name: string, turns: number): void {
  writeFileSync(
    join(WORK, 'cpp/turns.hpp'),
    `#include <cstdint>\ninline constexpr std::uint64_t TURNS = ${turns};\ninline constexpr char BUILD[] = "${name}";\n`,
  )
  writeFileSync(
    join(WORK, 'rust/src/turns.rs'),
    `pub const TURNS: u64 = ${turns};\npub const BUILD: &str = "${name}";\n`,
  )
}

async function buildCpp(folder: string): Promise<void> {
  await output(cpp(join(WORK, 'cpp/program.cpp'), join(folder, 'program'), []))
  if (!existsSync('/usr/include/benchmark/benchmark.h')) return
  await output(cpp(join(WORK, 'cpp/suite.cpp'), join(folder, 'suite'), ['-lbenchmark', '-lpthread']))
}

function cpp(source: string, program: string, libraries: readonly string[]) {
  return { program: 'g++', args: ['-std=c++17', '-O2', source, ...libraries, '-o', program] }
}

const message = z.object({
  executable: z.string().nullish(),
  target: z.object({ name: z.string() }).optional(),
})

/** As `cargo bench` builds it; the path of each program is in cargo's messages. */
async function buildRust(folder: string): Promise<void> {
  const step = {
    program: 'cargo',
    args: ['bench', '--no-run', '--locked', '--quiet', '--message-format', 'json'],
    cwd: join(WORK, 'rust'),
    env: { CARGO_TARGET_DIR: join(HOME, 'target') },
  }
  for (const line of (await output(step)).split('\n').filter((one) => one !== '')) {
    const { executable, target } = message.parse(JSON.parse(line))
    if (executable && target)
      copyFileSync(executable, join(folder, target.name === 'program' ? 'rust_program' : target.name))
  }
}

const CONFIGURATION = `version: 1
arms:
  cpp:
    build: { driver: command, run: [[cp, programs/suite, suite]], output: suite }
    harness: google-benchmark
    lto: unverified
  rust:
    build: { driver: command, run: [[cp, programs/with_criterion, with_criterion]], output: with_criterion }
    harness: criterion
    lto: unverified
`

/** A repository whose commits hold the programs, so that pairgate measures the very ones that the peers do. */
async function commitAll({ cpp, rust }: Languages): Promise<void> {
  const git = (...args: string[]) =>
    output({
      program: 'git',
      args: ['-c', 'user.name=peers', '-c', 'user.email=peers@example.invalid', ...args],
      cwd: pairgateRepository,
    })
  rmSync(pairgateRepository, { recursive: true, force: true })
  mkdirSync(join(pairgateRepository, 'programs'), { recursive: true })
  writeFileSync(join(pairgateRepository, 'pairgate.yml'), CONFIGURATION)
  await git('init', '--quiet')
  for (const name of ['baseline', ...plants.map(tagOf)]) {
    for (const program of [...(cpp ? ['suite'] : []), ...(rust ? ['with_criterion'] : [])]) {
      copyFileSync(join(folderOf(name), program), join(pairgateRepository, 'programs', program))
    }
    await git('add', '--all')
    await git('commit', '--quiet', '--allow-empty', '--message', name)
    await git('tag', name)
  }
}

const ROUNDS = 20

/** How much longer the best of 20 runs of each plant takes than the best of the baseline, run in turn. */
export async function checkWorkload({ cpp, rust }: Languages): Promise<Setup['workload']> {
  const programs = [...(cpp ? ['program'] : []), ...(rust ? ['rust_program'] : [])]
  const checks: Setup['workload'] = []
  for (const program of programs) {
    const best = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['baseline', ...plants.map(tagOf)]) {
        const elapsed = Number(
          /^elapsed_ns: (\d+)$/m.exec(
            await output({ program: join(folderOf(name), program), args: [] }),
          )?.[1],
        )
        best.set(name, Math.min(elapsed, best.get(name) ?? Number.POSITIVE_INFINITY))
      }
    }
    const baseline = best.get('baseline') ?? Number.NaN
    for (const plant of plants) {
      checks.push({
        program,
        plant,
        ratio: Number(((best.get(tagOf(plant)) ?? Number.NaN) / baseline).toFixed(4)),
      })
    }
  }
  return checks
}
