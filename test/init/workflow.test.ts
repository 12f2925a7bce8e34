import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { workflowText } from '../../src/init/workflow.ts'

test('the workflow is the example under a line that says who wrote it', () => {
  const example = readFileSync(
    resolve(import.meta.dirname, '../../examples/workflows/pull-request.yml'),
    'utf8',
  )
  const [header, ...rest] = workflowText().split('\n')
  expect(header).toMatch(/^# Written by pairgate init: /)
  expect(rest.join('\n')).toBe(example)
})
