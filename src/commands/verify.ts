import { resolve } from 'node:path'
import { reduce } from '../analysis/reduce.ts'
import { differences } from '../analysis/verify.ts'
import { createFiles } from '../host/files.ts'
import { readJournal } from '../host/journal.ts'
import type { Terminal } from '../host/terminal.ts'
import { UserError } from '../model/failure.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { InvocationOf } from '../options/invocation.ts'
import { visible } from '../report/glyphs.ts'

/** `pairgate verify`: recomputes every verdict from the recorded events and compares it with `results.json`. */
export async function verify(invocation: InvocationOf<'verify'>, terminal: Terminal): Promise<ExitCode> {
  const directory = resolve(terminal.directory, invocation.directory)
  const recorded = await readResults(`${directory}/results.json`)
  const journal = await readJournal(`${directory}/events.jsonl`)
  const recomputed = reduce(journal.events, journal.sha256)
  const found = differences(recorded, recomputed)
  for (const { path, recorded: was, recomputed: is } of found) {
    terminal.print(
      `${visible(`${path}: results.json has ${JSON.stringify(was)}, the events give ${JSON.stringify(is)}`)}\n`,
    )
  }
  if (found.length > 0) {
    terminal.print(
      `${invocation.directory}: ${found.length} difference(s): the files do not belong together or were changed\n`,
    )
    return 2
  }
  const { comparisons, conclusion } = recomputed
  terminal.print(
    `${invocation.directory}: verified: the digest of events.jsonl and all ${comparisons.length} comparisons agree with results.json (${conclusion})\n`,
  )
  return 0
}

async function readResults(path: string): Promise<unknown> {
  const files = createFiles()
  if (!(await files.exists(path)))
    throw new UserError(`${path}: no such file; give the output directory of a run`)
  try {
    return JSON.parse(await files.readText(path))
  } catch (error) {
    throw new UserError(`${path} is not JSON`, { cause: error })
  }
}
