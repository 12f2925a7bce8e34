import { join } from 'node:path'
import { happeningOf } from './event.ts'
import { type Contexts, evaluated, holds, type Status } from './expression.ts'
import { type Api, type JobEnd, type JobResult, nameOf, notRun, runJob } from './job.ts'
import { type Combination, combinationsOf } from './matrix.ts'
import { type Permissions, permissionsOf } from './permissions.ts'
import { githubContext, type RunIdentity } from './run-context.ts'
import type { JobSetting } from './running-job.ts'
import type { JobOfFile, WorkflowFile } from './workflow-file.ts'

/** What the jobs of a run run with. */
export interface RunStart {
  readonly workflow: WorkflowFile
  readonly run: RunIdentity
  readonly setting: JobSetting
  readonly reach: (permissions: Permissions) => Api | Promise<Api>
  /** The contexts inputs, vars and secrets. */
  readonly given: Contexts
  readonly directory: string
}

type Ends = ReadonlyMap<string, readonly JobEnd[]>

/** Runs the jobs of a workflow, each after those that it needs; combinations of a matrix one after the other. */
export async function runJobs(start: RunStart): Promise<readonly JobEnd[]> {
  const { jobs } = start.workflow
  const ends = new Map<string, readonly JobEnd[]>()
  for (const id of inOrder(jobs)) {
    const job = jobs[id]
    if (job !== undefined) ends.set(id, await runCombinations(id, job, start, ends))
  }
  return [...ends.values()].flat()
}

async function runCombinations(
  id: string,
  job: JobOfFile,
  start: RunStart,
  ends: Ends,
): Promise<readonly JobEnd[]> {
  const { workflow, run, setting, directory } = start
  const github = githubContext(run, { ...NOWHERE, id })
  const given = { ...start.given, github, needs: needsOf(job, ends) }
  if (!holds(job.if, given, statusBefore(job, workflow.jobs, ends))) return [notRun(id, 'skipped')]
  const permissions = permissionsOf(job.permissions, workflow.permissions, happeningOf(run.event))
  const done: JobEnd[] = []
  for (const [at, combination] of combinationsIn(job, given).entries()) {
    if ((job.strategy?.['fail-fast'] ?? true) && done.some(({ result }) => result === 'failure')) {
      done.push(notRun(id, 'cancelled', nameOf(id, job, combination, given)))
      continue
    }
    const api = await start.reach(permissions)
    const place = join(directory, `${id}-${at}`)
    done.push(
      await runJob({
        ...{ id, job, workflow, combination, run, setting, permissions, api, given },
        directory: place,
      }),
    )
  }
  return done
}

const NOWHERE = { workspace: '', temporary: '', eventFile: '', apiUrl: '', token: '', isSelfHosted: false }

function combinationsIn({ strategy }: JobOfFile, given: Contexts): readonly Combination[] {
  const written = strategy?.matrix ?? {}
  const matrix = typeof written === 'string' ? evaluated(written, given) : valuesIn(written, given)
  return combinationsOf({ ...Object(matrix) })
}

/** Axes may be expressions too. */
function valuesIn(matrix: Readonly<Record<string, unknown>>, given: Contexts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(matrix).map(([name, axis]) => [
      name,
      typeof axis === 'string' ? evaluated(axis, given) : axis,
    ]),
  )
}

/** What a job is told of those that it needs. */
function needsOf(job: JobOfFile, ends: Ends): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    job.needs.map((id) => {
      const of = ends.get(id) ?? []
      return [id, { result: resultOf(of), outputs: Object.assign({}, ...of.map(({ outputs }) => outputs)) }]
    }),
  )
}

function resultOf(ends: readonly JobEnd[]): JobResult {
  const worst = (['failure', 'cancelled', 'success'] as const).find((result) =>
    ends.some((end) => end.result === result),
  )
  return worst ?? 'skipped'
}

/** What the status functions answer before a job: of all that it needs, and what those need. */
function statusBefore(job: JobOfFile, jobs: WorkflowFile['jobs'], ends: Ends): Status {
  const before = (one: JobOfFile): string[] =>
    one.needs.flatMap((id) => [id, ...(jobs[id] === undefined ? [] : before(jobs[id]))])
  const results = before(job).map((id) => resultOf(ends.get(id) ?? []))
  return {
    success: results.every((result) => result === 'success'),
    failure: results.includes('failure'),
    cancelled: false,
  }
}

/** Jobs after those that they need. */
function inOrder(jobs: WorkflowFile['jobs']): readonly string[] {
  const order: string[] = []
  const visit = (id: string, from: readonly string[]) => {
    const job = jobs[id]
    if (job === undefined) throw new Error(`a job needs ${id}, which there is none of`)
    if (from.includes(id)) throw new Error(`jobs need each other: ${[...from, id].join(', ')}`)
    for (const needed of job.needs) visit(needed, [...from, id])
    if (!order.includes(id)) order.push(id)
  }
  for (const id of Object.keys(jobs)) visit(id, [])
  return order
}
