import { UserError } from '../model/failure.ts'
import type { WorkflowEvent } from '../model/workflow.ts'

/** Which revisions an event compares, and by which policy, in words for the log. */
export interface EventRevisions {
  readonly baseline: string
  readonly candidate: string
  readonly policy: string
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
  inputs: { baseline: string; candidate: string },
): EventRevisions {
  if (inputs.candidate === '' && !TESTED.includes(event.name)) {
    throw new UserError(
      `the event ${event.name} runs on a commit of the default branch, not on the one to be judged: give the input \`candidate\``,
    )
  }
  const candidate = inputs.candidate === '' ? event.sha : inputs.candidate
  if (inputs.baseline !== '') return { baseline: inputs.baseline, candidate, policy: 'the baseline input' }
  if (
    event.pullRequest !== null &&
    event.name === 'pull_request' &&
    event.sha !== event.pullRequest.headSha
  ) {
    return {
      baseline: `${event.sha}^1`,
      candidate,
      policy:
        'the merge of the pull request against its first parent, the tip of the base branch that was merged',
    }
  }
  if (event.name === 'push' && event.before !== null && !NO_COMMIT.test(event.before)) {
    return { baseline: event.before, candidate, policy: 'the pushed commit against the one before the push' }
  }
  throw new UserError(
    `the event ${event.name} does not tell what to compare with: give the input \`baseline\` (a commit, branch or tag)`,
  )
}
