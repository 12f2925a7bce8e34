import type { annotationOf, commentOf, commitOf, jobOf, runOf } from './objects.ts'
import type { Pull } from './pulls.ts'

/** A comment as `commentOf` makes it. */
export type Comment = ReturnType<typeof commentOf>

/** What a token may do with each family of things. */
export interface Permissions {
  readonly actions?: 'read' | 'write'
  readonly checks?: 'read' | 'write'
  readonly contents?: 'read' | 'write'
  readonly issues?: 'read' | 'write'
  readonly 'pull-requests'?: 'read' | 'write'
}

/** What the stand-in for GitHub holds; a test may keep the lists and change them while it serves. */
export interface State {
  /** The one token that is taken. */
  readonly token: string
  /** The account that the token belongs to; null for a job's token, which may not ask. */
  readonly login: string | null
  readonly permissions: Permissions
  readonly defaultBranch: string
  /** The numbers of issues and pull requests that can be commented on, beside those of `pulls`. */
  readonly issues: readonly number[]
  readonly comments: Comment[]
  readonly runs: ReturnType<typeof runOf>[]
  readonly jobs: ReturnType<typeof jobOf>[]
  /** By the id of the check run, which is that of the job. */
  readonly annotations: Readonly<Record<number, ReturnType<typeof annotationOf>[]>>
  readonly pulls: Pull[]
  readonly commits: ReturnType<typeof commitOf>[]
}

/** The token of a job that a test's client sends unless it says otherwise. */
export const TOKEN = 'ghs_0123456789abcdefTOKEN'

/** A repository with one pull request to comment on, 7, and a job's token that may read all and comment. */
export function stateOf(given: Partial<State>): State {
  return {
    token: TOKEN,
    login: null,
    permissions: {
      ...{ actions: 'read', checks: 'read', contents: 'read', issues: 'read', 'pull-requests': 'write' },
    },
    defaultBranch: 'main',
    issues: [7],
    comments: [],
    runs: [],
    jobs: [],
    annotations: {},
    pulls: [],
    commits: [],
    ...given,
  }
}

type Need = readonly [family: keyof Permissions, level: 'read' | 'write']

const COMMENTING: readonly Need[] = [
  ['issues', 'write'],
  ['pull-requests', 'write'],
]
const ACTIONS: readonly Need[] = [['actions', 'read']]
const PULLS: readonly Need[] = [['pull-requests', 'read']]

/** Any one of these permissions does, for each operation that needs one. */
const NEEDS: Readonly<Record<string, readonly Need[]>> = {
  'issues/list-comments': [
    ['issues', 'read'],
    ['pull-requests', 'read'],
  ],
  'issues/create-comment': COMMENTING,
  'issues/update-comment': COMMENTING,
  'actions/get-workflow-run': ACTIONS,
  'actions/list-workflow-runs': ACTIONS,
  'actions/list-jobs-for-workflow-run': ACTIONS,
  'actions/list-jobs-for-workflow-run-attempt': ACTIONS,
  'checks/list-annotations': [['checks', 'read']],
  'pulls/list': PULLS,
  'pulls/get': PULLS,
  'repos/list-pull-requests-associated-with-commit': PULLS,
  'git/get-commit': [['contents', 'read']],
}

/** Whether the token may do an operation. */
export function isPermitted({ permissions, login }: State, operation: string): boolean {
  if (operation === 'users/get-authenticated') return login !== null
  const needs = NEEDS[operation]
  if (needs === undefined) return true
  return needs.some(([family, level]) => {
    const granted = permissions[family]
    return granted === 'write' || granted === level
  })
}
