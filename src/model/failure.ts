/** An error the user can mend: a sentence that says what is wrong and what to do; shown without a stack. */
export class UserError extends Error {
  override readonly name: string = 'UserError'
}

/** The run was ended from outside, by a signal; no fault of the program, so it is shown without a stack too. */
export class Interrupted extends UserError {
  override readonly name = 'Interrupted'

  constructor(signal?: string) {
    super(signal === undefined ? 'the run was interrupted' : `the run was interrupted by ${signal}`)
  }
}

/** The message of anything thrown, with the messages of its causes after it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${describeError(error.cause)})`
}
