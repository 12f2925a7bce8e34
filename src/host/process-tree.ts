import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The variable that every child is started with: descendants inherit it, wherever they hide. */
export const MARK = 'PAIRGATE_PROCESS'

/** A mark for one child: it begins with the number of this process, and its length is constant. */
export function newMark(): string {
  return `${String(process.pid).padStart(10, '0')}-${randomUUID()}`
}

/** A process that forks while it is ended may slip through one sweep, hardly through this many. */
const SWEEPS = 5

/**
 * Ends the process group of `leader` and its descendants outside the group: those that are still below it, and those
 * that carry `mark`, whose parents are gone. Without /proc (macOS) only the group is ended.
 */
export function endTree(leader: number, mark: string): void {
  const below = descendantsOf(leader)
  // One that was forked a moment ago leads no group yet.
  end(leader)
  endGroup(leader)
  for (const pid of below) end(pid)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const marked = markedBy(mark)
    if (marked.length === 0) return
    for (const pid of marked) end(pid)
  }
}

/** Ends what runs that are over left behind: marked processes whose starter is gone. Those of other containers stay. */
export function endLeftovers(): void {
  const own = pidNamespace()
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const left = processes().filter((pid) => pidNamespace(pid) === own && isOrphan(pid))
    if (left.length === 0) return
    for (const pid of left) end(pid)
  }
}

function isOrphan(pid: number): boolean {
  const mark = new RegExp(`(?:^|\\0)${MARK}=(\\d{10})-`).exec(read(`/proc/${pid}/environ`))
  return mark !== null && !isAlive(Number(mark[1]))
}

/** Whether there is a process of this number, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** Process numbers mean something only inside one namespace: containers may share a directory and a host. */
export function pidNamespace(pid: number | 'self' = 'self'): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return 'none'
  }
}

/** Ends what is left of the process group of `leader`. */
export function endGroup(leader: number): void {
  end(-leader)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already, or it is another user's: there is nothing more that we may do.
  }
}

function descendantsOf(leader: number): readonly number[] {
  const parents = new Map(processes().map((pid) => [pid, parentOf(pid)]))
  const found = [leader]
  for (const parent of found) {
    for (const [pid, itsParent] of parents) if (itsParent === parent) found.push(pid)
  }
  return found.slice(1)
}

function markedBy(mark: string): readonly number[] {
  const entry = `${MARK}=${mark}`
  return processes().filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(entry))
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** The name in /proc/PID/stat may hold blanks and brackets: the fields are counted from the last bracket. */
function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
