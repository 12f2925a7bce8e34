import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProcesses } from '../../src/host/process.ts'
import { Interrupted } from '../../src/model/failure.ts'
import type { Limits } from '../../src/model/process.ts'
import { allGone, pidIn, programs } from './real-processes.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairgate-process-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const processes = createProcesses({ signal: new AbortController().signal })
const { sh, node } = programs(() => directory)

/** Long enough for every process here: a test that needs it hangs instead of passing. */
const FOREVER: Limits = { timeoutMs: 3_600_000, maxOutputBytes: 1 << 20 }

/** Short: for processes that would never end on their own. */
const SHORT: Limits = { ...FOREVER, timeoutMs: 1500 }

describe('how a process ended', () => {
  test('the code and both streams of a process that exits are told', async () => {
    const outcome = await processes.run(sh('echo out; echo err >&2; exit 3'), FOREVER)
    expect(outcome).toMatchObject({ kind: 'exited', code: 3, stdout: 'out\n', stderr: 'err\n' })
  })

  test('the wall time covers the process', async () => {
    const outcome = await processes.run(sh('sleep 0.2'), FOREVER)
    expect(outcome.kind === 'exited' && outcome.wallMs).toBeGreaterThanOrEqual(200)
  })

  test('a process that dies by a signal names it', async () => {
    expect(await processes.run(sh('kill -SEGV $$'), FOREVER)).toMatchObject({
      kind: 'signalled',
      signal: 'SIGSEGV',
    })
  })

  test('standard input is empty', async () => {
    expect(await processes.run(sh('cat; echo end'), FOREVER)).toMatchObject({ stdout: 'end\n' })
  })

  test('a script may open its standard streams by name', async () => {
    expect(await processes.run(sh('echo out >/dev/stdout; echo err >/dev/stderr'), FOREVER)).toMatchObject({
      kind: 'exited',
      code: 0,
      stdout: 'out\n',
      stderr: 'err\n',
    })
  })

  test('megabytes of output arrive whole', async () => {
    const outcome = await processes.run(sh('head -c 8388608 /dev/zero'), {
      ...FOREVER,
      maxOutputBytes: 1 << 23,
    })
    expect('stdout' in outcome && outcome.stdout.length).toBe(1 << 23)
  })

  test('many processes run at once and one after another', async () => {
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    const outcomes = await Promise.all(numbers.map((number) => processes.run(sh(`echo ${number}`), FOREVER)))
    expect(outcomes.map((outcome) => 'stdout' in outcome && outcome.stdout.trim())).toEqual(
      numbers.map(String),
    )
  })

  test('output is heard as it comes', async () => {
    const heard: string[] = []
    await processes.run(sh('echo one; echo two >&2'), { ...FOREVER, onOutput: (text) => heard.push(text) })
    expect(heard.sort()).toEqual(['one\n', 'two\n'])
  })

  test('a character that is split between two writes arrives whole', async () => {
    const source = `process.stdout.write(Buffer.from([0xe2, 0x82]))
      setTimeout(() => process.stdout.write(Buffer.from([0xac])), 100)`
    const heard: string[] = []
    const outcome = await processes.run(node(source), { ...FOREVER, onOutput: (text) => heard.push(text) })
    expect(outcome).toMatchObject({ kind: 'exited', stdout: '€' })
    expect(heard).toEqual(['€'])
  })

  test('a character that is cut off at the end is shown as a replacement', async () => {
    const outcome = await processes.run(sh(String.raw`printf 'a\342\202'`), FOREVER)
    expect(outcome).toMatchObject({ stdout: 'a\uFFFD' })
  })
})

