import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { lockMachine } from '../../src/host/lock.ts'
import { Interrupted, UserError } from '../../src/model/failure.ts'

const made: string[] = []
let directory = ''
let path = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pairgate-lock-'))
  made.push(directory)
  path = join(directory, 'shared.lock')
})

afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true, force: true })
})

interface Asked {
  readonly limitMs?: number
  readonly signal?: AbortSignal
  readonly environment?: Record<string, string | undefined>
  readonly log?: (line: string) => void
}

function lock({ limitMs = 0, signal = new AbortController().signal, environment = {}, log }: Asked = {}) {
  return lockMachine({
    environment: { PATH: process.env.PATH, PAIRGATE_LOCK: path, ...environment },
    signal,
    limitMs,
    now: () => '2026-01-01T00:00:00.000Z',
    log: log ?? (() => {}),
  })
}

async function locked(asked: Asked = {}) {
  const outcome = await lock(asked)
  if (outcome.kind !== 'held') throw new Error(`taken by ${outcome.holder}`)
  return outcome
}

/** Another process that holds the lock and ends only when it is killed. */
async function otherHolder(): Promise<ChildProcess> {
  const child = spawn('flock', [path, 'sh', '-c', 'echo up; exec sleep 1000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child
}

/** Ends the group of flock and what it runs: the lock goes with its last holder. */
function kill(child: ChildProcess): void {
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
}

describe.runIf(process.platform === 'linux')('the lock of the machine', () => {
  test('is held by one, and given up when it is disposed of', async () => {
    const first = await locked()
    expect(await lock()).toMatchObject({ kind: 'taken', path })
    first[Symbol.dispose]()
    using again = await locked()
    expect(again.explanation).toBe(`locked ${path}`)
  })

  test('says who holds it, for which work and since when', async () => {
    const environment = { GITHUB_REPOSITORY: 'acme/fastlib', GITHUB_RUN_ID: '42', GITHUB_JOB: 'gate' }
    using _ours = await locked({ environment })
    expect(await lock()).toMatchObject({
      holder: expect.stringMatching(
        new RegExp(
          `^process ${process.pid} of .+ for acme/fastlib, run 42, job gate, since 2026-01-01T00:00:00`,
        ),
      ),
    })
  })

  test('ends with a process that is killed, and whoever waits has it then', async () => {
    const child = await otherHolder()
    const lines: string[] = []
    const waiting = locked({ limitMs: 3_600_000, log: (line) => lines.push(line) })
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    kill(child)
    using ours = await waiting
    expect(ours.waitedMs).toBeGreaterThan(0)
    expect(lines).toEqual([`waiting for another run on this machine (${path}; timeouts.lock is 60 min)`])
  })

  test('is not had past the limit', async () => {
    const child = await otherHolder()
    expect(await lock({ limitMs: 50 })).toMatchObject({ kind: 'taken', holder: 'another run' })
    kill(child)
  })

  test('is not waited for by a run that is interrupted', async () => {
    const child = await otherHolder()
    const controller = new AbortController()
    const waiting = lock({
      limitMs: 3_600_000,
      signal: controller.signal,
      log: () => controller.abort(new Interrupted('SIGINT')),
    })
    await expect(waiting).rejects.toThrow('interrupted by SIGINT')
    kill(child)
  })

  test('is not inherited by what runs while it is held', async () => {
    const first = await locked()
    const child = spawn('sleep', ['1000'])
    first[Symbol.dispose]()
    using _again = await locked()
    child.kill('SIGKILL')
  })

  test('can be opened by every user, whatever the mask', async () => {
    const mask = process.umask(0o077)
    const first = await locked()
    process.umask(mask)
    expect(statSync(path).mode & 0o777).toBe(0o666)
    first[Symbol.dispose]()
    expect(existsSync(path)).toBe(true)
  })

  test('follows no symbolic link', async () => {
    writeFileSync(join(directory, 'target'), 'precious')
    symlinkSync(join(directory, 'target'), path)
    await expect(lock()).rejects.toThrow(UserError)
    expect(readFileSync(join(directory, 'target'), 'utf8')).toBe('precious')
  })

  test('changes nothing of a file that has another name too', async () => {
    writeFileSync(join(directory, 'target'), 'precious')
    chmodSync(join(directory, 'target'), 0o600)
    linkSync(join(directory, 'target'), path)
    using _ours = await locked()
    expect(readFileSync(path, 'utf8')).toBe('precious')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('is no directory', async () => {
    mkdirSync(path)
    await expect(lock()).rejects.toThrow(UserError)
  })

  test('tells what another user wrote there in printable words, cut', async () => {
    const child = await otherHolder()
    writeFileSync(path, `\u001b[31m::error::me\n${'x'.repeat(10_000)}`)
    const outcome = await lock()
    expect(outcome.kind === 'taken' && outcome.holder).toMatch(/^\[31m::error::me x+$/)
    expect(outcome.kind === 'taken' && outcome.holder.length).toBeLessThanOrEqual(300)
    kill(child)
  })

  test('is taken anew where somebody removed the file while it was waited for', async () => {
    const child = await otherHolder()
    const waiting = locked({
      limitMs: 3_600_000,
      log: () => {
        rmSync(path)
        kill(child)
      },
    })
    using _ours = await waiting
    expect(await lock()).toMatchObject({ kind: 'taken' })
  })
})

test.each([
  [{ PAIRGATE_LOCK: 'none' }, 'not locked: PAIRGATE_LOCK is none'],
  [{ PATH: '/no/such/place' }, 'not locked: flock is not on PATH (install util-linux)'],
])('says so where nothing is locked: %j', async (environment, explanation) => {
  expect(await locked({ environment })).toMatchObject({ explanation, waitedMs: 0 })
})

test.runIf(process.platform === 'linux')('refuses a relative path', async () => {
  await expect(lock({ environment: { PAIRGATE_LOCK: 'my.lock' } })).rejects.toThrow(/absolute path/)
})
