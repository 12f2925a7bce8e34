import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHost } from '../../src/host/host.ts'
import { Interrupted } from '../../src/model/failure.ts'
import type { Launching, Limits, ProcessOutcome, Usage } from '../../src/model/process.ts'
import { compileLauncher } from '../../src/run/launcher.ts'
import { allGone, pidIn } from '../host/real-processes.ts'

const directory = mkdtempSync(join(tmpdir(), 'pairgate-launcher-'))
const lines: string[] = []
const hostWith = (signal: AbortSignal) =>
  createHost({ environment: process.env, signal, log: (line) => lines.push(line), echo: () => {} })
const host = hostWith(new AbortController().signal)
const env = { PATH: process.env.PATH ?? '' }
let path = ''

/** A program that starts as many threads as it is told, all of which are there at once. */
const THREADS = `#include <pthread.h>
#include <stdlib.h>
static pthread_barrier_t all;
static void *wait_for_all(void *nothing) { pthread_barrier_wait(&all); return nothing; }
int main(int count, char **arguments) {
  const int more = count > 1 ? atoi(arguments[1]) - 1 : 0;
  pthread_t threads[64];
  pthread_barrier_init(&all, NULL, more + 1);
  for (int i = 0; i < more; i++) pthread_create(threads + i, NULL, wait_for_all, NULL);
  pthread_barrier_wait(&all);
  for (int i = 0; i < more; i++) pthread_join(threads[i], NULL);
  return 0;
}
`

