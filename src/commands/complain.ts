import type { Terminal } from '../host/terminal.ts'
import { describeError, UserError } from '../model/failure.ts'

/** Says what went wrong: a user's error in a sentence, a bug with its stack. */
export function complain(error: unknown, terminal: Terminal): void {
  if (error instanceof UserError) terminal.log(`pairgate: ${describeError(error)}\n`)
  else
    terminal.log(
      `pairgate: this is a bug, please report it\n${error instanceof Error ? error.stack : error}\n`,
    )
}
