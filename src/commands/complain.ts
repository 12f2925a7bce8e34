import type { Terminal } from '../host/terminal.ts'
import { describeError, UserError } from '../model/failure.ts'
import { visibleLines } from '../report/glyphs.ts'

/** Says what went wrong: a user's error in a sentence, a bug with its stack. */
export function complain(error: unknown, terminal: Terminal): void {
  const message =
    error instanceof UserError
      ? describeError(error)
      : `this is a bug, please report it\n${error instanceof Error ? error.stack : error}`
  terminal.log(`pairgate: ${visibleLines(message)}\n`)
}