beforeAll(async () => {
  path = (await compileLauncher(directory, env, host))?.path ?? ''
  expect(path).not.toBe('')
  writeFileSync(join(directory, 'threads.c'), THREADS)
  await host.processes.run(
    { program: 'cc', args: ['-O2', '-pthread', '-o', 'threads', 'threads.c'], cwd: directory, env },
    { timeoutMs: 60_000, maxOutputBytes: 1e6 },
  )
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function run(
  program: string,
  args: readonly string[],
  launching: Partial<Launching> = {},
  more: Partial<Limits> = {},
  from = host,
): Promise<ProcessOutcome> {
  const launcher = { path, ...launching }
  const limits = { timeoutMs: 20_000, maxOutputBytes: 1e6, launcher, ...more }
  return from.processes.run({ program, args, cwd: directory, env }, limits)
}

const sh = (script: string, launching: Partial<Launching> = {}, more: Partial<Limits> = {}) =>
  run('/bin/sh', ['-c', script], launching, more)

/** The launcher as one that serves nobody. */
function alone(): string {
  const single = join(directory, 'single')
  writeFileSync(single, `#!/bin/sh\n[ "$1" = serve ] && exit 1\nexec '${path}' "$@"\n`, { mode: 0o755 })
  return single
}

function usageOf(outcome: ProcessOutcome): Usage {
  if (outcome.kind !== 'exited' || outcome.usage === undefined) throw new Error(JSON.stringify(outcome))
  return outcome.usage
}

describe('what a process took', () => {
  test('a small process has a small peak, whoever started its launcher', async () => {
    const outcome = await sh('echo out; echo err >&2')
    expect(outcome).toMatchObject({ kind: 'exited', code: 0, stdout: 'out\n', stderr: 'err\n' })
    const usage = usageOf(outcome)
    // This Node itself has more than 40 MB.
    expect(process.memoryUsage.rss()).toBeGreaterThan(40_000_000)
    expect(usage.peakRssBytes).toBeGreaterThan(100_000)
    expect(usage.peakRssBytes).toBeLessThan(20_000_000)
    expect(usage.wallNs).toBeGreaterThan(0)
    expect(usage.threads).toBeNull()
  })

  test('memory, page faults and CPU time of the process and those that it waited for are told', async () => {
    const script =
      'const end = process.cpuUsage().user + 2e5; const b = Buffer.alloc(2e8, 1); while (process.cpuUsage().user < end) b[0]++'
    const usage = usageOf(await sh(`"${process.execPath}" -e '${script}'; true`))
    expect(usage.peakRssBytes).toBeGreaterThan(2e8)
    expect(usage.minorFaults).toBeGreaterThan(1000)
    expect(usage.userNs).toBeGreaterThan(1.5e8)
  })

  test('a process that sleeps gives up its CPU', async () => {
    const usage = usageOf(await sh('sleep 0.01; sleep 0.01; sleep 0.01'))
    expect(usage.voluntarySwitches).toBeGreaterThanOrEqual(3)
    expect(usage.wallNs).toBeGreaterThan(3e7)
  })

  test('the program does not hold the descriptor that the launcher writes on', async () => {
    const forged = Object.entries({
      wall_ns: 1,
      user_ns: 1,
      system_ns: 1,
      peak_rss_bytes: 1,
      minor_faults: 1,
    })
    const outcome = await sh(`echo '${JSON.stringify(Object.fromEntries(forged))}' >&3; true`)
    expect(outcome).toMatchObject({ stderr: expect.stringMatching(/[Bb]ad file descriptor/) })
    expect(usageOf(outcome).wallNs).toBeGreaterThan(1)
  })

  test.each(['served', 'started alone'])(
    'a program cannot write the report of its launcher (%s)',
    async (how) => {
      const launching = how === 'served' ? {} : { path: alone() }
      const forged =
        '{"wall_ns":1,"user_ns":1,"system_ns":1,"peak_rss_bytes":777,"minor_faults":1,"major_faults":1,"voluntary_switches":1,"involuntary_switches":1,"threads":0}'
      const script = `for fd in 3 4 5 6; do echo 'told '$PPID' ${forged}' >/proc/$PPID/fd/$fd; done; sleep 0.05`
      for (const outcome of [await sh(script, launching), await sh('sleep 0.05', launching)]) {
        expect(usageOf(outcome).wallNs).toBeGreaterThan(4e7)
        expect(usageOf(outcome).peakRssBytes).not.toBe(777)
      }
    },
  )

  test('a launcher that ends without a report is told as a process that was not measured', async () => {
    const mute = join(directory, 'mute')
    writeFileSync(mute, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    expect(await sh('echo here', { path: mute })).toEqual({
      kind: 'not-started',
      reason: 'its launcher ended without telling what it took',
    })
  })

  test('the program starts with the signals as they were', async () => {
    const masks = (outcome: ProcessOutcome) => ('stdout' in outcome ? outcome.stdout : '')
    // Without a child: a shell blocks signals while it starts one.
    const script = 'exec grep -E "Sig(Blk|Ign)" /proc/self/status'
    const plain = await host.processes.run(
      { program: '/bin/sh', args: ['-c', script], cwd: directory, env },
      { timeoutMs: 20_000, maxOutputBytes: 1e6 },
    )
    expect(masks(await sh(script))).toBe(masks(plain))
  })
})

describe('how it ended', () => {
  test('an exit code and a signal are what they are without the launcher', async () => {
    expect(await sh('exit 3')).toMatchObject({ kind: 'exited', code: 3 })
    expect(await sh('kill -SEGV $$')).toMatchObject({ kind: 'signalled', signal: 'SIGSEGV' })
    expect(await sh('kill -SEGV $$', { countsThreads: true })).toMatchObject({
      kind: 'signalled',
      signal: 'SIGSEGV',
    })
  })

  test('a program that the system refuses is told with the reason', async () => {
    writeFileSync(join(directory, 'text'), 'no program')
    expect(await run(join(directory, 'text'), [])).toMatchObject({
      kind: 'not-started',
      reason: expect.stringContaining('is not executable'),
    })
    writeFileSync(join(directory, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 })
    expect(await run(join(directory, 'script'), [], { countsThreads: true })).toMatchObject({
      kind: 'not-started',
      reason: expect.stringContaining('the interpreter or loader that it names is not'),
    })
  })
})

describe.runIf(process.platform === 'linux')('the CPU', () => {
  test('of a placed process is the only one that it may use', async () => {
    const allowed = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    const cpu = Number(allowed)
    const outcome = await sh('grep Cpus_allowed_list /proc/self/status', { cpu })
    expect('stdout' in outcome && outcome.stdout).toBe(`Cpus_allowed_list:\t${cpu}\n`)
  })

  test('that does not exist is a process not started', async () => {
    expect(await sh('echo here', { cpu: 9999 })).toEqual({
      kind: 'not-started',
      reason: 'CPU 9999 is not there, or not among the CPUs that this process may use',
    })
  })
})

describe.runIf(process.platform === 'linux')('threads', () => {
  test.each([1, 2, 5])(
    'of a program with %i at once are counted, however short they live',
    async (threads) => {
      const outcome = await run(join(directory, 'threads'), [String(threads)], { countsThreads: true })
      expect(usageOf(outcome).threads).toBe(threads)
    },
  )

  test('of a child process count, the child itself does not', async () => {
    expect(usageOf(await sh('./threads 3; true', { countsThreads: true })).threads).toBe(3)
    expect(usageOf(await sh('/bin/true; /bin/true', { countsThreads: true })).threads).toBe(1)
  })
})

describe.runIf(process.platform === 'linux')('everything that a process started is ended', () => {
  const escaping = 'setsid sleep 1000 >/dev/null 2>&1 & echo $!; wait'

  test.each([false, true])('at the limit of time (threads counted: %s)', async (countsThreads) => {
    const outcome = await sh(escaping, { countsThreads }, { timeoutMs: 300 })
    expect(outcome).toMatchObject({ kind: 'timed-out', limitMs: 300 })
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('also what left its session, lost its parents and hides its environment', async () => {
    const hidden =
      "setsid sh -c 'env -i sleep 1000 >/dev/null 2>&1 & echo $! > hidden' & sleep 0.2; cat hidden; sleep 1000"
    const outcome = await sh(hidden, {}, { timeoutMs: 1000 })
    expect(outcome.kind).toBe('timed-out')
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('after its own end, before the next process is started', async () => {
    const outcome = await sh(
      'setsid sh -c "exec env -i sleep 1000" >/dev/null 2>&1 </dev/null & echo $!; sleep 0.1',
    )
    expect(outcome).toMatchObject({ kind: 'exited', code: 0 })
    expect(await allGone([pidIn(outcome)])).toBe(true)
  })

  test('when the run is interrupted', async () => {
    const controller = new AbortController()
    const pids: number[] = []
    const onOutput = (text: string) => {
      pids.push(Number(text))
      controller.abort(new Interrupted('SIGTERM'))
    }
    const ended = run('/bin/sh', ['-c', escaping], {}, { onOutput }, hostWith(controller.signal))
    await expect(ended).rejects.toThrow(Interrupted)
    expect(await allGone(pids)).toBe(true)
  })

  test('when the run is interrupted around the moment of the start', async () => {
    const delays = Array.from({ length: 40 }, (_, index) => index / 10)
    for (const delayMs of delays) {
      const controller = new AbortController()
      const ended = run('/bin/sleep', ['1000'], {}, { timeoutMs: 60_000 }, hostWith(controller.signal))
      const until = performance.now() + delayMs
      while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve))
      controller.abort(new Interrupted('SIGTERM'))
      await expect(ended).rejects.toThrow(Interrupted)
    }
  })

  test('when whoever reads the descriptor is killed and can end nothing', async () => {
    // A Node of its own starts the launcher as the process starter does, and is killed.
    const source = `const { spawn, spawnSync } = require('node:child_process')
      const { constants, openSync } = require('node:fs')
      const [, launcher, script, pipe] = process.argv
      spawnSync('mkfifo', [pipe])
      const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
      spawn(launcher, ['60000', '-1', '0', '/bin/sh', '-c', script],
        { detached: true, stdio: ['ignore', 'inherit', 'inherit', openSync(pipe, 'w')] })
      setInterval(() => reader, 1000)`
    const node = spawn(process.execPath, ['-e', source, path, escaping, join(directory, 'report')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = await new Promise<number>((resolve) =>
      node.stdout.once('data', (data) => resolve(Number(String(data)))),
    )
    node.kill('SIGKILL')
    expect(await allGone([pid])).toBe(true)
  })

  test('when a signal asks the launcher itself to end', async () => {
    const outcome = await sh(`kill -TERM $PPID; ${escaping}`)
    expect(outcome).toMatchObject({ kind: 'signalled', signal: 'SIGTERM' })
  })
})

describe.runIf(process.platform === 'linux')('the service of the launcher', () => {
  const servers = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `${path}\0serve\0`
      } catch {
        return false
      }
    })

  test('starts processes side by side, each with its own output, input and end', async () => {
    const input = join(directory, 'input')
    writeFileSync(input, 'told\n')
    const limits = { timeoutMs: 20_000, maxOutputBytes: 1e6, launcher: { path } }
    const script = 'read line; echo "$line $0"; echo "$0" >&2; exit $0'
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        host.processes.run(
          { program: '/bin/sh', args: ['-c', script, String(index)], cwd: directory, env, stdin: input },
          limits,
        ),
      ),
    )
    for (const [index, outcome] of outcomes.entries()) {
      expect(outcome).toMatchObject({ code: index, stdout: `told ${index}\n`, stderr: `${index}\n` })
    }
  })

  test('hands arguments and variables on as they are', async () => {
    const awkward = ['', 'a b', '"\'`$x', 'two\nlines', 'ünï', 'x'.repeat(100_000)]
    const program = 'process.stdout.write(JSON.stringify([process.argv.slice(1), process.env.AWKWARD]))'
    const outcome = await host.processes.run(
      {
        program: process.execPath,
        args: ['-e', program, '--', ...awkward],
        cwd: directory,
        env: { ...env, AWKWARD: 'a=b\n=' },
      },
      { timeoutMs: 20_000, maxOutputBytes: 1e6, launcher: { path } },
    )
    expect('stdout' in outcome && JSON.parse(outcome.stdout)).toEqual([awkward, 'a=b\n='])
  })

  test('leaves the program no descriptor that it would not have without', async () => {
    const script = 'ls /proc/$$/fd'
    const plain = await host.processes.run(
      { program: '/bin/sh', args: ['-c', script], cwd: directory, env },
      { timeoutMs: 20_000, maxOutputBytes: 1e6 },
    )
    const descriptors = (outcome: ProcessOutcome) => ('stdout' in outcome ? outcome.stdout : '')
    expect(descriptors(await sh(script))).toBe(descriptors(plain))
  })

  test('finds a program on PATH as it would be found without a launcher', async () => {
    expect(await run('echo', ['here'])).toMatchObject({ stdout: 'here\n' })
  })

  test('that was killed is done without: what runs is told as killed, and what follows is started from here', async () => {
    const own = hostWith(new AbortController().signal)
    const before = new Set(servers())
    const onOutput = () => {
      for (const pid of servers()) if (!before.has(pid)) process.kill(Number(pid), 'SIGKILL')
    }
    const outcome = await run('/bin/sh', ['-c', 'echo here; sleep 1000'], {}, { onOutput }, own)
    expect(outcome).toMatchObject({ kind: 'signalled', signal: 'SIGKILL' })
    const next = await run('/bin/sh', ['-c', 'echo there'], {}, {}, own)
    expect(next).toMatchObject({ kind: 'exited', stdout: 'there\n' })
    expect(usageOf(next).wallNs).toBeGreaterThan(0)
  })

  test('that was stopped is done without, and what it started is ended at its limit', async () => {
    const own = hostWith(new AbortController().signal)
    const before = new Set(servers())
    const onOutput = () => {
      for (const pid of servers()) if (!before.has(pid)) process.kill(Number(pid), 'SIGSTOP')
    }
    const [stopped, next] = await Promise.all([
      run('/bin/sh', ['-c', 'echo here; sleep 1000'], {}, { onOutput, timeoutMs: 500 }, own),
      run('/bin/sleep', ['0.2'], {}, {}, own).then(() => run('/bin/echo', ['there'], {}, {}, own)),
    ])
    expect(stopped).toMatchObject({ kind: 'timed-out' })
    expect(next).toMatchObject({ kind: 'exited', stdout: 'there\n' })
  })

  test('a launcher that serves nobody starts each process by itself', async () => {
    const outcome = await sh('echo here', { path: alone() })
    expect(outcome).toMatchObject({ kind: 'exited', stdout: 'here\n' })
    expect(usageOf(outcome).wallNs).toBeGreaterThan(0)
  })

  test('ends when nobody is left to ask', async () => {
    const service = spawn(path, ['serve'], { stdio: ['pipe', 'ignore', 'ignore'] })
    service.stdin.end()
    expect(await new Promise((resolve) => service.once('exit', resolve))).toBe(0)
  })
})

describe('without a compiler', () => {
  test('there is no launcher, and that is said', async () => {
    expect(await compileLauncher(directory, { PATH: '/nowhere' }, host)).toBeNull()
    expect(lines.at(-1)).toContain('no C compiler')
    expect(lines.at(-1)).toContain('not placed')
  })

  test('a compiler for another machine makes none either', async () => {
    const bin = mkdtempSync(join(directory, 'bin-'))
    writeFileSync(join(bin, 'cc'), '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\nprintf wrong > "$2"\n', {
      mode: 0o755,
    })
    expect(await compileLauncher(mkdtempSync(join(directory, 'out-')), { PATH: bin }, host)).toBeNull()
  })
})
