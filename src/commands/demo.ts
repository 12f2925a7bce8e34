import { resolve } from 'node:path'
import { judgePlants, type Plants, plantsSchema } from '../analysis/plants.ts'
import { plantRepository } from '../host/demo-repository.ts'
import { createFiles } from '../host/files.ts'
import { interruption } from '../host/interruption.ts'
import { packageRoot } from '../host/package-root.ts'
import { makeTemporaryDirectory } from '../host/temporary.ts'
import type { Terminal } from '../host/terminal.ts'
import { missingTools } from '../host/tools.ts'
import { decodeJson } from '../model/decoded.ts'
import { UserError } from '../model/failure.ts'
import type { Result } from '../model/result.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { whereabouts } from '../report/whereabouts.ts'
import { present } from './report.ts'
import { runGate } from './run.ts'

const NEEDED = [
  { anyOf: ['git'], install: 'apt-get install git' },
  { anyOf: ['c++', 'g++', 'clang++'], install: 'apt-get install g++' },
  { anyOf: ['cmake'], install: 'apt-get install cmake' },
  { anyOf: ['ninja', 'make'], install: 'apt-get install ninja-build' },
  { anyOf: ['cargo'], install: 'https://rustup.rs, or apt-get install cargo' },
] as const

/** `pairgate demo`: the gate on a repository with planted changes; 0 when exactly the planted rows were found. */
export async function demo(invocation: InvocationOf<'demo'>, terminal: Terminal): Promise<ExitCode> {
  const missing = missingTools(NEEDED, terminal.environment)
  if (missing.length > 0) {
    const lines = missing.map((tool) => `  ${tool.anyOf.join(' or ')}: ${tool.install}`)
    throw new UserError(`the demo needs tools that are not on PATH:\n${lines.join('\n')}`)
  }
  const home = await packageRoot(terminal.program, 'examples/suite/plants/plants.json')
  const plants = await readPlants(home)
  using interrupted = interruption()
  await using temporary = await makeTemporaryDirectory(terminal.environment)
  const repository = `${temporary.path}/repository`
  await plantRepository(repository, home, plants.patches)
  interrupted.signal.throwIfAborted()
  const out = resolve(terminal.directory, invocation.out)
  const request = {
    repository,
    baseline: 'HEAD~1',
    candidate: 'HEAD',
    config: 'pairgate.yml',
    arms: [],
    filter: [],
    measureIdentical: false,
    protocol: invocation.protocol,
    seed: invocation.seed,
  }
  const result = await runGate(request, out, terminal, interrupted.signal)
  if (result === null) return 2
  terminal.print(present(result, 'terminal', terminal))
  return concludeDemo(result, plants, invocation.out, terminal)
}

function concludeDemo(result: Result, plants: Plants, out: string, terminal: Terminal): ExitCode {
  const judgement = judgePlants(result, plants)
  terminal.print(`\n${judgement.lines.join('\n')}\n${whereabouts(out)}`)
  switch (judgement.kind) {
    case 'exact':
      return 0
    case 'inexact':
      return 1
    case 'trouble':
      return 2
  }
}

async function readPlants(home: string): Promise<Plants> {
  const path = `${home}/examples/suite/plants/plants.json`
  const decoded = decodeJson(plantsSchema, await createFiles().readText(path))
  if (decoded.kind === 'malformed') throw new Error(`${path}: ${decoded.reason}`)
  return decoded.value
}
