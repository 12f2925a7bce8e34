import type { Arm } from './arm-names.ts'
import type { NotUnderstood } from './program.ts'
import { foreignDirectories, ownTree, type Tree } from './tree.ts'

/** What became of the arms, with the reason for each choice. */
export function explainArms(arms: readonly Arm[], notUnderstood: readonly NotUnderstood[]): string {
  const found = `found ${arms.length} benchmark program${arms.length === 1 ? '' : 's'}:`
  const shown = arms.flatMap(({ name, program }) => [
    '',
    `  ${name}: ${program.build.driver}, ${program.harness}`,
    ...program.reasons.map((reason) => `    - ${reason}`),
  ])
  return lines([found, ...shown, ...explainLeft(notUnderstood)])
}

/** What to do with the two files. */
export function explainNext(written: readonly string[]): string {
  return lines([
    '',
    ...written.map((path) => `wrote ${path}`),
    '',
    'next:',
    '  1. read both files, and commit them',
    '  2. try it on your working tree: pairgate run --baseline HEAD --protocol quick-check',
    '  3. give a self-hosted runner of the repository the label benchmark: the workflow runs there',
  ])
}

/** What was looked for where nothing was found, and what to do. */
export function explainNothing(tree: Tree, notUnderstood: readonly NotUnderstood[]): string {
  const own = ownTree(tree).paths
  const count = (name: RegExp) => own.filter((path) => name.test(path)).length
  const text = lines([
    'no benchmark program was found. Looked for, in the files that git tracks:',
    `  CMakeLists.txt (${count(/(^|\/)CMakeLists\.txt$/)} found): executables that link benchmark::benchmark, or whose sources include benchmark/benchmark.h or pairgate.hpp`,
    `  Cargo.toml (${count(/(^|\/)Cargo\.toml$/)} found): [[bench]] with harness = false that uses criterion (0.4 or newer) or the crate pairgate, and [[bin]] that uses pairgate`,
    `  not in submodules, build directories, or directories called ${foreignDirectories.join(', ')}`,
    ...explainLeft(notUnderstood),
    '',
    'what to do: add your files to git if they are new; else write pairgate.yml by hand, where the driver command builds',
    'anything: https://github.com/pairgate/pairgate/blob/main/docs/configuration.md',
  ])
  return text.trimEnd()
}

function explainLeft(notUnderstood: readonly NotUnderstood[]): readonly string[] {
  if (notUnderstood.length === 0) return []
  return [
    '',
    'not understood, and so left out:',
    ...notUnderstood.map(({ place, reason }) => `  ${place}: ${reason}`),
    '  any program can be an arm that is written by hand, with the harness key-value or command',
  ]
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
