import { posix } from 'node:path'
import type { Tree } from './tree.ts'

/** A header that a file includes, as it is written there. */
export interface Included {
  readonly header: string
  readonly file: string
}

/** Bounds the work on a program that is made of very many files. */
const MOST_FILES = 500

/** What the sources include, and what the repository's own headers beside them include. */
export async function headersOf(
  sources: readonly string[],
  paths: ReadonlySet<string>,
  tree: Tree,
): Promise<readonly Included[]> {
  const found: Included[] = []
  const seen = new Set<string>()
  const pending = [...sources]
  for (let file = pending.shift(); file !== undefined && seen.size < MOST_FILES; file = pending.shift()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const header of includesIn(await tree.read(file))) {
      found.push({ header, file })
      const beside = posix.join(posix.dirname(file), header)
      if (paths.has(beside)) pending.push(beside)
    }
  }
  return found
}

function includesIn(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)].flatMap(
    (match) => match[1] ?? [],
  )
}
