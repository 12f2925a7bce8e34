import { expect, test } from 'vitest'
import { type Lookup, settle } from '../../src/commands/settle.ts'
import type { History } from '../../src/host/history.ts'
import { MissingCommit } from '../../src/host/remote.ts'
import { type EarlierEnd, type Github, GithubError } from '../../src/model/github.ts'
import type { WorkflowEvent } from '../../src/model/workflow.ts'
import { eventOf } from '../workflow-event.ts'

const sha = (letter: string) => letter.repeat(40)
const [MAIN, TOPIC, OLD, BASE] = [sha('a'), sha('b'), sha('c'), sha('d')]

interface Known {
  readonly event?: Partial<WorkflowEvent>
  readonly mergeBase?: string | null | Error
  readonly ends?: readonly EarlierEnd[]
  readonly firstAttempt?: EarlierEnd | null | Error
  readonly refusal?: Error
}

/** Where `main` is at MAIN, every other name at TOPIC. */
function lookup({ event = {}, mergeBase = BASE, ends = [], firstAttempt = null, refusal }: Known = {}) {
  const warnings: string[] = []
  const answer = <T>(value: T | Error): T => {
    if (value instanceof Error) throw value
    return value
  }
  const history: History = {
    directory: '/history',
    commitOf: async (ref) => (/^[0-9a-f]{40}$/.test(ref) ? ref : ref === 'main' ? MAIN : TOPIC),
    tipOf: async () => MAIN,
    parentsOf: async () => [OLD, TOPIC],
    mergeBaseOf: async () => answer(mergeBase),
    [Symbol.asyncDispose]: async () => {},
  }
  const github: Github = {
    defaultBranch: async () => 'main',
    async *earlierEnds() {
      if (refusal !== undefined) throw refusal
      yield* ends
    },
    endOfAttempt: async () => answer(firstAttempt),
    pullRequestsWithHead: async () => [],
    parentsOf: async () => [],
    comment: async () => ({ kind: 'not-wanted' }),
  }
  const made: Lookup = {
    event: eventOf({ name: 'push', ref: 'refs/heads/topic', sha: TOPIC, ...event }),
    history,
    github,
    key: 'default',
    warn: (message) => warnings.push(message),
  }
  return { made, warnings }
}

const end = (conclusion: string, candidate: string): EarlierEnd => ({ conclusion, baseline: OLD, candidate })

test('the merge of a pull request is compared with its first parent', async () => {
  const settled = await settle({ candidate: TOPIC, policy: { kind: 'first-parent' } }, lookup().made)
  expect(settled).toMatchObject({ baseline: OLD, candidate: TOPIC, isRepeat: false })
})

test('a push is compared with the commit before it, where that is an ancestor', async () => {
  const plan = { candidate: TOPIC, policy: { kind: 'before', sha: OLD } } as const
  expect(await settle(plan, lookup({ mergeBase: OLD }).made)).toMatchObject({ baseline: OLD })
})

test.each([
  ['was pushed over', BASE],
  ['is gone from the server', new MissingCommit('is not there any more')],
])('a commit before the push that %s is not compared with', async (_, mergeBase) => {
  const plan = { candidate: TOPIC, policy: { kind: 'before', sha: OLD } } as const
  const onMain = lookup({ mergeBase, event: { ref: 'refs/heads/main' } }).made
  await expect(settle(plan, onMain)).rejects.toThrow('give the input `baseline`')
  if (mergeBase instanceof Error) return
  const settled = await settle(plan, lookup({ mergeBase }).made)
  expect(settled).toMatchObject({ baseline: BASE, policy: expect.stringContaining('no ancestor') })
})

test('the default branch is asked for where the event does not tell it', async () => {
  const plan = { candidate: TOPIC, policy: { kind: 'merge-base', branch: null } } as const
  expect(await settle(plan, lookup({ event: { defaultBranch: null } }).made)).toMatchObject({
    baseline: BASE,
  })
  const dispatched = { name: 'workflow_dispatch', ref: 'refs/heads/main', defaultBranch: null }
  await expect(settle(plan, lookup({ event: dispatched }).made)).rejects.toThrow('give the input `baseline`')
})

test('the uncommitted state is compared as the commit that it stands on', async () => {
  const plan = { candidate: 'worktree', policy: { kind: 'merge-base', branch: 'main' } } as const
  expect(await settle(plan, lookup().made)).toMatchObject({ baseline: BASE, candidate: 'worktree' })
})

test('a commit that the branch has already is not compared with itself, but for a branch that was just made', async () => {
  const plan = { candidate: TOPIC, policy: { kind: 'merge-base', branch: null } } as const
  const tagged = lookup({ mergeBase: TOPIC, event: { ref: 'refs/tags/v1' } }).made
  await expect(settle(plan, tagged)).rejects.toThrow('is part of the branch main already')
  expect(await settle(plan, lookup({ mergeBase: TOPIC }).made)).toMatchObject({ baseline: TOPIC })
})

test('no history in common is no baseline', async () => {
  const plan = { candidate: TOPIC, policy: { kind: 'merge-base', branch: 'main' } } as const
  await expect(settle(plan, lookup({ mergeBase: null }).made)).rejects.toThrow('no history in common')
})

test('a re-run keeps the baseline that the first attempt found for a branch', async () => {
  const plan = { candidate: TOPIC, policy: { kind: 'given', ref: 'main' } } as const
  expect(await settle(plan, lookup().made)).toMatchObject({ baseline: MAIN })
  const again = lookup({ event: { attempt: 2 }, firstAttempt: end('regression', TOPIC) })
  expect(await settle(plan, again.made)).toMatchObject({ baseline: OLD })
  const another = lookup({ event: { attempt: 2 }, firstAttempt: end('regression', MAIN) })
  expect(await settle(plan, another.made)).toMatchObject({ baseline: MAIN })
})

test('a re-run that may not read the first attempt says so and looks the branch up', async () => {
  const plan = { candidate: TOPIC, policy: { kind: 'given', ref: 'main' } } as const
  const refused = lookup({ event: { attempt: 2 }, firstAttempt: new GithubError('Forbidden', 403) })
  expect(await settle(plan, refused.made)).toMatchObject({ baseline: MAIN })
  expect(refused.warnings).toEqual([expect.stringContaining('`checks: read`')])
})

test.each<[string, readonly EarlierEnd[], string, boolean]>([
  ['green', [end('pass', MAIN), end('pass', BASE)], MAIN, false],
  ['red', [end('regression', MAIN), end('pass', BASE)], MAIN, false],
  [
    'without a verdict',
    [end('invalid', sha('e')), end('wrong-result', sha('f')), end('pass', MAIN)],
    MAIN,
    false,
  ],
  ['of this same commit', [end('pass', TOPIC)], TOPIC, true],
  ['never', [end('incomplete', MAIN)], TOPIC, true],
])('after a night that was %s', async (_, ends, baseline, isRepeat) => {
  const plan = { candidate: TOPIC, policy: { kind: 'last-verdict' } } as const
  expect(await settle(plan, lookup({ ends }).made)).toMatchObject({ baseline, isRepeat })
})

test('earlier runs that may not be read are no baseline: the permissions are named', async () => {
  const plan = { candidate: TOPIC, policy: { kind: 'last-verdict' } } as const
  const refused = lookup({ refusal: new GithubError('Resource not accessible by integration', 403) })
  await expect(settle(plan, refused.made)).rejects.toThrow('`actions: read` and `checks: read`')
})
