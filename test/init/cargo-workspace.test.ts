import { expect, test } from 'vitest'
import { globMatches } from '../../src/init/cargo-workspace.ts'

test.each([
  ['crates/*', 'crates/parser', true],
  ['crates/*', 'crates/parser/fuzz', false],
  ['crates/*', 'crates', false],
  ['crates/**', 'crates/parser/fuzz', true],
  ['**/bench', 'bench', true],
  ['**/bench', 'a/b/bench', true],
  ['./bench/', 'bench', true],
  ['libs/json-?', 'libs/json-5', true],
  ['a.b', 'axb', false],
  ['[ab', 'a', false],
])('members = [%j] and the directory %s: %s', (pattern, path, matches) => {
  expect(globMatches(pattern, path)).toBe(matches)
})
