/** What the product promises; a run that misses it, for which a busy machine may be the reason, ends with exit code 1. */
export function promise(what: string, kept: boolean): void {
  console.log(`  ${kept ? 'kept  ' : 'MISSED'}  ${what}`)
  if (!kept) process.exitCode = 1
}
