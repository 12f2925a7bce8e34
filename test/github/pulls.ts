import { apiUrl, REPOSITORY, repositoryOf, THEN, userOf, webUrl } from './repository.ts'

/** One side of a pull request; the repository is null when the fork was deleted. */
interface Side {
  readonly sha: string
  readonly ref: string
  readonly repository?: string | null
}

/** A pull request as it answers for itself; into `main` unless told otherwise. */
export function pullOf(given: {
  readonly number: number
  readonly head: Side
  readonly base?: Side
  readonly state?: 'open' | 'closed'
  readonly mergedAs?: string | null
  readonly draft?: boolean
  readonly login?: string
  readonly title?: string
}) {
  const { number, head, base = { sha: '0'.repeat(40), ref: 'main' }, mergedAs = null, draft = false } = given
  const { state = mergedAs === null ? 'open' : 'closed', login = 'octocat', title = `Pull ${number}` } = given
  const merged = mergedAs !== null
  return {
    ...{ id: 1_912_000_000 + number, node_id: `PR_${number}`, number, state, locked: false, title, draft },
    ...addresses(number, head.sha),
    user: userOf(login),
    ...{ body: null, labels: [], milestone: null, active_lock_reason: null },
    ...{ created_at: THEN, updated_at: THEN },
    closed_at: state === 'closed' ? THEN : null,
    merged_at: merged ? THEN : null,
    merge_commit_sha: mergedAs,
    ...{ assignee: null, assignees: [], requested_reviewers: [], requested_teams: [] },
    head: sideOf(head, login),
    base: sideOf(base, login),
    ...{ author_association: 'CONTRIBUTOR', auto_merge: null },
    ...{
      merged,
      mergeable: merged ? null : true,
      rebaseable: true,
      mergeable_state: 'clean',
      merged_by: null,
    },
    ...{ comments: 0, review_comments: 0, maintainer_can_modify: false },
    ...{ commits: 1, additions: 1, deletions: 1, changed_files: 1 },
  }
}

/** A pull request as `pullOf` makes it. */
export type Pull = ReturnType<typeof pullOf>

/** The same in a list, where GitHub leaves out what it had to compute. */
export function listed(pull: Pull) {
  const { merged, mergeable, rebaseable, mergeable_state, merged_by, ...rest } = pull
  const { comments, review_comments, maintainer_can_modify, commits, additions, deletions, ...less } = rest
  const { changed_files, ...simple } = less
  return simple
}

function sideOf({ sha, ref, repository = REPOSITORY }: Side, login: string) {
  const owner = repository?.split('/')[0] ?? login
  const repo = repository === null ? null : repositoryOf(repository)
  return { label: `${owner}:${ref}`, ref, sha, user: userOf(owner), repo }
}

function addresses(number: number, headSha: string) {
  const [self, html, issue] = [
    apiUrl(`/pulls/${number}`),
    webUrl(`/pull/${number}`),
    apiUrl(`/issues/${number}`),
  ]
  const links = {
    comments: `${issue}/comments`,
    commits: `${self}/commits`,
    statuses: apiUrl(`/statuses/${headSha}`),
    review_comments: `${self}/comments`,
    review_comment: apiUrl('/pulls/comments{/number}'),
    ...{ self, html, issue },
  }
  return {
    ...{ url: self, html_url: html, diff_url: `${html}.diff`, patch_url: `${html}.patch`, issue_url: issue },
    comments_url: links.comments,
    commits_url: links.commits,
    statuses_url: links.statuses,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
  }
}
