import { resolve } from 'node:path'
import { type RecordedEvents, readJournal } from '../host/journal.ts'
import type { Terminal } from '../host/terminal.ts'

/** The events that a run left in `directory`; says so where the last line was cut off. */
export async function eventsIn(directory: string, terminal: Terminal): Promise<RecordedEvents> {
  const journal = await readJournal(`${resolve(terminal.directory, directory)}/events.jsonl`)
  if (journal.truncated) {
    terminal.log('pairgate: the last line of events.jsonl was cut off and is left out\n')
  }
  return journal
}
