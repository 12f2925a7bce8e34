import { createHash, type Hash } from 'node:crypto'
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { decode, excerpt } from '../model/decoded.ts'
import { earlierLog } from '../model/earlier-log.ts'
import { type Event, eventSchema, SCHEMA_VERSION } from '../model/event.ts'
import { UserError } from '../model/failure.ts'
import { version } from '../model/version.ts'

/** Every file that a run leaves in its output directory. */
export const artifactNames = [
  'events.jsonl',
  'results.json',
  'report.html',
  'comment.md',
  'summary.md',
] as const

/** Makes the output directory and sees that it can be written; what is in it stays. */
export async function prepareOutput(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
    await access(directory, constants.W_OK)
  } catch (error) {
    throw unusable(directory, error)
  }
}

function unusable(directory: string, cause: unknown): UserError {
  return new UserError(`${directory} cannot be the output directory: give another one with --out`, { cause })
}

/** Starts an empty `events.jsonl` and removes what an earlier run left; nothing else in the directory is touched. */
export async function startJournal(directory: string): Promise<Journal> {
  try {
    for (const name of artifactNames) await rm(join(directory, name), { force: true })
    const path = join(directory, 'events.jsonl')
    return new Journal(path, await open(path, 'w'))
  } catch (error) {
    throw unusable(directory, error)
  }
}

/** The growing `events.jsonl`: an event is in the file when `append` has resolved. */
export class Journal {
  readonly #path: string
  readonly #file: FileHandle
  readonly #hash: Hash = createHash('sha256')
  #written: Promise<void> = Promise.resolve()
  #digest: Promise<string> | null = null

  constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  /** Writes one line, after those before it. */
  append(event: Event): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(event)}\n`)
    this.#written = this.#written.then(() => this.#write(line))
    return this.#written
  }

  /** Closes the file and returns the SHA-256 of all its bytes, in lower-case hexadecimal. */
  close(): Promise<string> {
    this.#digest ??= this.#finish()
    return this.#digest
  }

  async #write(line: Buffer): Promise<void> {
    try {
      await this.#file.writeFile(line)
    } catch (error) {
      throw new UserError(`${this.#path} could not be written: see that the disk has room`, { cause: error })
    }
    this.#hash.update(line)
  }

  async #finish(): Promise<string> {
    // Whoever appended has heard of a failure to write; the file is closed all the same.
    await this.#written.catch(() => undefined)
    await this.#file.close()
    return this.#hash.digest('hex')
  }
}

/** Writes each file whole or not at all: to a name of its own first, then into place. */
export async function writeArtifacts(
  directory: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const unfinished = join(directory, `.${name}.${process.pid}`)
    try {
      await writeFile(unfinished, text)
      await rename(unfinished, join(directory, name))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw new UserError(`${join(directory, name)} could not be written`, { cause: error })
    }
  }
}

/** The events of a journal, the digest of the file's bytes, and whether its last line was cut off and left out. */
export interface RecordedEvents {
  readonly events: readonly Event[]
  readonly sha256: string
  readonly truncated: boolean
}

/** Reads a journal back, also that of a killed run. Throws a UserError for a line that no run writes. */
export async function readJournal(path: string): Promise<RecordedEvents> {
  const bytes = await readBytes(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const lines = bytes.toString('utf8').split('\n')
  // What follows the last newline: nothing, or the line that was being written when the run was killed.
  let truncated = lines.pop() !== ''
  const events: Event[] = []
  const upToDate = earlierLog()
  for (const [index, line] of lines.entries()) {
    const data = parse(line)
    if (data === undefined && index === lines.length - 1 && !truncated) {
      truncated = true
      break
    }
    events.push(eventOf(upToDate(data), line, `${path}:${index + 1}`))
  }
  if (events.length === 0) throw new UserError(`${path} holds no event: the run ended before its first one`)
  return { events, sha256, truncated }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new UserError(`${path} cannot be read: give the output directory of a run`, { cause: error })
  }
}

/** The value of a line; undefined, which no JSON is, where it is none. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function eventOf(data: unknown, line: string, place: string): Event {
  if (data === undefined) throw new UserError(`${place}: not JSON: ${excerpt(line)}`)
  refuseOtherSchema(data, place)
  const decoded = decode(eventSchema, data)
  switch (decoded.kind) {
    case 'ok':
      return decoded.value
    case 'malformed':
      throw new UserError(
        `${place}: no event: ${decoded.reason}. ${READS}: if another one wrote this log, use that one`,
      )
  }
}

const READS = `This is pairgate ${version}, which reads schema ${SCHEMA_VERSION}`

const versionSchema = z.object({ schema_version: z.number(), pairgate_version: z.string() })

/** The first event tells the schema of all others, and by which pairgate it was written. */
function refuseOtherSchema(data: unknown, place: string): void {
  const version = decode(versionSchema, data)
  if (version.kind === 'malformed' || version.value.schema_version === SCHEMA_VERSION) return
  const { schema_version, pairgate_version } = version.value
  throw new UserError(
    `${place}: written by pairgate ${pairgate_version} in schema ${schema_version}, and this pairgate reads schema ${SCHEMA_VERSION}: use pairgate ${pairgate_version}${schema_version > SCHEMA_VERSION ? ' or a newer one' : ''}`,
  )
}
