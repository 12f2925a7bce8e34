import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { artifactStore } from './artifact-store.ts'
import { type Event, happeningOf, inputsGiven } from './event.ts'
import type { Api, JobEnd } from './job.ts'
import { runJobs } from './jobs.ts'
import type { Permissions } from './permissions.ts'
import { decodeWorkflow } from './workflow-file.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** What a test says of the repository and of GitHub. */
export interface Setting {
  /** The repository that checkouts clone; the event's commit is in it. */
  readonly repository: string
  /** Variables of the repository. */
  readonly vars?: Readonly<Record<string, string>>
  readonly secrets?: Readonly<Record<string, string>>
  /** How a job with these permissions reaches the API; by default nothing answers there. */
  readonly reach?: (permissions: Permissions) => Api | Promise<Api>
  /** The Node that runs our action. */
  readonly node?: string
  /** The directory of our action; this repository unless given. */
  readonly action?: string
}

/** How a run of a workflow ended. */
export interface Run {
  readonly id: number
  readonly number: number
  readonly attempt: number
  readonly conclusion: 'success' | 'failure'
  readonly jobs: readonly JobEnd[]
  /** The directory of each artifact, by its name. */
  readonly artifacts: Readonly<Record<string, string>>
  readonly summary: string
  /** The job of this name, which has to be there. */
  job(name: string): JobEnd
}

/** Runs workflows as GitHub's runner does, step by step; its directories live as long as it. */
export interface Driver extends Disposable {
  /** Runs the text of a workflow, at `path` in the repository, for an event; `again` makes it another attempt. */
  run(text: string, event: Event, how?: { readonly path?: string; readonly again?: Run }): Promise<Run>
}

/** Makes a driver; its artifacts are kept from run to run. */
export function workflowDriver(setting: Setting): Driver {
  const directory = mkdtempSync(join(tmpdir(), 'pairgate-driver-'))
  const artifacts = artifactStore(join(directory, 'artifacts'))
  const numbers = new Map<string, number>()
  let runs = 0
  return {
    async run(text, event, { path = '.github/workflows/pairgate.yml', again } = {}) {
      const workflow = decodeWorkflow(text)
      const inputs = inputsGiven(workflow, event)
      if (again === undefined) numbers.set(path, (numbers.get(path) ?? 0) + 1)
      const id = again?.id ?? FIRST_RUN + runs++
      const number = again?.number ?? numbers.get(path) ?? 1
      const attempt = (again?.attempt ?? 0) + 1
      // A fork's pull request is given no secret.
      const secrets = happeningOf(event).isOfFork ? {} : (setting.secrets ?? {})
      const jobs = await runJobs({
        workflow,
        run: { event, workflow: workflow.name ?? path, path, id, number, attempt },
        setting: {
          ...{ repository: setting.repository, artifacts },
          ...{ node: setting.node ?? process.execPath, action: setting.action ?? ROOT },
        },
        reach: setting.reach ?? (() => UNREACHABLE),
        given: { inputs, vars: setting.vars ?? {}, secrets },
        directory: join(directory, `run-${id}-${attempt}`),
      })
      return {
        ...{ id, number, attempt, jobs },
        conclusion: jobs.some(({ result }) => result === 'failure') ? 'failure' : 'success',
        artifacts: artifacts.of(id),
        summary: jobs.map(({ summary }) => summary).join(''),
        job: (name) => named(jobs, name),
      }
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}

const FIRST_RUN = 7001

/** The port is one that nothing listens on. */
const UNREACHABLE: Api = { url: 'http://127.0.0.1:9', token: 'ghs_tokenOfNoServer' }

function named(jobs: readonly JobEnd[], name: string): JobEnd {
  const job = jobs.find((one) => one.name === name)
  if (job === undefined) throw new Error(`no job ${name}: ${jobs.map((one) => one.name).join(', ')}`)
  return job
}
