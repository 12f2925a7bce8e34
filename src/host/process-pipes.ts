import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { UserError } from '../model/failure.ts'

/** A pipe whose one end a child writes into and whose other end we read. */
export interface Pipe {
  readonly writeEnd: number
  readonly readEnd: number
}

/** The POSIX program that makes named pipes; Node cannot. */
const MAKER = 'mkfifo'

/** Making them costs a process, so many are made at once. */
const BATCH = 48

/**
 * Hands out pipes. Node would give a child sockets, and a script that says `>/dev/stderr` cannot open a socket:
 * named pipes, opened and removed at once, are what a shell would have given it.
 */
export function createPipes(): () => Pipe {
  const ready: Pipe[] = []
  return () => {
    if (ready.length === 0) ready.push(...makePipes())
    const pipe = ready.pop()
    if (pipe === undefined) throw new Error('no pipe was made')
    return pipe
  }
}

/** The stream of the pipe's reading end; the writing end is left to the child alone, so that its end is ours too. */
export function readFrom(pipe: Pipe): Readable {
  closeSync(pipe.writeEnd)
  return new Socket({ fd: pipe.readEnd, readable: true, writable: false })
}

/** Closes both ends of a pipe that no child took. */
export function closePipe(pipe: Pipe): void {
  closeSync(pipe.writeEnd)
  closeSync(pipe.readEnd)
}

function makePipes(): Pipe[] {
  const directory = mkdtempSync(join(tmpdir(), 'pairgate-pipes-'))
  try {
    const paths = Array.from({ length: BATCH }, (_, index) => join(directory, String(index)))
    const { status, error, stderr } = spawnSync(MAKER, paths, { encoding: 'utf8' })
    if (status !== 0) {
      const said = error?.message ?? stderr.trim()
      throw new UserError(
        `${MAKER} could not make pipes in ${tmpdir()} (${said}): install coreutils, or set TMPDIR`,
      )
    }
    return paths.map(openPipe)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The reading end comes first: without a reader the writing end could not be opened. */
function openPipe(path: string): Pipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return { readEnd, writeEnd: openSync(path, constants.O_WRONLY) }
}
