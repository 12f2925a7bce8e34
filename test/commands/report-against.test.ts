import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { report } from '../../src/commands/report.ts'
import { terminalOf } from '../../src/host/terminal.ts'
import { resultSchema } from '../../src/model/result.ts'
import { wholeLog } from '../analysis/log.ts'

let directory = ''

/** Leaves the log of a run whose CPUs had this governor. */
async function leaveRun(name: string, governor: string, slowdown = 0): Promise<void> {
  const environment = { semantic: {}, performance: { governor }, provenance: {} }
  const lines = wholeLog({ sort: slowdown }, { environment }).map((event) => `${JSON.stringify(event)}\n`)
  await mkdir(join(directory, name))
  await writeFile(join(directory, name, 'events.jsonl'), lines.join(''))
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairgate-against-'))
  await leaveRun('now', 'performance')
  await leaveRun('slower', 'performance', 10)
  await leaveRun('alike', 'performance')
  await leaveRun('other', 'powersave')
})
afterAll(() => rm(directory, { recursive: true }))

async function against(format: 'terminal' | 'json' | 'markdown' | 'html', other: string, run = 'now') {
  let printed = ''
  const terminal = {
    ...terminalOf(process),
    directory,
    width: 400,
    color: false,
    print: (text: string) => {
      printed += text
    },
  }
  const code = await report({ command: 'report', directory: run, against: other, format }, terminal)
  return { code, printed }
}

test('a run is comparable with one of the same environment', async () => {
  const { printed } = await against('terminal', 'alike')
  expect(printed).toMatch(/^comparable with the run of 2026-01-01.*3 fields of the environment agree/m)
})

test.each([
  ['terminal', /^not comparable with the run of 2026-01-01.*1 field of the environment differs/m],
  ['terminal', /^governor +performance +powersave$/m],
  ['markdown', /^\| `governor` \| `performance` \| `powersave` \|$/m],
  ['html', /<th scope="row" class="name">governor<\/th>/],
] as const)('in %s the field that differs is named with both values', async (format, expected) => {
  expect((await against(format, 'other')).printed).toMatch(expected)
})

test('in JSON it stands beside what results.json has', async () => {
  const { comparability, ...result } = JSON.parse((await against('json', 'other')).printed)
  expect(comparability).toMatchObject({
    kind: 'not-comparable',
    differing: [{ group: 'performance', field: 'governor', here: 'performance', there: 'powersave' }],
  })
  expect(resultSchema.safeParse(result).success).toBe(true)
})

test('the exit code stays that of the report', async () => {
  expect((await against('terminal', 'other')).code).toBe(0)
  expect((await against('terminal', 'alike', 'slower')).code).toBe(1)
})
