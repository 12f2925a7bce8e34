import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { execute } from '../../src/commands/execute.ts'
import { recordedTerminal } from './recorded-terminal.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DISTURBED = resolve(ROOT, 'test/fixtures/explain/disturbed')

test('the example of docs/explain.md is what the command prints of a recorded run', async () => {
  const page = readFileSync(resolve(ROOT, 'docs/explain.md'), 'utf8')
  const example = /<!-- example -->\n\n```text\n([\s\S]*?)```/.exec(page)?.[1]
  const terminal = recordedTerminal(DISTURBED)
  expect(await execute(['explain', '.', 'edit_distance/400'], terminal)).toBe(0)
  expect(terminal.printed).toBe(example)
})

test('an arm that is not there and a name that is close are told apart', async () => {
  const terminal = recordedTerminal(DISTURBED)
  expect(await execute(['explain', '.', 'edit_distnace'], terminal)).toBe(2)
  expect(terminal.logged).toBe(
    'pairgate: no row is named edit_distnace; the nearest names: edit_distance, edit_distance/400, sort, sort/1000\n',
  )
})

test('where the locale has ASCII alone, so has the explanation', async () => {
  const terminal = recordedTerminal(DISTURBED, { ascii: true })
  await execute(['explain', '.', 'sort'], terminal)
  expect(terminal.printed).toMatch(/^[\n -~]+$/)
  expect(terminal.printed).toContain('timing modes')
})
