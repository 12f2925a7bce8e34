import { expect, test } from 'vitest'
import type { WorkflowEvent } from '../../src/model/workflow.ts'
import { requireApproval } from '../../src/options/approval.ts'
import { eventOf, pullRequestEvent } from '../workflow-event.ts'

const sha = (letter: string) => letter.repeat(40)
const MERGE = { commit: sha('a'), parents: [sha('b'), sha('c')] }
const HEAD = { commit: sha('c'), parents: [sha('b')] }

const ownPull: WorkflowEvent = { ...pullRequestEvent, sha: MERGE.commit }
const fork = (headRepository: string | null, selfHosted = true): WorkflowEvent => ({
  ...ownPull,
  selfHosted,
  pullRequest: { number: 7, headSha: sha('c'), headRepository, baseBranch: 'main' },
})
const trusted = (name: string): WorkflowEvent => ({ ...ownPull, name, sha: sha('d') })

test.each<[string, WorkflowEvent, typeof MERGE | typeof HEAD, string]>([
  ['a push', eventOf({ name: 'push', sha: sha('a') }), MERGE, ''],
  ['a pull request of the repository', ownPull, MERGE, ''],
  ['a fork on a machine of GitHub', fork('mallory/fastlib', false), MERGE, ''],
  ['an approved fork', fork('mallory/fastlib'), MERGE, sha('c')],
  ['the head of an approved fork', fork('mallory/fastlib'), HEAD, sha('c')],
  [
    'an event with rights on its own commit',
    trusted('pull_request_target'),
    { commit: sha('d'), parents: [] },
    '',
  ],
  ['an event with rights on an approved commit', trusted('issue_comment'), HEAD, sha('c')],
])('%s is built', (_, event, candidate, approved) => {
  expect(() => requireApproval(event, candidate, approved)).not.toThrow()
})

test.each<[string, WorkflowEvent, typeof MERGE | typeof HEAD, string]>([
  ['a fork', fork('mallory/fastlib'), MERGE, ''],
  ['a fork that was deleted', fork(null), MERGE, ''],
  ['a fork with an older approval', fork('mallory/fastlib'), MERGE, sha('e')],
  ['the base of a merge instead of its head', fork('mallory/fastlib'), MERGE, sha('b')],
  ['the parent of a commit that is no merge', fork('mallory/fastlib'), HEAD, sha('b')],
  ['pull_request_target', trusted('pull_request_target'), MERGE, ''],
  ['a merge of an approved commit that GitHub did not make', trusted('pull_request_target'), MERGE, sha('c')],
  ['another merge of an approved commit', { ...fork('mallory/fastlib'), sha: sha('f') }, MERGE, sha('c')],
  ['workflow_run', trusted('workflow_run'), HEAD, ''],
  ['issue_comment', trusted('issue_comment'), HEAD, sha('e')],
])('%s is refused, with what to do', (_, event, candidate, approved) => {
  expect(() => requireApproval(event, candidate, approved)).toThrow(/refused to build .*`approved-sha`/)
})

test('an approval is a full SHA', () => {
  expect(() => requireApproval(ownPull, MERGE, 'main')).toThrow('give the full SHA')
})
