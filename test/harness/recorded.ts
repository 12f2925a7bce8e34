import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Query, Reply } from '../../src/model/harness.ts'

interface Recorded {
  readonly args: readonly string[]
  readonly exit_code: number
  readonly stdout: string
  readonly files: Readonly<Record<string, string>>
}

/** Answers queries as a real program did, by its recorded calls; the scratch directory was `/scratch`. */
export function recordedProgram(name: string): (query: Query) => Partial<Reply> {
  const path = join(import.meta.dirname, '..', 'fixtures', 'harness', `${name}.json`)
  const calls = JSON.parse(readFileSync(path, 'utf8')) as readonly Recorded[]
  const byArguments = new Map(calls.map((call) => [JSON.stringify(call.args), call]))
  return ({ args }) => {
    const call = byArguments.get(JSON.stringify(args))
    if (call === undefined) throw new Error(`${name} was not recorded with ${args.join(' ')}`)
    const failure = call.exit_code === 0 ? null : `exited with code ${call.exit_code}`
    return { failure, stdout: call.stdout, files: new Map(Object.entries(call.files)) }
  }
}
