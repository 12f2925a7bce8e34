import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { execute } from '../../src/commands/execute.ts'
import { resultSchema } from '../../src/model/result.ts'
import { version } from '../../src/model/version.ts'
import { csvColumns } from '../../src/report/csv.ts'
import { recordedTerminal } from './recorded-terminal.ts'

/** Logs that earlier states of pairgate wrote, of the suite's edit distance with a planted slowdown. */
const RECORDED = resolve(import.meta.dirname, '../fixtures/events')
const recorded = readdirSync(RECORDED)

async function reported(directory: string, format: string) {
  const terminal = recordedTerminal(directory)
  const code = await execute(['report', '.', '--format', format], terminal)
  return { code, printed: terminal.printed, logged: terminal.logged }
}

test('there are logs from before schedules, from before LFS pointers, and with the iterations at the arms', () => {
  expect(recorded).toEqual(['iterations-of-arms', 'without-lfs-pointers', 'without-schedule'])
})

test.each(recorded)('every format tells of an earlier log: %s', async (name) => {
  const directory = join(RECORDED, name)
  for (const [format, expected] of [
    ['terminal', /^edit_distance\/400$/m],
    ['markdown', /^\| `edit_distance\/400` \| `cpp` \|/m],
    ['html', /<!doctype html>[\s\S]*edit_distance/i],
    ['csv', new RegExp(`^${csvColumns.join(',')}\r\n(cpp/edit_distance/.*\r\n){2}$`)],
  ] as const) {
    const { code, printed, logged } = await reported(directory, format)
    expect({ format, code, logged }).toEqual({ format, code: 0, logged: '' })
    expect(printed).toMatch(expected)
  }
})

test.each(recorded)('the result of an earlier log is a result of today: %s', async (name) => {
  const result = resultSchema.parse(JSON.parse((await reported(join(RECORDED, name), 'json')).printed))
  expect(result.arms.map(({ iterations }) => iterations)).toEqual(['exact'])
  expect(result.comparisons.map(({ status }) => status)).toEqual(['measured', 'measured'])
  // Nobody recorded whether the input was looked at: that is no doubt.
  expect(result.comparisons.flatMap(({ warnings }) => warnings.map(({ kind }) => kind))).not.toContain(
    'input-unchecked',
  )
})

test.each([
  [
    'of a later schema',
    '{"type":"run","schema_version":2,"pairgate_version":"3.0.0"}',
    /written by pairgate 3\.0\.0 in schema 2, and this pairgate reads schema 1: use pairgate 3\.0\.0 or a newer one/,
  ],
  [
    'of an earlier schema',
    '{"type":"run","schema_version":0,"pairgate_version":"0.0.1"}',
    /written by pairgate 0\.0\.1 in schema 0, and this pairgate reads schema 1: use pairgate 0\.0\.1$/m,
  ],
  [
    'without its fields',
    '{"type":"run","schema_version":1,"pairgate_version":"0.0.9"}',
    new RegExp(`no event: .*This is pairgate ${version}, which reads schema 1: if another one wrote`),
  ],
])('a log %s is refused with what is read and what to do', async (_, line, message) => {
  const directory = await mkdtemp(join(tmpdir(), 'pairgate-earlier-'))
  await writeFile(join(directory, 'events.jsonl'), `${line}\n`)
  const { code, logged } = await reported(directory, 'csv')
  await rm(directory, { recursive: true })
  expect(code).toBe(2)
  expect(logged).toMatch(message)
})
