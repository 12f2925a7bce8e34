import { apiUrl, minimalRepositoryOf, REPOSITORY, THEN, userOf, webUrl } from './repository.ts'

/** A commit's id made of a few letters: `shaOf('a1')` is `a1a1…`. */
export function shaOf(seed: string): string {
  return seed.repeat(40).slice(0, 40)
}

/** A comment of a pull request or issue. */
export function commentOf(given: {
  readonly id: number
  readonly body: string
  readonly issue?: number
  readonly login?: string
  readonly updatedAt?: string
}) {
  const { id, body, issue = 7, login = 'github-actions[bot]', updatedAt = THEN } = given
  return {
    id,
    node_id: `IC_${id}`,
    url: apiUrl(`/issues/comments/${id}`),
    html_url: webUrl(`/pull/${issue}#issuecomment-${id}`),
    issue_url: apiUrl(`/issues/${issue}`),
    body,
    user: userOf(login),
    created_at: THEN,
    updated_at: updatedAt,
    author_association: login.endsWith('[bot]') ? 'NONE' : 'CONTRIBUTOR',
    performed_via_github_app: null,
  }
}

/** A run of a workflow; without a conclusion it is still in progress. */
export function runOf(given: {
  readonly id: number
  readonly sha: string
  readonly branch?: string
  readonly workflow?: string
  readonly workflowId?: number
  readonly event?: string
  readonly attempt?: number
  readonly conclusion?: string | null
  readonly createdAt?: string
  readonly headRepository?: string
}) {
  const { id, sha, branch = 'main', workflow = 'pairgate.yml', workflowId = 77, event = 'push' } = given
  const { attempt = 1, conclusion = 'success', createdAt = THEN, headRepository = REPOSITORY } = given
  const url = apiUrl(`/actions/runs/${id}`)
  return {
    id,
    node_id: `WFR_${id}`,
    name: 'pairgate',
    display_title: `Commit ${sha.slice(0, 7)}`,
    head_branch: branch,
    head_sha: sha,
    path: `.github/workflows/${workflow}`,
    run_number: id,
    run_attempt: attempt,
    event,
    status: conclusion === null ? 'in_progress' : 'completed',
    conclusion,
    workflow_id: workflowId,
    check_suite_id: id + 500_000,
    url,
    html_url: webUrl(`/actions/runs/${id}`),
    pull_requests: [],
    created_at: createdAt,
    updated_at: createdAt,
    run_started_at: createdAt,
    actor: userOf('octocat'),
    triggering_actor: userOf('octocat'),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: apiUrl(`/check-suites/${id + 500_000}`),
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: attempt > 1 ? `${url}/attempts/${attempt - 1}` : null,
    workflow_url: apiUrl(`/actions/workflows/${workflowId}`),
    head_commit: {
      id: sha,
      tree_id: sha,
      message: `Commit ${sha.slice(0, 7)}`,
      timestamp: createdAt,
      ...{ author: { name: 'octocat', email: 'octocat@example.com' } },
      ...{ committer: { name: 'octocat', email: 'octocat@example.com' } },
    },
    repository: minimalRepositoryOf(REPOSITORY),
    head_repository: minimalRepositoryOf(headRepository),
  }
}

/** A job of one attempt of a run; its id is that of its check run too. */
export function jobOf(given: {
  readonly id: number
  readonly run: number
  readonly name: string
  readonly attempt?: number
  readonly sha?: string
  readonly branch?: string
  readonly conclusion?: string | null
  readonly labels?: readonly string[]
}) {
  const { id, run, name, attempt = 1, sha = shaOf('c0'), branch = 'main' } = given
  const { conclusion = 'success', labels = ['ubuntu-latest'] } = given
  return {
    id,
    run_id: run,
    run_attempt: attempt,
    run_url: apiUrl(`/actions/runs/${run}`),
    node_id: `CR_${id}`,
    head_sha: sha,
    head_branch: branch,
    workflow_name: 'pairgate',
    url: apiUrl(`/actions/jobs/${id}`),
    html_url: webUrl(`/actions/runs/${run}/job/${id}`),
    check_run_url: apiUrl(`/check-runs/${id}`),
    status: conclusion === null ? 'in_progress' : 'completed',
    conclusion,
    created_at: THEN,
    started_at: THEN,
    completed_at: conclusion === null ? null : THEN,
    name,
    steps: [],
    labels,
    ...{
      runner_id: 1,
      runner_name: 'GitHub Actions 1',
      runner_group_id: 0,
      runner_group_name: 'GitHub Actions',
    },
  }
}

/** An annotation of a check run, as `::notice title=…::…` leaves it. */
export function annotationOf(given: {
  readonly title: string | null
  readonly message: string
  readonly level?: 'notice' | 'warning' | 'failure'
  readonly path?: string
  readonly line?: number
}) {
  const { title, message, level = 'notice', path = '.github', line = 1 } = given
  return {
    path,
    blob_href: webUrl(`/blob/${shaOf('c0')}/${path}`),
    start_line: line,
    end_line: line,
    start_column: null,
    end_column: null,
    annotation_level: level,
    title,
    message,
    raw_details: null,
  }
}

/** A commit as git keeps it. */
export function commitOf(given: {
  readonly sha: string
  readonly parents?: readonly string[]
  readonly message?: string
}) {
  const { sha, parents = [], message = `Commit ${sha.slice(0, 7)}` } = given
  const person = { name: 'octocat', email: 'octocat@example.com', date: THEN }
  return {
    ...{ sha, node_id: `C_${sha}`, ...commitUrls(sha), author: person, committer: person, message },
    tree: { sha, url: apiUrl(`/git/trees/${sha}`) },
    parents: parents.map((parent) => ({ sha: parent, ...commitUrls(parent) })),
    verification: {
      ...{ verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
    },
  }
}

function commitUrls(sha: string) {
  return { url: apiUrl(`/git/commits/${sha}`), html_url: webUrl(`/commit/${sha}`) }
}
