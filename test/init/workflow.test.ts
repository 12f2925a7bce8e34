import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { workflowText } from '../../src/init/workflow.ts'

test('the workflow is the one of the README', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')
  const shown = /^ {3}```yaml\n( {3}name: pairgate\n[\s\S]*?)^ {3}```$/m.exec(readme)?.[1] ?? ''
  expect(parse(workflowText())).toEqual(parse(shown.replaceAll(/^ {3}/gm, '')))
})
