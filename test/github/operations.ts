import { associatedPulls } from './ancestry.ts'
import { type Answer, notFound, paged, type Query } from './answer.ts'
import { createComment, listComments, updateComment } from './comments.ts'
import { listed, type Pull } from './pulls.ts'
import { fullRepositoryOf, profileOf, REPOSITORY } from './repository.ts'
import type { State } from './state.ts'

/** A request that was found valid and permitted. */
export interface Call {
  readonly state: State
  readonly params: Query
  readonly query: Query
  readonly body: unknown
  readonly url: URL
}

/** What each operation of the description answers. */
export const OPERATIONS: Readonly<Record<string, (call: Call) => Answer>> = {
  'users/get-authenticated': ({ state }) => found(state.login === null ? undefined : profileOf(state.login)),
  'repos/get': ({ state }) => found(fullRepositoryOf(REPOSITORY, state.defaultBranch)),
  'issues/list-comments': listComments,
  'issues/create-comment': createComment,
  'issues/update-comment': updateComment,
  'actions/get-workflow-run': ({ state, params, query }) => {
    refuseUnserved(query, ['exclude_pull_requests'])
    return found(runOfCall(state, params))
  },
  'actions/list-workflow-runs': listRuns,
  'actions/list-jobs-for-workflow-run': (call) => {
    const run = runOfCall(call.state, call.params)
    if (run === undefined) return notFound
    return jobsOf(call, (job) => call.query.filter === 'all' || job.run_attempt === run.run_attempt)
  },
  'actions/list-jobs-for-workflow-run-attempt': (call) => {
    const run = runOfCall(call.state, call.params)
    const attempt = Number(call.params.attempt_number)
    if (run === undefined || attempt > run.run_attempt) return notFound
    return jobsOf(call, (job) => job.run_attempt === attempt)
  },
  'checks/list-annotations': ({ state, params, query, url }) => {
    const id = Number(params.check_run_id)
    const known = id in state.annotations || state.jobs.some((job) => job.id === id)
    return known ? paged(state.annotations[id] ?? [], query, url) : notFound
  },
  'pulls/list': listPulls,
  'pulls/get': ({ state, params }) =>
    found(state.pulls.find(({ number }) => number === Number(params.pull_number))),
  'repos/list-pull-requests-associated-with-commit': ({ state, params, query, url }) => {
    const pulls = associatedPulls(state, params.commit_sha ?? '')
    return 'status' in pulls ? pulls : paged(pulls.map(listed), query, url)
  },
  'git/get-commit': ({ state, params }) => found(state.commits.find(({ sha }) => sha === params.commit_sha)),
}

function found(body: unknown): Answer {
  return body === undefined ? notFound : { status: 200, body }
}

function runOfCall({ runs }: State, params: Query) {
  return runs.find(({ id }) => id === Number(params.run_id))
}

/** The runs of a workflow, which is named by its number or its file, newest first. */
function listRuns({ state, params, query, url }: Call): Answer {
  refuseUnserved(query, ['actor', 'created', 'exclude_pull_requests', 'check_suite_id'])
  const workflow = params.workflow_id ?? ''
  const runs = state.runs
    .filter((run) => String(run.workflow_id) === workflow || run.path === `.github/workflows/${workflow}`)
    .filter((run) => query.head_sha === undefined || run.head_sha === query.head_sha)
    .filter((run) => query.branch === undefined || run.head_branch === query.branch)
    .filter((run) => query.event === undefined || run.event === query.event)
    .filter(
      ({ status, conclusion }) => query.status === undefined || [status, conclusion].includes(query.status),
    )
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)
  return paged(runs, query, url, (items) => ({ total_count: runs.length, workflow_runs: items }))
}

function jobsOf(
  { state, params, query, url }: Call,
  isAsked: (job: State['jobs'][number]) => boolean,
): Answer {
  const jobs = state.jobs.filter((job) => job.run_id === Number(params.run_id) && isAsked(job))
  return paged(jobs, query, url, (items) => ({ total_count: jobs.length, jobs: items }))
}

function listPulls({ state, query, url }: Call): Answer {
  const order = query.sort ?? 'created'
  if (order !== 'created' && order !== 'updated') throw new Error(`the stand-in does not sort by ${order}`)
  const direction = query.direction ?? (query.sort === undefined || order === 'created' ? 'desc' : 'asc')
  const key = (pull: Pull) => (order === 'created' ? pull.created_at : pull.updated_at)
  const asked = state.pulls
    .filter((pull) => query.state === 'all' || pull.state === (query.state ?? 'open'))
    // GitHub takes no notice of a branch without its owner.
    .filter((pull) => !query.head?.includes(':') || pull.head.label === query.head)
    .filter((pull) => query.base === undefined || pull.base.ref === query.base)
    .sort((a, b) => key(a).localeCompare(key(b)) || a.number - b.number)
  return paged((direction === 'desc' ? asked.reverse() : asked).map(listed), query, url)
}

/** A parameter that GitHub heeds and the stand-in does not would make it lie. */
export function refuseUnserved(query: Query, names: readonly string[]): void {
  const unserved = names.find((name) => name in query)
  if (unserved !== undefined)
    throw new Error(`the stand-in does not serve the query parameter \`${unserved}\``)
}
