import type { EarlierEnd, Github } from '../model/github.ts'
import { endIn } from '../model/run-end.ts'
import { ask, type Target } from './github-client.ts'

/** So many earlier runs are looked at: further back there is nothing that a nightly comparison wants. */
const LONGEST_SEARCH = 100

/** How earlier runs of a workflow ended, newest first; those that tell nothing are passed over. */
export async function* earlierEnds(
  target: Target,
  query: Parameters<Github['earlierEnds']>[0],
): AsyncGenerator<EarlierEnd> {
  const { client, owner, repo } = target
  let looked = 0
  for (let page = 1; looked < LONGEST_SEARCH; page++) {
    const runs = await ask(async () => {
      const { data } = await client.rest.actions.listWorkflowRuns({
        owner,
        repo,
        workflow_id: query.workflowFile,
        branch: query.branch,
        event: query.event,
        status: 'completed',
        per_page: 50,
        page,
      })
      return data.workflow_runs
    })
    if (runs.length === 0) return
    for (const run of runs.toSorted((a, b) => b.run_number - a.run_number)) {
      if (run.run_number >= query.before) continue
      looked += 1
      for (let attempt = run.run_attempt ?? 1; attempt >= 1; attempt--) {
        const end = await ask(() => endOfAttempt(target, run.id, attempt, query.key))
        if (end !== null) yield end
      }
    }
  }
}

/** How one attempt of a run ended, by the annotation that our step left on one of its jobs. */
export async function endOfAttempt(
  { client, owner, repo }: Target,
  run_id: number,
  attempt_number: number,
  key: string,
): Promise<EarlierEnd | null> {
  const jobs = await client.paginate(client.rest.actions.listJobsForWorkflowRunAttempt, {
    owner,
    repo,
    run_id,
    attempt_number,
    per_page: 100,
  })
  for (const { id } of jobs) {
    // The check run of a job has the job's number.
    const annotations = await client.paginate(client.rest.checks.listAnnotations, {
      owner,
      repo,
      check_run_id: id,
      per_page: 100,
    })
    for (const { title, message } of annotations) {
      const end = endIn(title ?? '', message ?? '', key)
      if (end !== null) return end
    }
  }
  return null
}
