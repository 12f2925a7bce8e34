import { isCommit } from '../model/commit.ts'
import { UserError } from '../model/failure.ts'
import type { WorkflowEvent } from '../model/workflow.ts'

/** Events that run with the rights of the repository, whoever caused them. */
const TRUSTED_EVENTS = [
  'pull_request_target',
  'workflow_run',
  'issue_comment',
  'issues',
  'discussion_comment',
]

/**
 * Throws a UserError where code would be built and run that nobody of the repository has vouched for: a fork's on a
 * self-hosted runner, or anybody's by an event that has the repository's rights. `approvedSha` is the commit that a
 * maintainer approved; `candidate` the commit to be built, with its `parents`.
 */
export function requireApproval(
  event: WorkflowEvent,
  candidate: { readonly commit: string; readonly parents: readonly string[] },
  approvedSha: string,
): void {
  if (approvedSha !== '' && !isCommit(approvedSha)) {
    throw new UserError(`approved-sha is ${approvedSha}: give the full SHA of the commit that was approved`)
  }
  const why = needsApproval(event, candidate.commit)
  if (why === null || holds(event, candidate, approvedSha)) return
  const found =
    approvedSha === '' ? '' : `; approved-sha is ${approvedSha}, and that is not what would be built`
  throw new UserError(
    `refused to build ${candidate.commit}: ${why}${found}. Once a maintainer has read that code, give its head commit as the input \`approved-sha\`, in a job whose environment asks for a review`,
  )
}

/** Whether an event runs with the rights of the repository, whoever caused it. */
export function runsWithRights({ name }: WorkflowEvent): boolean {
  return TRUSTED_EVENTS.includes(name)
}

function needsApproval(event: WorkflowEvent, commit: string): string | null {
  if (runsWithRights(event)) {
    return commit === event.sha
      ? null
      : `the event ${event.name} runs with the rights of the repository, and this is not its own commit`
  }
  const { pullRequest, selfHosted, repository } = event
  if (pullRequest === null || !selfHosted || pullRequest.headRepository === repository) return null
  const from = pullRequest.headRepository ?? 'a fork that was deleted'
  return `it comes from ${from}, and on a self-hosted runner a stranger's code can stay when the job is over`
}

/** Whether what would be built is the approved commit, or the merge of it that GitHub made: anybody can make another. */
function holds(
  event: WorkflowEvent,
  { commit, parents }: { readonly commit: string; readonly parents: readonly string[] },
  approvedSha: string,
): boolean {
  if (approvedSha === '') return false
  const isGithubsMerge = event.name === 'pull_request' && commit === event.sha && parents.length === 2
  return commit === approvedSha || (isGithubsMerge && parents[1] === approvedSha)
}
