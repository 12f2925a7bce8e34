import { expect, test } from 'vitest'
import { UserError } from '../../src/model/failure.ts'
import type { WorkflowEvent } from '../../src/model/workflow.ts'
import { revisionsOf } from '../../src/options/revisions.ts'

const NONE = { baseline: '', candidate: '' }
const MERGE: WorkflowEvent = {
  name: 'pull_request',
  sha: 'merge',
  pullRequest: { number: 7, headSha: 'head' },
  before: null,
}

test('the merge of a pull request is compared with its first parent', () => {
  expect(revisionsOf(MERGE, NONE)).toMatchObject({ baseline: 'merge^1', candidate: 'merge' })
})

test('a push is compared with the commit before it', () => {
  const push = { name: 'push', sha: 'after', pullRequest: null, before: 'before' }
  expect(revisionsOf(push, NONE)).toMatchObject({ baseline: 'before', candidate: 'after' })
})

test('inputs outrank the event', () => {
  expect(revisionsOf(MERGE, { baseline: 'v1', candidate: '' })).toMatchObject({
    baseline: 'v1',
    candidate: 'merge',
  })
  expect(revisionsOf(MERGE, { baseline: 'v1', candidate: 'v2' })).toMatchObject({
    baseline: 'v1',
    candidate: 'v2',
  })
})

test.each(['pull_request_target', 'workflow_run', 'issue_comment'])(
  'the commit of %s is the default branch’s: the candidate is asked for, whatever the baseline',
  (name) => {
    const event = { ...MERGE, name, sha: 'main' }
    expect(() => revisionsOf(event, { baseline: 'v1', candidate: '' })).toThrow('`candidate`')
    expect(revisionsOf(event, { baseline: 'v1', candidate: 'head' })).toMatchObject({ candidate: 'head' })
  },
)

test.each<WorkflowEvent>([
  { name: 'schedule', sha: 'x', pullRequest: null, before: null },
  { name: 'workflow_dispatch', sha: 'x', pullRequest: null, before: null },
  { name: 'push', sha: 'x', pullRequest: null, before: '0'.repeat(40) },
  { ...MERGE, sha: 'head' },
])('a baseline that the event does not tell is asked for, never guessed: $name', (event) => {
  expect(() => revisionsOf(event, NONE)).toThrow(UserError)
  expect(() => revisionsOf(event, NONE)).toThrow('`baseline`')
})
