import { ALONE } from '../command-line.ts'
import { type Event, happeningOf } from './event.ts'

/** What the whole run is told of itself. */
export interface RunIdentity {
  readonly event: Event
  /** The name of the workflow and the path of its file in the repository. */
  readonly workflow: string
  readonly path: string
  readonly id: number
  readonly number: number
  readonly attempt: number
}

/** What a job is told beside that. */
export interface JobPlace {
  readonly id: string
  readonly workspace: string
  readonly temporary: string
  readonly eventFile: string
  readonly apiUrl: string
  readonly token: string
  readonly isSelfHosted: boolean
}

/** The repository of every run. */
export const REPOSITORY = 'acme/fastlib'

const OWNER = 'acme'
const SERVER = 'https://github.com'
const ACTOR = 'octocat'

/** The context `github` of a job. */
export function githubContext(run: RunIdentity, place: JobPlace): Readonly<Record<string, unknown>> {
  const { event } = run
  const { headRef, baseRef } = happeningOf(event)
  return {
    ...{ event: event.payload, event_name: event.name, sha: event.sha, ref: event.ref },
    ...{ ref_name: event.ref.replace(/^refs\/(heads|tags|pull)\//, ''), ref_type: refType(event.ref) },
    ...{ head_ref: headRef, base_ref: baseRef, actor: ACTOR, triggering_actor: ACTOR },
    ...{ repository: REPOSITORY, repository_owner: OWNER, repository_id: '123456' },
    ...{ workflow: run.workflow, workflow_ref: workflowRef(run), workflow_sha: event.sha },
    ...{ run_id: String(run.id), run_number: String(run.number), run_attempt: String(run.attempt) },
    ...{ server_url: SERVER, api_url: place.apiUrl, graphql_url: `${place.apiUrl}/graphql` },
    ...{ job: place.id, workspace: place.workspace, event_path: place.eventFile, token: place.token },
  }
}

/** The context `runner` of a job. */
export function runnerContext(place: JobPlace): Readonly<Record<string, string>> {
  return {
    ...{ name: 'runner', os: 'Linux', arch: process.arch === 'arm64' ? 'ARM64' : 'X64' },
    ...{ temp: place.temporary, tool_cache: place.temporary },
    environment: place.isSelfHosted ? 'self-hosted' : 'github-hosted',
  }
}

/** The variables that the runner gives every step of a job; the token is not one of them. */
export function runnerVariables(run: RunIdentity, place: JobPlace): Readonly<Record<string, string>> {
  const { event: _, token: __, ...github } = githubContext(run, place)
  const named = (prefix: string, context: Readonly<Record<string, unknown>>) =>
    Object.entries(context).map(([name, value]) => [`${prefix}_${name.toUpperCase()}`, String(value)])
  return {
    ...{ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', CI: 'true', GITHUB_ACTIONS: 'true' },
    ...ALONE,
    ...Object.fromEntries(named('GITHUB', github)),
    ...Object.fromEntries(named('RUNNER', runnerContext(place))),
  }
}

function workflowRef({ event, path }: RunIdentity): string {
  return `${REPOSITORY}/${path}@${event.ref}`
}

function refType(ref: string): string {
  return ref.startsWith('refs/tags/') ? 'tag' : 'branch'
}
