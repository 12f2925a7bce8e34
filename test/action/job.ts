import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ALONE, type Ended, ended } from '../command-line.ts'
import type { GithubServer } from '../github/server.ts'
import { TOKEN } from '../github/state.ts'
import type { RunnerEvent } from './events.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const actionSchema = z.object({ inputs: z.record(z.string(), z.object({ default: z.string() })) })

/** What the runner gives an action for inputs that the workflow does not name. */
const DEFAULTS = Object.fromEntries(
  Object.entries(actionSchema.parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'))).inputs).map(
    ([name, input]) => [name, input.default.replace(/^\$\{\{ github\.token \}\}$/, TOKEN)],
  ),
)

/** The bundle of a step of the action, as `action.yml` names it. */
export function bundle(step: 'main' | 'post'): string {
  const runs = z.object({ runs: z.object({ main: z.string(), post: z.string() }) })
  return join(ROOT, runs.parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'))).runs[step])
}

/** A job of a workflow with this action in it. */
export interface JobPlan {
  /** The checked-out repository. */
  readonly workspace: string
  readonly server: GithubServer
  readonly event: RunnerEvent
  /** What stands in `with:`, beside the shortest protocol that can fail a check. */
  readonly inputs?: Readonly<Record<string, string>>
  /** The runner's variables that are not as usual. */
  readonly variables?: Readonly<Record<string, string>>
  /** The Node that the runner starts the action with. */
  readonly node?: string
}

/** How a job ended, and what it left for the runner. */
export interface JobEnd extends Ended {
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
  /** What stayed behind in the directory for temporary files. */
  readonly left: readonly string[]
}

/** A job before it starts: disposing removes its files. */
export interface Job extends Disposable {
  readonly env: Readonly<Record<string, string>>
  /** The machine's directory for temporary files, which this job has to itself. */
  readonly temporary: string
  outputs(): Readonly<Record<string, string>>
  summary(): string
}

/** Lays out what a runner prepares before it starts a step. */
export function prepareJob({ workspace, server, event, inputs = {}, variables = {} }: JobPlan): Job {
  const files = mkdtempSync(join(tmpdir(), 'runner-'))
  const place = (name: string) => join(files, name)
  for (const name of ['output', 'summary', 'state', 'env', 'path']) writeFileSync(place(name), '')
  for (const name of ['tmp', 'temp', 'tools']) mkdirSync(place(name))
  const payload = typeof event.payload === 'string' ? event.payload : JSON.stringify(event.payload)
  writeFileSync(place('event.json'), payload)
  const given = Object.entries({ ...DEFAULTS, protocol: 'development', ...inputs })
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TMPDIR: place('tmp'), CI: 'true' },
    ...ALONE,
    ...runnerVariables(server, event, workspace),
    GITHUB_EVENT_PATH: place('event.json'),
    ...{ GITHUB_OUTPUT: place('output'), GITHUB_STEP_SUMMARY: place('summary') },
    ...{ GITHUB_STATE: place('state'), GITHUB_ENV: place('env'), GITHUB_PATH: place('path') },
    ...{ RUNNER_TEMP: place('temp'), RUNNER_TOOL_CACHE: place('tools') },
    ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    ...variables,
  }
  return {
    env,
    temporary: place('tmp'),
    outputs: () => outputsIn(readFileSync(place('output'), 'utf8')),
    summary: () => readFileSync(place('summary'), 'utf8'),
    [Symbol.dispose]: () => rmSync(files, { recursive: true, force: true }),
  }
}

/** Runs the bundled action as a runner would: inputs and event by environment and files. */
export async function runJob(plan: JobPlan): Promise<JobEnd> {
  using job = prepareJob(plan)
  const end = await runStep('main', job, plan)
  return { ...end, outputs: job.outputs(), summary: job.summary(), left: readdirSync(job.temporary) }
}

/** Runs one step of a job to its end. */
export async function runStep(
  step: 'main' | 'post',
  { env }: Job,
  { workspace, node = process.execPath }: Pick<JobPlan, 'workspace' | 'node'>,
): Promise<Ended> {
  const child = spawn(node, [bundle(step)], { cwd: workspace, env })
  child.stdin.end()
  return ended(child)
}

function runnerVariables(server: GithubServer, event: RunnerEvent, workspace: string) {
  return {
    GITHUB_ACTIONS: 'true',
    ...{ GITHUB_REPOSITORY: 'acme/fastlib', GITHUB_REPOSITORY_OWNER: 'acme', GITHUB_ACTOR: 'octocat' },
    ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_API_URL: server.url },
    ...{ GITHUB_WORKFLOW: 'pairgate', GITHUB_JOB: 'gate', GITHUB_WORKSPACE: workspace },
    GITHUB_WORKFLOW_REF: `acme/fastlib/.github/workflows/pairgate.yml@${event.ref}`,
    ...{ GITHUB_RUN_ID: '9000', GITHUB_RUN_NUMBER: '90', GITHUB_RUN_ATTEMPT: '1' },
    ...{ GITHUB_EVENT_NAME: event.name, GITHUB_SHA: event.sha, GITHUB_REF: event.ref },
    ...{ GITHUB_REF_NAME: event.ref.replace(/^refs\/(heads|tags|pull)\//, ''), GITHUB_REF_TYPE: 'branch' },
    ...{ RUNNER_OS: 'Linux', RUNNER_ARCH: 'X64', RUNNER_NAME: 'GitHub Actions 1' },
    RUNNER_ENVIRONMENT: 'github-hosted',
    ACTIONS_RUNTIME_TOKEN: 'runtime-secret',
  }
}

function outputsIn(written: string): Record<string, string> {
  const values = written.matchAll(/^(.+?)<<(\S+)\n([\s\S]*?)\n\2$/gm)
  return Object.fromEntries([...values].map(([, name = '', , value = '']) => [name, value]))
}
