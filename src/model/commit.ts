const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/

/** Whether a text is the full name of a commit, in SHA-1 or SHA-256. */
export function isCommit(text: string): boolean {
  return COMMIT.test(text)
}
