import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Annotation, annotationsIn } from './annotation.ts'
import { checkout } from './checkout.ts'
import { commandFiles, type Written } from './command-files.ts'
import { evaluatedText, evaluatedTexts, holds, isOn } from './expression.ts'
import { ourAction } from './our-action.ts'
import { contextsOf, type RunningJob, statusOf } from './running-job.ts'
import { runCommand, type StepCommand } from './step-process.ts'
import type { StepOfFile } from './workflow-file.ts'

export type Outcome = 'success' | 'failure' | 'skipped'

/** How a step ended: `outcome` as it was, `conclusion` as the job takes it. */
export interface StepEnd {
  readonly id: string | null
  readonly name: string
  readonly outcome: Outcome
  readonly conclusion: Outcome
  readonly outputs: Readonly<Record<string, string>>
  readonly log: string
  readonly annotations: readonly Annotation[]
  readonly summary: string
}

interface Done {
  readonly succeeded: boolean
  readonly log: string
  readonly written: Written | null
}

/** Runs a step of a job, unless its condition says no. */
export async function runStep(step: StepOfFile, job: RunningJob): Promise<StepEnd> {
  const named = { id: step.id ?? null, name: step.name ?? step.uses ?? step.run?.split('\n')[0] ?? '' }
  const contexts = contextsOf(job)
  if (!holds(step.if, contexts, statusOf(job))) return { ...named, ...SKIPPED }
  const env = { ...job.env, ...evaluatedTexts(step.env, contexts) }
  const done = await performed(() => perform(step, env, job))
  const end = ended(done, isOn(step['continue-on-error'], { ...contexts, env }))
  if (end.conclusion === 'failure') job.status = 'failure'
  return { ...named, ...end }
}

/** Runs what our action left to do at the end of the job, the last of its steps first. */
export async function runPosts(job: RunningJob): Promise<readonly StepEnd[]> {
  const ends: StepEnd[] = []
  for (const { name, program, condition, environment } of job.posts.toReversed()) {
    const named = { id: null, name: `Post ${name}` }
    if (!holds(condition, contextsOf(job), statusOf(job))) {
      ends.push({ ...named, ...SKIPPED })
      continue
    }
    const start = () => execute({ program: job.setting.node, args: [program], env: environment }, job)
    const end = ended(await performed(start), false)
    if (end.conclusion === 'failure') job.status = 'failure'
    ends.push({ ...named, ...end })
  }
  return ends
}

const SKIPPED = {
  ...({ outcome: 'skipped', conclusion: 'skipped' } as const),
  ...{ outputs: {}, log: '', annotations: [], summary: '' },
}

function ended({ succeeded, log, written }: Done, continues: boolean): Omit<StepEnd, 'id' | 'name'> {
  return {
    outcome: succeeded ? 'success' : 'failure',
    conclusion: succeeded || continues ? 'success' : 'failure',
    outputs: written?.outputs ?? {},
    log,
    annotations: annotationsIn(log),
    summary: written?.summary ?? '',
  }
}

/** What an action refuses fails its step, not the driver. */
async function performed(perform: () => Promise<Done>): Promise<Done> {
  try {
    return await perform()
  } catch (error) {
    if (error instanceof UnknownAction) throw error
    return { succeeded: false, log: `::error::${String(error)}\n`, written: null }
  }
}

class UnknownAction extends Error {}

async function perform(
  step: StepOfFile,
  env: Readonly<Record<string, string>>,
  job: RunningJob,
): Promise<Done> {
  const contexts = { ...contextsOf(job), env }
  if (step.run !== undefined) return runScript(step, evaluatedText(step.run, contexts), env, job)
  const uses = step.uses ?? ''
  const inputs = evaluatedTexts(step.with, contexts)
  const { workspace } = job.place
  const run = job.run.id
  switch (uses.split('@')[0]) {
    case '.':
    case './':
    case 'pairgate/pairgate':
      return runOurs(step, inputs, env, job)
    case 'actions/checkout': {
      const { repository } = job.setting
      return did(checkout(inputs, { repository, workspace, event: job.run.event, token: job.place.token }))
    }
    case 'actions/upload-artifact':
      return did(job.setting.artifacts.upload(inputs, run, workspace))
    case 'actions/download-artifact':
      return did(job.setting.artifacts.download(inputs, run, workspace, 'actions' in job.permissions))
    default:
      throw new UnknownAction(`the driver does not know the action ${uses}`)
  }
}

function did(log: string): Done {
  return { succeeded: true, log, written: null }
}

/** A script as the runner starts it: with `-o pipefail` only where the shell is named. */
async function runScript(
  step: StepOfFile,
  script: string,
  env: Readonly<Record<string, string>>,
  job: RunningJob,
): Promise<Done> {
  const file = join(job.place.temporary, `script-${job.nextNumber()}.sh`)
  writeFileSync(file, script)
  const directory = resolve(job.place.workspace, step['working-directory'] ?? '')
  const strict = ['--noprofile', '--norc', '-eo', 'pipefail']
  switch (step.shell) {
    case 'bash':
      return execute({ program: 'bash', args: [...strict, file], env, cwd: directory }, job)
    case 'sh':
      return execute({ program: 'sh', args: ['-e', file], env, cwd: directory }, job)
    case undefined:
      return execute({ program: 'bash', args: ['-e', file], env, cwd: directory }, job)
  }
}

async function runOurs(
  step: StepOfFile,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
  job: RunningJob,
): Promise<Done> {
  const action = ourAction(job.setting.action)
  const { environment: given, warnings } = action.prepare(inputs, contextsOf(job))
  // What the runner gives to actions alone, and no script sees.
  const runtime = { ACTIONS_RUNTIME_TOKEN: 'runtime-secret', ACTIONS_RUNTIME_URL: job.place.apiUrl }
  const environment = { ...env, ...given, ...runtime, GITHUB_ACTION: step.id ?? '__pairgate' }
  const done = await execute({ program: job.setting.node, args: [action.main], env: environment }, job)
  if (action.post !== null) {
    const state = Object.entries(done.written?.state ?? {}).map(([name, value]) => [`STATE_${name}`, value])
    job.posts.push({
      name: step.name ?? step.uses ?? '',
      program: action.post,
      condition: action.postIf,
      environment: { ...environment, ...Object.fromEntries(state) },
    })
  }
  return { ...done, log: warnings + done.log }
}

/** Starts a process in the environment of the job and takes over what it wrote for the steps after it. */
async function execute(
  { program, args, env, cwd }: Omit<StepCommand, 'cwd'> & { readonly cwd?: string },
  job: RunningJob,
): Promise<Done> {
  const files = commandFiles(join(job.place.temporary, `files-${job.nextNumber()}`))
  const variables = { ...job.variables, ...env, ...files.environment }
  const path = [...job.path, variables.PATH].join(':')
  const command = { program, args, cwd: cwd ?? job.place.workspace, env: { ...variables, PATH: path } }
  const { code, log } = await runCommand(command)
  const written = files.read()
  Object.assign(job.env, written.env)
  job.path.unshift(...written.path.toReversed())
  return { succeeded: code === 0, log, written }
}
