/** A pull request as an event's payload tells it. */
export interface EventPullRequest {
  readonly number: number
  readonly headSha: string
  /** `owner/name`; null where the fork was deleted. */
  readonly headRepository: string | null
  /** The branch that the request is to be merged into. */
  readonly baseBranch: string
}

/** The run that a `workflow_run` event tells of. */
export interface EventWorkflowRun {
  readonly id: number
  /** The event of that run, such as `pull_request`. */
  readonly event: string
  readonly headSha: string
  readonly headBranch: string | null
  /** `owner/name`; null where the fork was deleted. */
  readonly headRepository: string | null
}

/** What the event of a workflow run says of the change; decoded from its payload and the runner's environment. */
export interface WorkflowEvent {
  /** Such as `pull_request` or `push`. */
  readonly name: string
  /** The commit that the workflow runs for. */
  readonly sha: string
  /** Such as `refs/heads/main`. */
  readonly ref: string
  /** `owner/name`. */
  readonly repository: string
  /** Null where the payload does not tell it. */
  readonly defaultBranch: string | null
  readonly pullRequest: EventPullRequest | null
  /** The branch's commit before a push. */
  readonly before: string | null
  /** What a merge group is merged into. */
  readonly mergeGroupBase: string | null
  readonly workflowRun: EventWorkflowRun | null
  readonly runId: number
  readonly runNumber: number
  /** From 1; more in a re-run. */
  readonly attempt: number
  /** The workflow's file in `.github/workflows`. */
  readonly workflowFile: string
  /** False on a machine of GitHub's own. */
  readonly selfHosted: boolean
}

/** A line on the check's page, beside the table. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
}

/** The runner's side of a job of GitHub Actions. */
export interface Workflow {
  /** Throws where the payload is not as GitHub describes it. */
  event(): WorkflowEvent
  /** The directory of the checked-out repository. */
  readonly workspace: string
  /** An input of the action; empty where it was not given. */
  input(name: string): string
  setOutput(name: string, value: string): void
  log(line: string): void
  startGroup(name: string): void
  endGroup(): void
  annotate(annotation: Annotation): void
  /** Appends Markdown to the step's summary. */
  writeSummary(markdown: string): Promise<void>
}
