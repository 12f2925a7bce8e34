import { resolve } from 'node:path'
import { rejudge } from '../analysis/rejudge.ts'
import { readUntrusted } from '../host/untrusted-file.ts'
import { isCommit } from '../model/commit.ts'
import { decodeJson } from '../model/decoded.ts'
import { describeError, UserError } from '../model/failure.ts'
import { type Github, GithubError, type PullRequest } from '../model/github.ts'
import { type Result, resultSchema } from '../model/result.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { Workflow, WorkflowEvent } from '../model/workflow.ts'
import type { ActionOptions } from '../options/inputs.ts'
import { renderComment, renderSummary } from '../report/markdown.ts'
import { postTable, setOutputs, writeSummary } from './publication.ts'

/** A result of ten thousand rows has about this many bytes; a larger file is no result of ours. */
const LARGEST_BYTES = 64 * 1024 * 1024

/**
 * Posts the comment of a gate that ran in another job or workflow, whose token could only read. Its artifact is the
 * work of the code that was measured: nothing of it is believed but numbers and names that the schema allows, the
 * text is made here, and the pull request is the one that GitHub names.
 */
export async function publishAction(
  { out, key, comment }: ActionOptions,
  workflow: Workflow,
  github: Github,
): Promise<ExitCode> {
  const event = workflow.event()
  const head = headOf(event)
  if (head === null) {
    workflow.log(
      `nothing to publish: the run was for ${event.workflowRun?.event ?? event.name}, no pull request`,
    )
    return 0
  }
  const result = await readResult(`${resolve(workflow.workspace, out)}/results.json`)
  const pullRequest = await pullRequestOf(event, head, result, github)
  if (pullRequest === null) {
    const message = `no open pull request has the head ${head.sha} any more: there is nothing to post`
    workflow.annotate({ level: 'notice', title: 'pairgate: stale', message })
    return 0
  }
  await requireJudged(result, pullRequest, event, github)
  setOutputs(result, workflow)
  await writeSummary(renderSummary(result), workflow)
  const wanted = { pullRequest: pullRequest.number, key, when: comment }
  await postTable(result, renderComment(result), wanted, workflow, github)
  return 0
}

interface Head {
  readonly sha: string
  readonly branch: string | null
  readonly repository: string | null
}

/** The head that was measured; null where it was no pull request's. */
function headOf({ name, pullRequest, workflowRun }: WorkflowEvent): Head | null {
  if (workflowRun !== null) {
    if (!/^pull_request/.test(workflowRun.event)) return null
    return {
      sha: workflowRun.headSha,
      branch: workflowRun.headBranch,
      repository: workflowRun.headRepository,
    }
  }
  if (pullRequest !== null) return { sha: pullRequest.headSha, branch: null, repository: null }
  throw new UserError(
    `mode: publish has nothing to publish for the event ${name}: use it in a workflow that runs on workflow_run, or in a later job of one that runs on pull_request`,
  )
}

async function readResult(path: string): Promise<Result> {
  const decoded = decodeJson(resultSchema, await readUntrusted(path, LARGEST_BYTES))
  switch (decoded.kind) {
    case 'ok':
      return rejudge(decoded.value)
    case 'malformed':
      throw new UserError(`${path} is no result of this pairgate, and nothing of it is published`, {
        cause: new Error(decoded.reason.slice(0, 1000)),
      })
  }
}

/** The pull request that GitHub names; null where its head moved on or it was closed. */
async function pullRequestOf(
  event: WorkflowEvent,
  head: Head,
  { revisions }: Result,
  github: Github,
): Promise<PullRequest | null> {
  if (event.pullRequest !== null) {
    return { number: event.pullRequest.number, headSha: head.sha, mergeSha: event.sha }
  }
  const found = await known(() => github.pullRequestsWithHead(head))
  if (found.length <= 1) return found[0] ?? null
  // One head may be proposed to several branches: the merge that was measured tells them apart.
  const merged = found.filter(({ mergeSha }) => mergeSha === revisions.candidate.version)
  if (merged.length === 1) return merged[0] ?? null
  throw new UserError(
    `${found.length} open pull requests have the head ${head.sha} (${found.map(({ number }) => `#${number}`).join(', ')}), and none of their merges is what was measured: run the check again`,
  )
}

/** The artifact must be about the pull request's head or its merge: a stranger's numbers are not posted. */
async function requireJudged(
  { revisions }: Result,
  { headSha, mergeSha, number }: PullRequest,
  event: WorkflowEvent,
  github: Github,
): Promise<void> {
  const { version } = revisions.candidate
  if (!isCommit(revisions.baseline.version)) {
    throw new UserError('the baseline of the artifact is no commit: nothing of it is published')
  }
  if (version === headSha || (event.pullRequest !== null && version === mergeSha)) return
  const parents = isCommit(version) ? await known(() => github.parentsOf(version)) : []
  if (parents.includes(headSha)) return
  throw new UserError(
    `the artifact is about ${version.slice(0, 64)}, which is neither the head ${headSha} of pull request ${number} nor a merge of it: nothing is published`,
  )
}

async function known<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof GithubError)) throw error
    throw new UserError(
      `GitHub did not tell which pull request was measured: ${describeError(error)}. The job needs the permissions \`pull-requests: write\` and \`contents: read\``,
      { cause: error },
    )
  }
}
