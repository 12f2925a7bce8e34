import { expect, test } from 'vitest'
import { execute } from '../../src/commands/execute.ts'
import { recordedTerminal } from './recorded-terminal.ts'

const terminal = (node?: string) => recordedTerminal('/nowhere', node === undefined ? {} : { node })

test('a user’s mistake is one sentence on standard error and exit code 2', async () => {
  const at = terminal()
  expect(await execute(['report', '/no/such/run'], at)).toBe(2)
  expect(at.logged).toMatch(/^pairgate: .*\/no\/such\/run/)
  expect(at.logged).not.toContain('    at ')
  expect(at.printed).toBe('')
})

test('the demo names every tool that is missing and how to get it', async () => {
  const at = terminal()
  expect(await execute(['demo'], at)).toBe(2)
  for (const tool of ['git', 'c++ or g++ or clang++', 'cmake', 'ninja or make', 'cargo']) {
    expect(at.logged).toMatch(new RegExp(`^ {2}${tool.replaceAll('+', '\\+')}: \\S`, 'm'))
  }
})

test.each(['18.20.4', '20.11.1'])('Node %s is too old, and it says so', async (version) => {
  const at = terminal(version)
  expect(await execute(['--version'], at)).toBe(2)
  expect(at.logged).toContain('20.12 or newer')
})

test('the version goes to standard output', async () => {
  const at = terminal('24.0.0')
  expect(await execute(['--version'], at)).toBe(0)
  expect(at.printed).toMatch(/^pairgate \d+\.\d+\.\d+\n$/)
})
