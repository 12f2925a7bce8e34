/** An error the user can mend: a sentence that says what is wrong and what to do; shown without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
}

/** The message of anything thrown, with the messages of its causes after it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${describeError(error.cause)})`
}
