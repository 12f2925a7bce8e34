import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explain } from '../../src/analysis/explain.ts'
import { execute } from '../../src/commands/execute.ts'
import type { Event } from '../../src/model/event.ts'
import { selectsRow } from '../../src/model/selection.ts'
import { parseArguments } from '../../src/options/arguments.ts'
import { commandLines } from '../../src/report/shell-command.ts'
import { listing, measured, run, summary, wholeLog } from '../analysis/log.ts'
import { awkwardNames, hostileName } from '../report/hostile.ts'
import { recordedTerminal } from './recorded-terminal.ts'

let directory = ''

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairgate-explain-'))
  const events = [
    run(['cpp', 'rust']),
    ...measured('cpp', { sort: 10, copy: 0, [hostileName]: 0 }),
    ...measured('rust', { sort: 0 }),
    summary,
  ]
  await writeFile(
    join(directory, 'events.jsonl'),
    events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  )
})
afterAll(() => rm(directory, { recursive: true }))

async function explained(...args: readonly string[]) {
  const terminal = recordedTerminal(directory)
  const code = await execute(['explain', '.', ...args], terminal)
  return { code, printed: terminal.printed, logged: terminal.logged }
}

const headlines = (text: string) => text.match(/^\S+ \((cpp|rust)\): .*/gm)

test('a benchmark is explained at every dataset and arm, and fails nothing by itself', async () => {
  const { code, printed } = await explained('sort')
  expect(code).toBe(0)
  expect(headlines(printed)).toEqual([
    'sort/1000 (cpp): regression; it fails the check',
    'sort/1000 (rust): equivalent; it fails nothing',
  ])
})

test('--arm and a dataset narrow it to one row', async () => {
  const { printed } = await explained('sort/1000', '--arm', 'rust')
  expect(headlines(printed)).toEqual(['sort/1000 (rust): equivalent; it fails nothing'])
})

test('a name that no row has is answered with the nearest ones, and an arm with those that have it', async () => {
  const unknown = await explained('srot/1000')
  expect(unknown.code).toBe(2)
  expect(unknown.logged).toMatch(/^pairgate: no row is named srot\/1000; the nearest names: sort\/1000, /)
  const elsewhere = await explained('copy', '--arm', 'rust')
  expect(elsewhere.logged).toBe('pairgate: copy is not a row of rust: give --arm cpp\n')
})

test('both arguments are asked for', async () => {
  expect((await explained()).logged).toContain('pairgate explain DIR BENCHMARK')
})

/** The words that a shell makes of the printed command, continued lines and all. */
function wordsOf(lines: readonly string[]): readonly string[] {
  const script = `pairgate() { printf '%s\\0' "$@"; }\n${lines.join('\n')}\n`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

function rowsNamed(names: readonly string[]): readonly Event[] {
  const log = wholeLog(Object.fromEntries(names.map((name) => [name, 0])))
  return log.map((event) =>
    event.type === 'listing'
      ? listing(
          event.implementation,
          names.map((benchmark) => ({ benchmark, scale: benchmark.length % 2 === 0 ? '' : '1000' })),
        )
      : event,
  )
}

test('the command for measuring again is one that a shell and pairgate read, and it chooses that row alone', () => {
  const names = ['sort', 'sorted', 'a+b]}{x', '-n', '--out', ' two  spaces ', hostileName, ...awkwardNames]
  const { rows } = explain(rowsNamed(names), '', () => true)
  expect(rows).toHaveLength(new Set(names).size)
  const all = rows.map(({ comparison }) => comparison)
  for (const { comparison, rerun } of rows) {
    const words = wordsOf(commandLines('pairgate', rerun.args, 78))
    expect(words).toEqual(rerun.args)
    const invocation = parseArguments(words)
    if (invocation.command !== 'run') throw new Error(invocation.command)
    const { request } = invocation
    expect(request).toMatchObject({
      baseline: 'b'.repeat(40),
      candidate: 'c'.repeat(40),
      arms: ['cpp'],
      protocol: 'regression-gate',
      blocks: 40,
      seed: '1',
    })
    const chosen = all.filter((row) => selectsRow({ include: ['.*'], exclude: [] }, request.filter, row))
    expect(chosen).toEqual([comparison])
  }
})

test('uncommitted work and programs measured against themselves are measured so again', () => {
  const worktree = {
    baseline: { ref: 'b', version: 'b'.repeat(40) },
    candidate: { ref: '', version: 'worktree:c' },
  }
  const same = { ...worktree, candidate: worktree.baseline }
  const [first] = explain(wholeLog({ sort: 0 }, { revisions: worktree }), '', () => true).rows
  const [second] = explain(wholeLog({ sort: 0 }, { revisions: same }), '', () => true).rows
  expect(parseArguments(first?.rerun.args ?? [])).toMatchObject({
    request: { candidate: 'worktree', measureIdentical: false },
  })
  expect(parseArguments(second?.rerun.args ?? [])).toMatchObject({ request: { measureIdentical: true } })
})

test('no name can move the cursor', async () => {
  const { printed } = await explained(hostileName)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(printed.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
  expect(printed).toContain('(cpp): equivalent')
})
