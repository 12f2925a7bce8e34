import { z } from 'zod'
import { decode } from '../model/decoded.ts'
import type { WorkflowEvent } from '../model/workflow.ts'

const repositorySchema = z.object({ full_name: z.string() }).nullish()

const payloadSchema = z.object({
  repository: z.object({ default_branch: z.string().optional() }).nullish(),
  pull_request: z
    .object({
      number: z.int().positive(),
      head: z.object({ sha: z.string(), repo: repositorySchema }),
      base: z.object({ ref: z.string() }),
    })
    .nullish(),
  before: z.string().nullish(),
  merge_group: z.object({ base_sha: z.string() }).nullish(),
  workflow_run: z
    .object({
      id: z.int().positive(),
      event: z.string(),
      head_sha: z.string(),
      head_branch: z.string().nullish(),
      head_repository: repositorySchema,
    })
    .nullish(),
})

/** The runner's variables that an event is told by, beside its payload. */
type Variables = Readonly<Record<string, string | undefined>>

/** Decodes the payload and the runner's variables. Throws where they are not as GitHub describes them. */
export function decodeEvent(payload: unknown, variables: Variables): WorkflowEvent {
  const name = variables.GITHUB_EVENT_NAME ?? ''
  const decoded = decode(payloadSchema, payload)
  if (decoded.kind === 'malformed') {
    throw new Error(`the payload of the event ${name} is not as GitHub describes it: ${decoded.reason}`)
  }
  const { repository, pull_request: pull, before, merge_group: group, workflow_run: run } = decoded.value
  return {
    name,
    sha: variables.GITHUB_SHA ?? '',
    ref: variables.GITHUB_REF ?? '',
    repository: variables.GITHUB_REPOSITORY ?? '',
    defaultBranch: repository?.default_branch ?? null,
    pullRequest: pull
      ? {
          number: pull.number,
          headSha: pull.head.sha,
          headRepository: pull.head.repo?.full_name ?? null,
          baseBranch: pull.base.ref,
        }
      : null,
    before: before ?? null,
    mergeGroupBase: group?.base_sha ?? null,
    workflowRun: run
      ? {
          id: run.id,
          event: run.event,
          headSha: run.head_sha,
          headBranch: run.head_branch ?? null,
          headRepository: run.head_repository?.full_name ?? null,
        }
      : null,
    runId: numberIn(variables, 'GITHUB_RUN_ID'),
    runNumber: numberIn(variables, 'GITHUB_RUN_NUMBER'),
    attempt: numberIn(variables, 'GITHUB_RUN_ATTEMPT'),
    workflowFile: fileIn(variables.GITHUB_WORKFLOW_REF ?? ''),
    // What is not known to be a machine of GitHub's own is treated as somebody's.
    selfHosted: variables.RUNNER_ENVIRONMENT !== 'github-hosted',
  }
}

function numberIn(variables: Variables, name: string): number {
  const text = variables[name] ?? ''
  return /^\d+$/.test(text) ? Number(text) : 1
}

/** `nightly.yml` of `owner/name/.github/workflows/nightly.yml@refs/heads/main`. */
function fileIn(workflowRef: string): string {
  return /\/\.github\/workflows\/([^@/]+)@/.exec(workflowRef)?.[1] ?? ''
}
