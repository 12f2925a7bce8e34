import type { WorkflowEvent } from '../src/model/workflow.ts'

/** An event on the branch `main` of a repository of which nothing else is known. */
export function eventOf(given: Partial<WorkflowEvent> & Pick<WorkflowEvent, 'name'>): WorkflowEvent {
  return {
    sha: 'sha',
    ref: 'refs/heads/main',
    repository: 'acme/fastlib',
    defaultBranch: 'main',
    pullRequest: null,
    before: null,
    mergeGroupBase: null,
    workflowRun: null,
    runId: 100,
    runNumber: 10,
    attempt: 1,
    workflowFile: 'pairgate.yml',
    selfHosted: true,
    ...given,
  }
}

/** A pull request of the repository's own, whose merge is what the workflow runs for. */
export const pullRequestEvent = eventOf({
  name: 'pull_request',
  sha: 'merge',
  ref: 'refs/pull/7/merge',
  pullRequest: { number: 7, headSha: 'head', headRepository: 'acme/fastlib', baseBranch: 'release' },
})
