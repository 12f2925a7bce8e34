/** What the event of a workflow run says of the change; decoded from its payload. */
export interface WorkflowEvent {
  /** Such as `pull_request` or `push`. */
  readonly name: string
  /** The commit that the workflow runs for. */
  readonly sha: string
  readonly pullRequest: { readonly number: number; readonly headSha: string } | null
  /** The branch's commit before a push. */
  readonly before: string | null
}

/** A line on the check's page, beside the table. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
}

/** What came of posting the comment: never part of the verdict. */
export type CommentOutcome =
  | { readonly kind: 'posted'; readonly url: string }
  | { readonly kind: 'no-pull-request' }
  | { readonly kind: 'refused'; readonly reason: string }

/** The job of GitHub Actions that the gate runs in. */
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
  /** Posts the pull request's one comment with this key, or updates it. Throws nothing that GitHub answers. */
  comment(key: string, markdown: string): Promise<CommentOutcome>
}
