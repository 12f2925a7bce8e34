import { expect, test } from 'vitest'
import { UserError } from '../../src/model/failure.ts'
import type { WorkflowEvent } from '../../src/model/workflow.ts'
import { revisionsOf } from '../../src/options/revisions.ts'
import { eventOf, pullRequestEvent } from '../workflow-event.ts'

const NONE = { baseline: '', candidate: '' }
const ZEROS = '0'.repeat(40)

test.each<[string, WorkflowEvent, Record<string, string>, object]>([
  ['the merge of a pull request: its first parent', pullRequestEvent, {}, { kind: 'first-parent' }],
  [
    'the head of a pull request: the merge base with the branch it goes to',
    pullRequestEvent,
    { candidate: 'head' },
    { kind: 'merge-base', branch: 'release' },
  ],
  [
    'a pull request whose commit is its head',
    { ...pullRequestEvent, sha: 'head' },
    {},
    { kind: 'merge-base', branch: 'release' },
  ],
  ['a push: the commit before it', eventOf({ name: 'push', before: 'b' }), {}, { kind: 'before', sha: 'b' }],
  [
    'the first push of a branch: the merge base with the default branch',
    eventOf({ name: 'push', before: ZEROS, ref: 'refs/heads/topic' }),
    {},
    { kind: 'merge-base', branch: null },
  ],
  [
    'a merge group: its base',
    eventOf({ name: 'merge_group', mergeGroupBase: 'base' }),
    {},
    { kind: 'commit', sha: 'base' },
  ],
  ['a schedule: the last verdict', eventOf({ name: 'schedule' }), {}, { kind: 'last-verdict' }],
  [
    'a dispatch on a branch: the merge base with the default branch',
    eventOf({ name: 'workflow_dispatch', ref: 'refs/heads/topic' }),
    {},
    { kind: 'merge-base', branch: null },
  ],
  [
    'a candidate of its own: the merge base with the default branch',
    eventOf({ name: 'workflow_dispatch' }),
    { candidate: 'topic' },
    { kind: 'merge-base', branch: null },
  ],
  ['the input outranks the event', pullRequestEvent, { baseline: 'v1' }, { kind: 'given', ref: 'v1' }],
])('%s', (_, event, inputs, policy) => {
  const plan = revisionsOf(event, { ...NONE, ...inputs })
  expect(plan).toEqual({ candidate: inputs.candidate ?? event.sha, policy })
})

test.each(['pull_request_target', 'workflow_run', 'issue_comment'])(
  'the commit of %s is the default branch’s: the candidate is asked for, whatever the baseline',
  (name) => {
    const event = { ...pullRequestEvent, name, sha: 'main' }
    expect(() => revisionsOf(event, { baseline: 'v1', candidate: '' })).toThrow('`candidate`')
    expect(revisionsOf(event, { baseline: 'v1', candidate: 'head' })).toMatchObject({ candidate: 'head' })
  },
)

test.each<[WorkflowEvent]>([
  [eventOf({ name: 'workflow_dispatch' })],
  [eventOf({ name: 'push', before: ZEROS })],
  [eventOf({ name: 'push' })],
  [eventOf({ name: 'merge_group' })],
  [eventOf({ name: 'release' })],
  [eventOf({ name: 'repository_dispatch' })],
])('a baseline that the event does not tell is asked for, never guessed: $name', (event) => {
  expect(() => revisionsOf(event, NONE)).toThrow(UserError)
  expect(() => revisionsOf(event, NONE)).toThrow('`baseline`')
})
