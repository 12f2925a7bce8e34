import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareOutput, readJournal, startJournal, writeArtifacts } from '../../src/host/journal.ts'
import type { Event } from '../../src/model/event.ts'
import { UserError } from '../../src/model/failure.ts'

function place(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'journal-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

function trouble(reason: string): Event {
  return { type: 'trouble', arm: null, reason }
}

const line = `${JSON.stringify(trouble('x'))}\n`

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

test('events come back as they were written, with the digest of the file', async () => {
  using output = place()
  const path = join(output.path, 'events.jsonl')
  const journal = await startJournal(output.path)
  const events = ['plain', 'line\nbreak', 'ünïcode \u2028 "quoted"'].map(trouble)
  for (const event of events) await journal.append(event)
  const sha256 = await journal.close()
  expect(await journal.close()).toBe(sha256)
  expect(sha256).toBe(digest(path))
  expect(await readJournal(path)).toEqual({ events, sha256, truncated: false })
})

test('an event is in the file when append has resolved', async () => {
  using output = place()
  const path = join(output.path, 'events.jsonl')
  const journal = await startJournal(output.path)
  await journal.append(trouble('x'))
  expect(readFileSync(path, 'utf8')).toBe(line)
  await journal.close()
})

test('events that are appended without waiting keep their order', async () => {
  using output = place()
  const path = join(output.path, 'events.jsonl')
  const journal = await startJournal(output.path)
  const events = Array.from({ length: 200 }, (_, index) => trouble('x'.repeat(index)))
  await Promise.all(events.map((event) => journal.append(event)))
  expect(await journal.close()).toBe(digest(path))
  expect((await readJournal(path)).events).toEqual(events)
})

test.each([
  ['without a newline', '{"type":"trou'],
  ['that is whole but for its newline', line.trimEnd()],
  ['that is no JSON', '{"type":"trou\n'],
])('a last line %s is left out, and the digest is of all bytes', async (_case, last) => {
  using output = place()
  const path = join(output.path, 'events.jsonl')
  writeFileSync(path, line + last)
  expect(await readJournal(path)).toEqual({ events: [trouble('x')], sha256: digest(path), truncated: true })
})

test.each([
  ['no JSON before the end', `${line}{"type":\n${line}`, /events\.jsonl:2: not JSON: "{\\"type\\":"/],
  ['no JSON before a line that was cut off', `${line}{"type":\n{"ty`, /events\.jsonl:2: not JSON/],
  ['an empty line', `${line}\n${line}`, /events\.jsonl:2: not JSON/],
  ['a missing field', `${line}{"type":"trouble","arm":null}\n`, /events\.jsonl:2: no event: reason: /],
  ['an unknown type', `{"type":"party"}\n${line}`, /events\.jsonl:1: no event: type: /],
  ['a bare NaN', `${line}{"type":"trouble","arm":NaN}\n${line}`, /events\.jsonl:2: not JSON/],
  ['nothing', '', /holds no event/],
])('a journal with %s is refused with the place', async (_case, text, message) => {
  using output = place()
  const path = join(output.path, 'events.jsonl')
  writeFileSync(path, text)
  await expect(readJournal(path)).rejects.toThrow(message)
  await expect(readJournal(path)).rejects.toThrow(UserError)
})

test('a journal that is not there gets an error that says what to give', async () => {
  using output = place()
  await expect(readJournal(join(output.path, 'events.jsonl'))).rejects.toThrow(
    /events\.jsonl cannot be read: give the output directory of a run/,
  )
})

test('a journal that starts removes earlier artifacts and keeps every other file', async () => {
  using output = place()
  const directory = join(output.path, 'deep/er')
  await prepareOutput(directory)
  const earlier = ['events.jsonl', 'results.json', 'report.html', 'comment.md', 'summary.md', 'mine.md']
  for (const name of earlier) writeFileSync(join(directory, name), 'old')
  await prepareOutput(directory)
  expect(readdirSync(directory)).toEqual(earlier.toSorted())
  await (await startJournal(directory)).close()
  expect(readdirSync(directory)).toEqual(['events.jsonl', 'mine.md'])
})

test('an output directory that is a file or lies below one is refused', async () => {
  using output = place()
  writeFileSync(join(output.path, 'file'), 'mine')
  for (const wrong of ['file', 'file/below']) {
    await expect(prepareOutput(join(output.path, wrong))).rejects.toThrow(/give another one with --out/)
  }
  expect(readFileSync(join(output.path, 'file'), 'utf8')).toBe('mine')
})

test.runIf(process.platform === 'linux')(
  'a directory in which nothing can be made is refused at once',
  async () => {
    await expect(prepareOutput('/proc/x/y')).rejects.toThrow(/give another one with --out/)
  },
)

test('a directory in an artifact’s place is refused', async () => {
  using output = place()
  mkdirSync(join(output.path, 'events.jsonl'))
  await expect(startJournal(output.path)).rejects.toThrow(/give another one with --out/)
})

test('a journal of another schema names the pairgate that reads it', async () => {
  using output = place()
  const path = join(output.path, 'events.jsonl')
  writeFileSync(path, '{"type":"run","schema_version":9,"pairgate_version":"4.5.6"}\n')
  await expect(readJournal(path)).rejects.toThrow(
    /pairgate 4\.5\.6 in schema 9.*reads schema 1: use pairgate 4\.5\.6/,
  )
})

test('artifacts replace earlier ones and leave no unfinished file', async () => {
  using output = place()
  await writeArtifacts(output.path, { 'comment.md': 'one' })
  await writeArtifacts(output.path, { 'comment.md': 'two', 'summary.md': 'sum' })
  expect(readFileSync(join(output.path, 'comment.md'), 'utf8')).toBe('two')
  expect(readdirSync(output.path).sort()).toEqual(['comment.md', 'summary.md'])
  mkdirSync(join(output.path, 'report.html'))
  await expect(writeArtifacts(output.path, { 'report.html': 'x' })).rejects.toThrow(UserError)
  expect(readdirSync(output.path).sort()).toEqual(['comment.md', 'report.html', 'summary.md'])
  expect(existsSync(join(output.path, 'report.html'))).toBe(true)
})
