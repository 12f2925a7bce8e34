import { UserError } from '../model/failure.ts'
import type { WorkflowEvent } from '../model/workflow.ts'

/** How the baseline of a candidate is found. */
export type BaselinePolicy =
  /** The revision that the input names. */
  | { readonly kind: 'given'; readonly ref: string }
  /** The first parent of the candidate, which is the merge that GitHub made. */
  | { readonly kind: 'first-parent' }
  /** The commit that the branch had before the push; the merge base with the default branch where it is no ancestor. */
  | { readonly kind: 'before'; readonly sha: string }
  | { readonly kind: 'commit'; readonly sha: string }
  /** The merge base of the candidate and the tip of a branch; null for the default branch. */
  | { readonly kind: 'merge-base'; readonly branch: string | null }
  /** The candidate of the newest earlier run that came to a verdict. */
  | { readonly kind: 'last-verdict' }

/** Which revisions an event compares, before anything is looked up. */
export interface RevisionPlan {
  readonly candidate: string
  readonly policy: BaselinePolicy
}

const NO_COMMIT = /^0+$/

/** Events whose commit is what is to be tested; that of others, such as pull_request_target, is the default branch's. */
const TESTED = [
  'pull_request',
  'push',
  'merge_group',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'release',
  'create',
  'deployment',
]

/**
 * The revisions to compare for `event`; the inputs `baseline` and `candidate` outrank it where they are not empty.
 * Throws a UserError for an event that does not tell its baseline: it is never guessed.
 */
export function revisionsOf(
  event: WorkflowEvent,
  inputs: { readonly baseline: string; readonly candidate: string },
): RevisionPlan {
  if (inputs.candidate === '' && !TESTED.includes(event.name)) {
    throw new UserError(
      `the event ${event.name} runs on a commit of the default branch, not on the one to be judged: give the input \`candidate\``,
    )
  }
  const candidate = inputs.candidate === '' ? event.sha : inputs.candidate
  const policy =
    inputs.baseline === '' ? policyOf(event, candidate) : { kind: 'given' as const, ref: inputs.baseline }
  return { candidate, policy }
}

function policyOf(event: WorkflowEvent, candidate: string): BaselinePolicy {
  const { pullRequest } = event
  if (pullRequest !== null) {
    const isMerge =
      event.name === 'pull_request' && candidate === event.sha && event.sha !== pullRequest.headSha
    return isMerge ? { kind: 'first-parent' } : { kind: 'merge-base', branch: pullRequest.baseBranch }
  }
  if (candidate !== event.sha) return { kind: 'merge-base', branch: null }
  const { before, mergeGroupBase } = event
  switch (event.name) {
    case 'push':
      if (before !== null && !NO_COMMIT.test(before)) return { kind: 'before', sha: before }
      return mergeBaseOfBranch(event)
    case 'merge_group':
      if (mergeGroupBase !== null) return { kind: 'commit', sha: mergeGroupBase }
      break
    case 'schedule':
      return { kind: 'last-verdict' }
    case 'workflow_dispatch':
      return mergeBaseOfBranch(event)
  }
  throw untold(event)
}

/** On the default branch itself the merge base would be the commit itself. */
function mergeBaseOfBranch(event: WorkflowEvent): BaselinePolicy {
  if (event.defaultBranch !== null && event.ref === `refs/heads/${event.defaultBranch}`) throw untold(event)
  return { kind: 'merge-base', branch: null }
}

function untold({ name, ref }: WorkflowEvent): UserError {
  return new UserError(
    `the event ${name} on ${ref} does not tell what to compare with: give the input \`baseline\` (a commit, branch or tag)`,
  )
}
