/** What came of posting the comment: never part of the verdict. */
export type CommentOutcome =
  | { readonly kind: 'posted'; readonly url: string }
  /** The setting asks for none, and there is none to update. */
  | { readonly kind: 'not-wanted' }
  | { readonly kind: 'refused'; readonly reason: string }

/** A pull request as GitHub tells it now. */
export interface PullRequest {
  readonly number: number
  readonly headSha: string
  /** The merge that GitHub tests; null while it is being made. */
  readonly mergeSha: string | null
}

/** How an earlier run ended, as its annotation tells: `pairgate: pass … [BASELINE..CANDIDATE]`. */
export interface EarlierEnd {
  readonly conclusion: string
  readonly baseline: string
  readonly candidate: string
}

/** GitHub's API, as far as pairgate needs it. Each call throws a GithubError where GitHub refuses it. */
export interface Github {
  defaultBranch(): Promise<string>
  /** How the runs of `workflowFile` on `branch` for `event` before run number `before` ended, newest first. */
  earlierEnds(query: {
    readonly workflowFile: string
    readonly branch: string
    readonly event: string
    readonly before: number
    readonly key: string
  }): AsyncIterable<EarlierEnd>
  /** How one attempt of a run ended; null where no annotation tells. */
  endOfAttempt(runId: number, attempt: number, key: string): Promise<EarlierEnd | null>
  /** Open pull requests whose head is `sha`, on `branch` of `repository` (`owner/name`). */
  pullRequestsWithHead(head: {
    readonly sha: string
    readonly branch: string | null
    readonly repository: string | null
  }): Promise<readonly PullRequest[]>
  parentsOf(commit: string): Promise<readonly string[]>
  /**
   * Posts the pull request's one comment with this key, or updates it; with `onlyUpdate` it posts none where there is
   * none yet. Throws nothing that GitHub answers.
   */
  comment(
    pullRequest: number,
    key: string,
    markdown: string,
    options: { readonly onlyUpdate: boolean },
  ): Promise<CommentOutcome>
}

/** GitHub refused a request, or could not be asked. */
export class GithubError extends Error {
  override readonly name = 'GithubError'
  /** Null where no answer came. */
  readonly status: number | null

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}
