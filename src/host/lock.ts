import { type ChildProcess, spawn } from 'node:child_process'
import { userInfo } from 'node:os'
import { inWords } from '../model/duration.ts'
import { Interrupted } from '../model/failure.ts'
import type { MachineLock } from '../model/machine.ts'
import { type LockFile, lockPath, openLockFile } from './lock-file.ts'
import { findProgram } from './process-start.ts'

/** What a lock is taken with. */
export interface LockOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly limitMs: number
  readonly now: () => string
  readonly log: (line: string) => void
}

/**
 * Takes the lock that all runs on this machine share. The kernel holds it for the open file, so that it ends with this
 * process whatever ends it; Node has no such call, so `flock` of util-linux makes it on our descriptor and goes.
 */
export async function lockMachine(options: LockOptions): Promise<MachineLock> {
  const { environment } = options
  if (environment.PAIRGATE_LOCK === 'none') return unlocked('PAIRGATE_LOCK is none')
  const flock = findProgram('flock', environment.PATH)
  if (flock === null) return unlocked('flock is not on PATH (install util-linux)')
  const path = lockPath(environment)
  if (path === null) return unlocked('no directory that all users may write; name a file in PAIRGATE_LOCK')
  const startedMs = performance.now()
  const waited = () => Math.round(performance.now() - startedMs)
  for (;;) {
    const file = openLockFile(path)
    try {
      if (!(await acquire(file, flock, path, options, waited))) {
        const holder = file.holder()
        file[Symbol.dispose]()
        return { kind: 'taken', path, holder: holder === '' ? 'another run' : holder, waitedMs: waited() }
      }
    } catch (error) {
      file[Symbol.dispose]()
      throw error
    }
    if (file.isCurrent()) return held(file, path, waited(), options)
    file[Symbol.dispose]()
  }
}

function unlocked(why: string): MachineLock {
  return { kind: 'held', explanation: `not locked: ${why}`, waitedMs: 0, [Symbol.dispose]: () => {} }
}

function held(file: LockFile, path: string, waitedMs: number, options: LockOptions): MachineLock {
  file.announce(selfDescription(options))
  return {
    kind: 'held',
    explanation: `locked ${path}`,
    waitedMs,
    [Symbol.dispose]() {
      file.announce('')
      file[Symbol.dispose]()
    },
  }
}

/** Who holds it and since when, as others are told. */
function selfDescription({ environment, now }: LockOptions): string {
  const { GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, GITHUB_JOB: job } = environment
  const work = repository === undefined ? '' : ` for ${repository}, run ${run ?? '?'}, job ${job ?? '?'}`
  return `process ${process.pid} of ${userName()}${work}, since ${now()}`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? '?'}`
  }
}

async function acquire(
  file: LockFile,
  flock: string,
  path: string,
  { signal, limitMs, log }: LockOptions,
  waited: () => number,
): Promise<boolean> {
  if (await endsWell(startFlock(flock, ['-n'], file), signal, null)) return true
  const leftMs = limitMs - waited()
  if (leftMs <= 0) return false
  const holder = file.holder()
  log(
    `waiting for another run on this machine${holder === '' ? '' : `: ${holder}`} (${path}; timeouts.lock is ${inWords(limitMs)})`,
  )
  // Asleep in the kernel until the lock is free: a look every second would disturb the one that measures.
  return endsWell(startFlock(flock, [], file), signal, leftMs)
}

function startFlock(flock: string, options: readonly string[], file: LockFile): ChildProcess {
  return spawn(flock, [...options, '3'], { stdio: ['ignore', 'ignore', 'ignore', file.descriptor] })
}

/** Whether the lock was had; ends the wait at the limit. One that was had in that moment goes with the descriptor. */
async function endsWell(child: ChildProcess, signal: AbortSignal, limitMs: number | null): Promise<boolean> {
  const end = (): void => {
    child.kill('SIGKILL')
  }
  signal.addEventListener('abort', end)
  // What aborted before is not told again.
  if (signal.aborted) end()
  const timer = limitMs === null ? undefined : setTimeout(end, limitMs)
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
  if (signal.aborted) throw signal.reason instanceof Interrupted ? signal.reason : new Interrupted()
  return code === 0
}
