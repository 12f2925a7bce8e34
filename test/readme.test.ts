import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { decodeConfig } from '../src/model/config-text.ts'
import { optionsTable } from '../src/options/help.ts'

const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8')

/** The code blocks of a language, without their indentation. */
function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'))].map(
    (match) => (match[2] ?? '').replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
  )
}

test('the table of options is the one that the options make', () => {
  const written = /<!-- options -->\n\n?([\s\S]*?)\n?\n<!-- \/options -->/.exec(readme)?.[1]
  const cells = (table: string | undefined) => table?.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-')
  expect(cells(written)).toBe(cells(optionsTable()))
})

test('the configuration to copy is a valid one', () => {
  const [config] = blocks('yaml')
  expect(decodeConfig(config ?? '', 'pairgate.yml').kind).toBe('ok')
})

test('the core of the workflow is the job of the example that measures', () => {
  const example = readFileSync(resolve(import.meta.dirname, '../examples/workflows/pull-request.yml'), 'utf8')
  expect(parse(blocks('yaml')[1] ?? '').jobs.gate).toEqual(parse(example).jobs.gate)
})

test('the table of the demo is real output', () => {
  const shown = /<!-- demo -->([\s\S]*?)<!-- \/demo -->/.exec(readme)?.[1] ?? ''
  expect(shown).toMatch(/edit_distance/)
  expect(shown).toMatch(/exactly the planted rows were found/)
})
