/** Rust ends what it says of a panic with a hint that is always the same. */
const HINT = /^note: run with `RUST_BACKTRACE/

/** The last line of standard error that says something; empty where there is none. */
export function lastWords(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  return lines.findLast((line) => line !== '' && !HINT.test(line)) ?? ''
}
