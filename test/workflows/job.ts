import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Annotation } from './annotation.ts'
import { type Contexts, evaluatedText, evaluatedTexts, isOn } from './expression.ts'
import type { Combination } from './matrix.ts'
import type { Permissions } from './permissions.ts'
import {
  githubContext,
  type JobPlace,
  type RunIdentity,
  runnerContext,
  runnerVariables,
} from './run-context.ts'
import { contextsOf, type JobSetting, type RunningJob } from './running-job.ts'
import { runPosts, runStep, type StepEnd } from './step.ts'
import type { JobOfFile, WorkflowFile } from './workflow-file.ts'

export type JobResult = 'success' | 'failure' | 'cancelled' | 'skipped'

/** How a job ended, or one combination of its matrix. */
export interface JobEnd {
  readonly id: string
  /** As GitHub shows it: `gate`, or `gate (benchmark-x64)`. */
  readonly name: string
  readonly result: JobResult
  readonly outputs: Readonly<Record<string, string>>
  readonly steps: readonly StepEnd[]
  readonly permissions: Permissions
  readonly environment: string | null
  readonly workspace: string
  readonly annotations: readonly Annotation[]
  readonly summary: string
}

/** How a job reaches GitHub's API. */
export interface Api {
  readonly url: string
  readonly token: string
}

/** What a job runs with. */
export interface JobStart {
  readonly id: string
  readonly job: JobOfFile
  readonly workflow: WorkflowFile
  readonly combination: Combination
  readonly run: RunIdentity
  readonly setting: JobSetting
  readonly permissions: Permissions
  readonly api: Api
  /** The contexts inputs, vars, secrets and needs. */
  readonly given: Contexts
  /** Where its workspace and temporary files go. */
  readonly directory: string
}

/** A job that did not run. */
export function notRun(id: string, result: 'cancelled' | 'skipped', name = id): JobEnd {
  const nothing = { outputs: {}, steps: [], permissions: {}, environment: null, annotations: [] }
  return { id, name, result, ...nothing, workspace: '', summary: '' }
}

/** The name of a combination of a job. */
export function nameOf(id: string, job: JobOfFile, combination: Combination, contexts: Contexts): string {
  if (job.name !== undefined) return evaluatedText(job.name, { ...contexts, matrix: combination })
  const values = Object.values(combination)
  return values.length === 0 ? id : `${id} (${values.join(', ')})`
}

/** Runs the steps of a job, and then what our action left to do. */
export async function runJob(start: JobStart): Promise<JobEnd> {
  const { id, job, permissions } = start
  const running = begun(start)
  for (const step of job.steps) running.ends.push(await runStep(step, running))
  running.ends.push(...(await runPosts(running)))
  const steps = running.ends
  const contexts = contextsOf(running)
  return {
    id,
    name: nameOf(id, job, start.combination, contexts),
    result: running.status === 'failure' && !isOn(job['continue-on-error'], contexts) ? 'failure' : 'success',
    outputs: evaluatedTexts(job.outputs, contexts),
    steps,
    permissions,
    environment: job.environment === undefined ? null : evaluatedText(job.environment, contexts),
    workspace: running.place.workspace,
    annotations: steps.flatMap(({ annotations }) => annotations),
    summary: steps.map(({ summary }) => summary).join(''),
  }
}

function begun(start: JobStart): RunningJob {
  const { job, workflow, run, setting, permissions } = start
  const place = placeOf(start)
  const given = {
    ...start.given,
    secrets: { ...Object(start.given.secrets), GITHUB_TOKEN: place.token },
    matrix: start.combination,
    strategy: { 'fail-fast': job.strategy?.['fail-fast'] ?? true },
  }
  const contexts = { ...given, github: githubContext(run, place), runner: runnerContext(place), env: {} }
  const general = evaluatedTexts(workflow.env, contexts)
  const env = { ...general, ...evaluatedTexts(job.env, { ...contexts, env: general }) }
  let number = 0
  return {
    ...{ setting, run, place, permissions, given, env },
    variables: runnerVariables(run, place),
    ...{ path: [], posts: [], ends: [] },
    status: 'success',
    nextNumber: () => ++number,
  }
}

function placeOf({ id, job, combination, run, api, directory, given }: JobStart): JobPlace {
  const workspace = join(directory, 'workspace')
  const temporary = join(directory, 'temporary')
  for (const path of [workspace, temporary]) mkdirSync(path, { recursive: true })
  const eventFile = join(temporary, 'event.json')
  writeFileSync(eventFile, JSON.stringify(run.event.payload))
  const contexts = { ...given, matrix: combination }
  const labels = job['runs-on'].map((label) => evaluatedText(label, contexts))
  const isSelfHosted = labels.includes('self-hosted')
  return { id, workspace, temporary, eventFile, apiUrl: api.url, token: api.token, isSelfHosted }
}
