/** Something that the one who called has to change: told in a sentence, without a stack. */
export class UsageError extends Error {}
