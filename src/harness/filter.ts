/**
 * A regular expression that matches exactly this text, in the syntax that POSIX, ECMAScript and Rust share: what is no
 * metacharacter is not escaped, which some of them refuse.
 */
export function exactly(text: string): string {
  return `^${escaped(text)}$`
}

/** The text as a part of such an expression. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.|?*+()[{]/g, '\\$&')
}
