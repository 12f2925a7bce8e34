import type { ArtifactStore } from './artifact-store.ts'
import type { Contexts, Status } from './expression.ts'
import type { Permissions } from './permissions.ts'
import { githubContext, type JobPlace, type RunIdentity, runnerContext } from './run-context.ts'
import type { StepEnd } from './step.ts'

/** What the driver gives to all jobs of all runs. */
export interface JobSetting {
  readonly repository: string
  readonly artifacts: ArtifactStore
  readonly node: string
  /** The directory of our action. */
  readonly action: string
}

/** What our action left to do at the end of the job. */
interface Post {
  readonly name: string
  readonly program: string
  readonly condition: string
  readonly environment: Readonly<Record<string, string>>
}

/** A job between its steps. */
export interface RunningJob {
  readonly setting: JobSetting
  readonly run: RunIdentity
  readonly place: JobPlace
  readonly permissions: Permissions
  readonly variables: Readonly<Record<string, string>>
  /** The contexts that no step changes: inputs, vars, secrets, needs, matrix, strategy. */
  readonly given: Contexts
  /** What the workflow, the job and GITHUB_ENV set so far. */
  readonly env: Record<string, string>
  readonly path: string[]
  readonly posts: Post[]
  readonly ends: StepEnd[]
  status: 'success' | 'failure'
  nextNumber(): number
}

/** What an expression in the next step can name. */
export function contextsOf(job: RunningJob): Contexts {
  const withId = job.ends.flatMap(({ id, outcome, conclusion, outputs }) =>
    id === null ? [] : [[id, { outcome, conclusion, outputs }]],
  )
  return {
    ...job.given,
    github: githubContext(job.run, job.place),
    runner: runnerContext(job.place),
    env: job.env,
    steps: Object.fromEntries(withId),
    job: { status: job.status },
  }
}

/** What the status functions answer in the next step. */
export function statusOf({ status }: RunningJob): Status {
  return { success: status === 'success', failure: status === 'failure', cancelled: false }
}
