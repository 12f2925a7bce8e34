import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pairgate } from '../../src/harness/pairgate.ts'
import { createHost } from '../../src/host/host.ts'
import type { Conversation, Query, Reply } from '../../src/model/harness.ts'
import { converse } from '../../src/run/converse.ts'

const checkout = mkdtempSync(join(tmpdir(), 'pairgate-converse-'))
mkdirSync(join(checkout, 'data'))
writeFileSync(join(checkout, 'data/in.txt'), 'words\n')
writeFileSync(join(checkout, 'data/step.sh'), '#!/bin/sh\npwd\n', { mode: 0o755 })
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

const host = createHost({
  environment: process.env,
  signal: new AbortController().signal,
  log: () => {},
  echo: () => {},
})
const program = {
  path: '/bin/sh',
  checkout,
  cwd: checkout,
  scratch: join(checkout, '.scratch'),
  sha256: 'x',
  sharedObjects: new Map(),
}
const env = { PATH: process.env.PATH ?? '' }
const subject = { program, harness: pairgate, env, timeoutMs: 10_000, launcher: null }

/** Asks these one after the other and returns all replies. */
function* asking(...queries: readonly Query[]): Conversation<readonly Reply[]> {
  const replies: Reply[] = []
  for (const query of queries) replies.push(yield query)
  return { kind: 'ok', value: replies }
}

const ask = (...queries: readonly Query[]) => converse(subject, asking(...queries), host)

test('a file is read on standard input, and the hash of the output is that of its bytes', async () => {
  const answer = await ask({ args: ['-c', 'cat'], stdin: 'data/in.txt', hashesOutput: true })
  expect(answer).toMatchObject({
    kind: 'ok',
    value: [
      {
        stdout: 'words\n',
        stdoutSha256: 'ff646650bc064e5981d37e75caf62e8551f146dff3b8967dd9cf36d263480e3a',
      },
    ],
  })
})

test('without one there is nothing to be read', async () => {
  expect(await ask({ args: ['-c', 'cat'] })).toMatchObject({ value: [{ stdout: '', stdoutSha256: null }] })
})

test('a program of the checkout is found from where it runs, another on PATH or by its whole path', async () => {
  const answer = await ask(
    { program: './step.sh', args: [], directory: 'data' },
    { program: 'pwd', args: [], directory: 'data' },
    { program: '/bin/pwd', args: [] },
  )
  expect(answer).toMatchObject({
    value: [{ stdout: `${checkout}/data\n` }, { stdout: `${checkout}/data\n` }, { stdout: `${checkout}\n` }],
  })
})

test('files of the scratch directory are handed back, and those of an earlier query are gone', async () => {
  const write = (name: string): Query => ({
    args: ['-c', `mkdir -p "$SCRATCH/a"; echo ${name} > "$SCRATCH/a/${name}.json"; echo > "$SCRATCH/other"`],
    env: { SCRATCH: program.scratch },
    collect: (path) => path.endsWith('.json'),
  })
  const answer = await ask(write('one'), write('two'))
  if (answer.kind === 'failed') throw new Error(answer.reason)
  expect(answer.value.map(({ files }) => [...files])).toEqual([
    [['a/one.json', 'one\n']],
    [['a/two.json', 'two\n']],
  ])
})

test('an exit code that is expected is none of failure, any other is a crash with its last words', async () => {
  const panic =
    'echo "index out of bounds" >&2; echo "note: run with \\`RUST_BACKTRACE=1\\` set" >&2; exit 101'
  expect(await ask({ args: ['-c', 'exit 3'], exitCode: 3 })).toMatchObject({ value: [{ failure: null }] })
  expect(await ask({ args: ['-c', 'exit 0'], exitCode: 3 })).toMatchObject({ kind: 'failed', fault: 'crash' })
  expect(await ask({ args: ['-c', panic] })).toMatchObject({
    kind: 'failed',
    reason: 'exited with code 101: "index out of bounds"',
  })
  expect(await ask({ args: ['-c', panic], exitCode: 'any' })).toMatchObject({ value: [{ failure: null }] })
})

test('an input that is not there is told before anything is started', async () => {
  expect(await ask({ args: ['-c', 'cat'], stdin: 'data/none.txt' })).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/standard input .*none\.txt does not exist/),
  })
})

test.each([
  ['exits with a code', 'echo why >&2; exit 3', 10_000, 'exited with code 3: "why"'],
  ['is ended by a signal', 'kill -KILL $$', 10_000, 'ended by SIGKILL'],
  ['takes too long', 'sleep 600', 100, 'took longer than 100 ms (timeouts.observation)'],
])('a process that %s ends the conversation, unless it may fail', async (_, script, timeoutMs, failure) => {
  const asked = (more: object) =>
    converse({ ...subject, timeoutMs }, asking({ args: ['-c', script], ...more }), host)
  expect(await asked({})).toMatchObject({ kind: 'failed', reason: failure })
  expect(await asked({ mayFail: true })).toMatchObject({ kind: 'ok', value: [{ failure }] })
})

test('a program that cannot be started ends the conversation, though it may fail', async () => {
  const answer = await ask({ program: './none', args: [], mayFail: true })
  expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringContaining('could not be started') })
})