describe.concurrent('the limit of time', () => {
  test('a process that ignores SIGTERM is ended', async () => {
    const outcome = await processes.run(sh("trap '' TERM; echo $$; while :; do sleep 1; done"), SHORT)
    expect(outcome).toMatchObject({ kind: 'timed-out', limitMs: 1500 })
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('its grandchildren are ended with it', async () => {
    const outcome = await processes.run(sh('sh -c "sleep 1000 & echo \\$!; wait" & wait'), SHORT)
    expect(outcome.kind).toBe('timed-out')
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('a grandchild in a session of its own is ended with it', async () => {
    const outcome = await processes.run(sh('setsid sh -c "echo \\$\\$; exec sleep 1000" & wait'), SHORT)
    expect(outcome.kind).toBe('timed-out')
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('a grandchild whose environment and session are its own is ended while its parent lives', async () => {
    const outcome = await processes.run(
      sh('env -i setsid sh -c "echo \\$\\$; exec /bin/sleep 1000" & wait'),
      SHORT,
    )
    expect(outcome.kind).toBe('timed-out')
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('a daemon whose parent is gone and that holds no pipe is ended', async () => {
    const outcome = await processes.run(
      sh('(setsid sh -c "echo \\$\\$; exec sleep 1000 >/dev/null 2>&1" &) ; exec sleep 1000'),
      SHORT,
    )
    expect(outcome.kind).toBe('timed-out')
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('a limit beyond the longest timer does not fire at once', async () => {
    const outcome = await processes.run(sh('sleep 0.1'), { ...FOREVER, timeoutMs: 2 ** 40 })
    expect(outcome.kind).toBe('exited')
  })
})

describe('whoever outlives the leader', () => {
  test('a child left in the group is ended, though it holds no pipe', async () => {
    const outcome = await processes.run(sh('sleep 1000 >/dev/null 2>&1 & echo $!'), FOREVER)
    expect(outcome).toMatchObject({ kind: 'exited', code: 0 })
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('a daemon that holds the pipe is ended, and what it printed is kept', async () => {
    const outcome = await processes.run(
      sh(
        'setsid sh -c "echo \\$\\$; echo up >daemon; exec sleep 1000" & until [ -s daemon ]; do sleep 0.05; done',
      ),
      FOREVER,
    )
    expect(outcome).toMatchObject({ kind: 'exited', code: 0 })
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('another command that runs at the same time is left alone', async () => {
    const other = processes.run(sh('until [ -e over ]; do sleep 0.05; done; echo whole'), FOREVER)
    await processes.run(sh('setsid sleep 1000 & sleep 0.1'), FOREVER)
    await writeFile(join(directory, 'over'), '')
    expect(await other).toMatchObject({ kind: 'exited', stdout: 'whole\n' })
  })
})

describe('the limit of output', () => {
  test('a process that prints without end is ended, and what fitted is kept', async () => {
    const outcome = await processes.run(sh('yes'), { ...FOREVER, maxOutputBytes: 1001 })
    expect(outcome).toMatchObject({ kind: 'too-much-output', limitBytes: 1001, stderr: '' })
    expect('stdout' in outcome && outcome.stdout).toBe(`${'y\n'.repeat(500)}y`)
  })

  test('it holds for standard error too', async () => {
    const outcome = await processes.run(sh('yes >&2'), { ...FOREVER, maxOutputBytes: 10 })
    expect(outcome).toMatchObject({ kind: 'too-much-output', stdout: '', stderr: 'y\n'.repeat(5) })
  })

  test('a process that has just printed too much when it exits is told so as well', async () => {
    const outcome = await processes.run(sh('echo 123456'), { ...FOREVER, maxOutputBytes: 6 })
    expect(outcome).toMatchObject({ kind: 'too-much-output', stdout: '123456' })
  })

  test('exactly as much as the limit is allowed', async () => {
    const outcome = await processes.run(sh('printf 123456'), { ...FOREVER, maxOutputBytes: 6 })
    expect(outcome).toMatchObject({ kind: 'exited', stdout: '123456' })
  })
})

describe('a process that cannot be started', () => {
  const plain = () => ({ args: [], cwd: directory, env: { PATH: '/usr/bin:/bin' } })

  test('a program that is not on PATH is named', async () => {
    expect(await processes.run({ ...plain(), program: 'no-such-program' }, FOREVER)).toEqual({
      kind: 'not-started',
      reason: 'no-such-program is not on PATH',
    })
  })

  test('a path that does not exist is named', async () => {
    expect(await processes.run({ ...plain(), program: '/no/such/program' }, FOREVER)).toEqual({
      kind: 'not-started',
      reason: '/no/such/program does not exist',
    })
  })

  test('a file that is not executable is named', async () => {
    const program = join(directory, 'plain.txt')
    await writeFile(program, 'text', { mode: 0o644 })
    expect(await processes.run({ ...plain(), program }, FOREVER)).toEqual({
      kind: 'not-started',
      reason: `${program} is not executable`,
    })
  })

  test('a working directory that does not exist is named', async () => {
    expect(await processes.run({ ...plain(), program: 'true', cwd: '/no/such/place' }, FOREVER)).toEqual({
      kind: 'not-started',
      reason: 'the working directory /no/such/place does not exist',
    })
  })

  test('a script whose interpreter is missing is told from a missing script', async () => {
    const program = join(directory, 'script')
    await writeFile(program, '#!/no/such/interpreter\n', { mode: 0o755 })
    expect(await processes.run({ ...plain(), program }, FOREVER)).toEqual({
      kind: 'not-started',
      reason: `${program} is there, but the interpreter or loader that it names is not`,
    })
  })

  test('arguments that are too long are told', async () => {
    const outcome = await processes.run({ ...plain(), program: 'true', args: ['x'.repeat(1 << 20)] }, FOREVER)
    expect(outcome).toMatchObject({ kind: 'not-started', reason: expect.stringContaining('longer than') })
  })
})

describe('the environment', () => {
  test('a child gets what its command says, and the mark, and nothing of ours', async () => {
    process.env.GITHUB_TOKEN_FOR_TEST = 'hush'
    const outcome = await processes.run(
      { program: '/usr/bin/env', args: [], cwd: directory, env: { ONLY: 'this' } },
      FOREVER,
    )
    delete process.env.GITHUB_TOKEN_FOR_TEST
    expect('stdout' in outcome && outcome.stdout).toMatch(
      /^ONLY=this\nPAIRGATE_PROCESS=\d{10}-[0-9a-f-]{36}\n$/,
    )
  })
})

describe('an interruption', () => {
  test('ends running processes with their descendants, and rejects', async () => {
    const controller = new AbortController()
    const interruptible = createProcesses({ signal: controller.signal })
    const pids: number[] = []
    const limits = {
      ...FOREVER,
      onOutput: (text: string) => {
        pids.push(...text.trim().split('\n').map(Number))
        if (pids.length === 2) controller.abort(new Interrupted('SIGTERM'))
      },
    }
    const script = sh('setsid sh -c "echo \\$\\$; exec sleep 1000" & wait')
    const ends = await Promise.allSettled([
      interruptible.run(script, limits),
      interruptible.run(script, limits),
    ])
    expect(ends.map((end) => end.status === 'rejected' && String(end.reason))).toEqual([
      'Interrupted: the run was interrupted by SIGTERM',
      'Interrupted: the run was interrupted by SIGTERM',
    ])
    expect(await allGone(pids)).toBe(true)
  })

  test('lets nothing start after it', async () => {
    const file = join(directory, 'made-after-interruption')
    const interrupted = createProcesses({ signal: AbortSignal.abort() })
    await expect(interrupted.run(sh(`touch ${file}`), FOREVER)).rejects.toThrow(Interrupted)
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  })
})
