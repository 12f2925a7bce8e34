import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHost } from '../../src/host/host.ts'
import type { Limits } from '../../src/model/process.ts'
import { compileLauncher } from '../../src/run/launcher.ts'

const directory = mkdtempSync(join(tmpdir(), 'pairgate-launcher-'))
const lines: string[] = []
const host = createHost({
  environment: process.env,
  signal: new AbortController().signal,
  log: (line) => lines.push(line),
  echo: () => {},
})
const env = { PATH: process.env.PATH ?? '' }
let launcher = ''

beforeAll(async () => {
  launcher = (await compileLauncher(directory, env, host)) ?? ''
  expect(launcher).not.toBe('')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function run(program: string, args: readonly string[], more: Partial<Limits> = {}) {
  const limits = { timeoutMs: 20_000, maxOutputBytes: 1e6, launcher, ...more }
  return host.processes.run({ program, args, cwd: directory, env }, limits)
}

test('a small process has a small peak, whoever started its launcher', async () => {
  const outcome = await run('/bin/sh', ['-c', 'echo out; echo err >&2'])
  expect(outcome).toMatchObject({ kind: 'exited', code: 0, stdout: 'out\n', stderr: 'err\n' })
  const usage = outcome.kind === 'exited' ? outcome.usage : undefined
  // This Node itself has more than 40 MB.
  expect(usage?.peakRssBytes).toBeGreaterThan(100_000)
  expect(usage?.peakRssBytes).toBeLessThan(20_000_000)
  expect(usage?.wallNs).toBeGreaterThan(0)
})

test('memory and CPU time of the process and those that it waited for are told', async () => {
  const script =
    'const end = process.cpuUsage().user + 2e5; const b = Buffer.alloc(2e8, 1); while (process.cpuUsage().user < end) b[0]++'
  const outcome = await run('/bin/sh', ['-c', `"${process.execPath}" -e '${script}'; true`])
  const usage = outcome.kind === 'exited' ? outcome.usage : undefined
  expect(usage?.peakRssBytes).toBeGreaterThan(2e8)
  expect(usage?.userNs).toBeGreaterThan(1.5e8)
})

test('an exit code, a signal and a limit of time are what they are without it', async () => {
  expect(await run('/bin/sh', ['-c', 'exit 3'])).toMatchObject({ kind: 'exited', code: 3 })
  expect(await run('/bin/sh', ['-c', 'kill -SEGV $$'])).toMatchObject({
    kind: 'signalled',
    signal: 'SIGSEGV',
  })
  expect(await run('/bin/sh', ['-c', 'sleep 60 & wait'], { timeoutMs: 200 })).toMatchObject({
    kind: 'timed-out',
  })
})

test('a program that the system refuses is told with the reason', async () => {
  await host.files.writeText(join(directory, 'text'), 'no program')
  expect(await run(join(directory, 'text'), [])).toMatchObject({
    kind: 'not-started',
    reason: expect.stringContaining('is not executable'),
  })
})

test('the program does not hold the descriptor that the launcher writes on', async () => {
  const outcome = await run('/bin/sh', [
    '-c',
    'echo \'{"wall_ns":1,"user_ns":1,"system_ns":1,"peak_rss_bytes":1}\' >&3; true',
  ])
  const usage = outcome.kind === 'exited' ? outcome.usage : undefined
  expect(usage?.wallNs).toBeGreaterThan(1)
})

test('without a compiler there is none, and that is said', async () => {
  expect(await compileLauncher(directory, { PATH: '/nowhere' }, host)).toBeNull()
  expect(lines.at(-1)).toContain('no C compiler')
})
