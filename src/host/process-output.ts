import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { Limits } from '../model/process.ts'

/** What a process prints, as it comes. */
export interface Capture {
  texts(): { readonly stdout: string; readonly stderr: string; readonly stdoutSha256?: string }
  /** Whether both streams came to their end before `ms` had passed. */
  closedWithin(ms: number): Promise<boolean>
  /** Stops listening to whoever still holds the streams. */
  abandon(): void
}

interface Streams {
  readonly stdout: Readable
  readonly stderr: Readable
}

/** Collects both streams, each up to the limit; the first byte above it calls `overflow`. */
export function capture(streams: Streams, limits: Limits, overflow: () => void): Capture {
  const hash = limits.hashesOutput === true ? createHash('sha256') : null
  const stdout = collect(streams.stdout, limits, overflow, hash)
  const stderr = collect(streams.stderr, limits, overflow, null)
  const closed = Promise.all([stdout.closed, stderr.closed]).then(() => true)
  return {
    texts: () => ({
      stdout: stdout.text(),
      stderr: stderr.text(),
      ...(hash === null ? {} : { stdoutSha256: hash.copy().digest('hex') }),
    }),
    closedWithin: (ms) => within(closed, ms),
    abandon: () => {
      streams.stdout.destroy()
      streams.stderr.destroy()
    },
  }
}

async function within(closed: Promise<boolean>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const result = await Promise.race([closed, late])
  clearTimeout(timer)
  return result
}

function collect(stream: Readable, limits: Limits, overflow: () => void, hash: Hash | null) {
  const decoder = new StringDecoder('utf8')
  const pieces: string[] = []
  let room = limits.maxOutputBytes
  const hear = (text: string): void => {
    if (text === '') return
    pieces.push(text)
    limits.onOutput?.(text)
  }
  stream.on('data', (chunk: Buffer) => {
    const overflowed = chunk.length > room
    hash?.update(chunk)
    if (room > 0) hear(decoder.write(chunk.subarray(0, room)))
    room = Math.max(0, room - chunk.length)
    if (overflowed) overflow()
  })
  stream.once('end', () => hear(decoder.end()))
  // A broken pipe ends the stream as well; how the process ended is told by its exit.
  stream.on('error', () => {})
  const closed = new Promise<void>((resolve) => stream.once('close', resolve))
  return { text: () => pieces.join(''), closed }
}
