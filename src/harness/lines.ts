/** The lines of a program's output; the last may lack its newline. */
export function linesOf(stdout: string): readonly string[] {
  const lines = stdout.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** `lines` less one of each of `others`. */
export function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
