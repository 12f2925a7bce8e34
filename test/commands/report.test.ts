import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidenceOf } from '../../src/analysis/evidence.ts'
import { reduce } from '../../src/analysis/reduce.ts'
import { report } from '../../src/commands/report.ts'
import { artifactsOf } from '../../src/gate.ts'
import { startJournal, writeArtifacts } from '../../src/host/journal.ts'
import { terminalOf } from '../../src/host/terminal.ts'
import { measured, run, summary } from '../analysis/log.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairgate-report-'))
})
afterAll(() => rm(directory, { recursive: true }))

test('draws the very page that the run left, from its recorded events alone', async () => {
  const events = [
    run(['cpp', 'rust']),
    ...measured('cpp', { sort: 5, search: 0 }),
    ...measured('rust', { sort: 0, search: -4 }),
    summary,
  ]
  const journal = await startJournal(directory)
  for (const event of events) await journal.append(event)
  const result = reduce(events, await journal.close())
  await writeArtifacts(directory, artifactsOf(result, evidenceOf(events, result)))
  let printed = ''
  const terminal = {
    ...terminalOf(process),
    directory,
    print: (text: string) => {
      printed += text
    },
  }
  expect(await report({ command: 'report', directory: '.', format: 'html' }, terminal)).toBe(1)
  expect(printed).toBe(await readFile(join(directory, 'report.html'), 'utf8'))
  expect(printed.match(/<svg class="chart strip"/g)).toHaveLength(4)
})
