import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command, ProcessOutcome } from '../../src/model/process.ts'

/** Commands that run a script of a shell or of Node in a directory that is known later. */
export function programs(directory: () => string): {
  readonly sh: (script: string) => Command
  readonly node: (source: string) => Command
} {
  const env = { PATH: process.env.PATH ?? '' }
  return {
    sh: (script) => ({ program: 'sh', args: ['-c', script], cwd: directory(), env }),
    node: (source) => ({ program: process.execPath, args: ['-e', source], cwd: directory(), env }),
  }
}

/** The process id that a script printed. */
export function pidIn(outcome: ProcessOutcome): number {
  const pid = Number('stdout' in outcome ? outcome.stdout.trim() : '')
  if (!Number.isInteger(pid) || pid <= 0) throw new Error(`no process id in ${JSON.stringify(outcome)}`)
  return pid
}

/** Waits for the kernel to finish what a SIGKILL began: each process is gone, or dead and not yet reaped. */
export async function allGone(pids: readonly number[]): Promise<boolean> {
  for (let turn = 0; turn < 100; turn++) {
    if (!pids.some(isAlive)) return true
    await delay(20)
  }
  return false
}

function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
