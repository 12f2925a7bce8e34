import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { isAbsolute } from 'node:path'
import { UserError } from '../model/failure.ts'

const NAME = 'pairgate.lock'

/** Where every user may make a file, and nobody may take away another's; not `TMPDIR`, which is one user's. */
const SHARED = ['/run/lock', '/tmp']

/** Sticky, and everybody may write. */
const SHARED_MODE = 0o1777

/** What a holder says of itself is no longer than this. */
const LONGEST = 300

/** Which file all runs on this machine lock: `PAIRGATE_LOCK`, or one of the system; null where there is none to be had. */
export function lockPath(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment.PAIRGATE_LOCK
  if (named !== undefined && named !== '') {
    if (isAbsolute(named)) return named
    throw new UserError(
      `PAIRGATE_LOCK is ${named}: give the absolute path of a file that all runs share, or none`,
    )
  }
  const directory = SHARED.find((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isDirectory() === true && (found.mode & SHARED_MODE) === SHARED_MODE
  })
  return directory === undefined ? null : `${directory}/${NAME}`
}

/** A lock file that is open. */
export interface LockFile extends Disposable {
  readonly descriptor: number
  /** Whether the path still leads to this file: whoever cleans a directory may have taken it away. */
  isCurrent(): boolean
  /** What the holder said of itself; empty where it said nothing. */
  holder(): string
  /** Says who holds the lock; nothing where the file is another user's that cannot be written. */
  announce(text: string): void
}

/**
 * Opens the file, or makes it. No symbolic link is followed, nothing but a regular file with this one name is taken,
 * and what is written there is read as words alone: any user may have made the file.
 */
export function openLockFile(path: string): LockFile {
  const { descriptor, isOurs, isWritable } = openOrMake(path)
  const { nlink } = checked(descriptor, path)
  // This user's mask took from the mode that the file was made with.
  if (isOurs) fchmodSync(descriptor, 0o666)
  return {
    descriptor,
    isCurrent() {
      const here = lstatSync(path, { throwIfNoEntry: false })
      const own = fstatSync(descriptor)
      return here?.ino === own.ino && here.dev === own.dev
    },
    holder() {
      const bytes = Buffer.alloc(LONGEST)
      const length = readSync(descriptor, bytes, 0, LONGEST, 0)
      // Another user's words reach a terminal and a log: printable characters only.
      return bytes
        .toString('utf8', 0, length)
        .replace(/[^\x20-\x7e\u00a0-\ud7ff]+/g, ' ')
        .trim()
    },
    announce(text) {
      // A second name would be a file of ours that somebody wants to see overwritten.
      if (!isWritable || nlink !== 1) return
      ftruncateSync(descriptor, 0)
      writeSync(descriptor, `${text.slice(0, LONGEST - 1)}\n`, 0)
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  }
}

/** Without `O_CREAT` first: Linux refuses it for another user's file in a sticky directory (fs.protected_regular). */
function openOrMake(path: string): {
  readonly descriptor: number
  readonly isOurs: boolean
  readonly isWritable: boolean
} {
  const { O_RDWR, O_RDONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants
  const safe = O_NOFOLLOW | O_NONBLOCK
  const ways = [
    { flags: O_RDWR | safe, isOurs: false, isWritable: true },
    { flags: O_RDWR | O_CREAT | O_EXCL | safe, isOurs: true, isWritable: true },
    // Made by somebody else between the two; or not ours to write, which a lock does not need.
    { flags: O_RDWR | safe, isOurs: false, isWritable: true },
    { flags: O_RDONLY | safe, isOurs: false, isWritable: false },
  ]
  let refusal: unknown
  for (const { flags, isOurs, isWritable } of ways) {
    try {
      return { descriptor: openSync(path, flags, 0o666), isOurs, isWritable }
    } catch (error) {
      refusal = error
    }
  }
  throw new UserError(
    `the lock of this machine, ${path}, cannot be opened: remove what stands there, or name another file in PAIRGATE_LOCK`,
    { cause: refusal },
  )
}

function checked(descriptor: number, path: string) {
  const found = fstatSync(descriptor)
  if (found.isFile()) return found
  closeSync(descriptor)
  throw new UserError(
    `the lock of this machine, ${path}, is no regular file: remove it, or name another in PAIRGATE_LOCK`,
  )
}
