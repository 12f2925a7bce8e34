/** The paths that a pattern of `file(GLOB)` names; with `anyDepth` its last part may stand in any directory below. */
export function matching(pattern: string, anyDepth: boolean, paths: ReadonlySet<string>): readonly string[] {
  const parts = pattern.split('/').map(partPattern)
  const last = parts.pop() ?? ''
  const between = anyDepth ? '(?:[^/]+/)*' : ''
  const expression = new RegExp(`^${parts.map((part) => `${part}/`).join('')}${between}${last}$`)
  const start = /^[^*?[]*/.exec(pattern)?.[0] ?? ''
  return [...paths].filter((path) => path.startsWith(start) && expression.test(path)).sort()
}

/** `[a-z]` is rare in file names and taken for any character. */
function partPattern(part: string): string {
  return part
    .replaceAll(/\[[^\]]*\]/g, '?')
    .replaceAll(/[.+^$()|[\]{}\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
}
