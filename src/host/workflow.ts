import * as core from '@actions/core'
import { context, getOctokit } from '@actions/github'
import { z } from 'zod'
import { describeError } from '../model/failure.ts'
import type { Annotation, CommentOutcome, Workflow, WorkflowEvent } from '../model/workflow.ts'

const payloadSchema = z.object({
  pull_request: z.object({ number: z.int().positive(), head: z.object({ sha: z.string() }) }).optional(),
  before: z.string().optional(),
})

/** The job that this process runs in, by way of the runner's environment and GitHub's API. */
export function currentWorkflow(): Workflow {
  return {
    event: currentEvent,
    workspace: process.env.GITHUB_WORKSPACE ?? process.cwd(),
    input: (name) => core.getInput(name),
    setOutput: (name, value) => core.setOutput(name, value),
    log: (text) => core.info(inert(text)),
    startGroup: (name) => core.startGroup(name),
    endGroup: () => core.endGroup(),
    annotate,
    writeSummary: async (markdown) => {
      if (process.env.GITHUB_STEP_SUMMARY === undefined) return
      await core.summary.addRaw(markdown, true).write()
    },
    comment: (key, markdown) => comment(currentEvent(), core.getInput('token'), key, markdown),
  }
}

function currentEvent(): WorkflowEvent {
  const payload = payloadSchema.safeParse(context.payload)
  if (!payload.success) {
    throw new Error(`the payload of the event ${context.eventName} is not as GitHub describes it`, {
      cause: payload.error,
    })
  }
  const { pull_request: pullRequest, before } = payload.data
  return {
    name: context.eventName,
    sha: context.sha,
    pullRequest:
      pullRequest === undefined ? null : { number: pullRequest.number, headSha: pullRequest.head.sha },
    before: before ?? null,
  }
}

/**
 * Text whose lines the runner takes for no command: builds and benchmarks are hostile, and `::error::` or `##[group]`
 * in what they print would speak in our name.
 */
function inert(text: string): string {
  return text
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map((line) => (COMMAND.test(line) ? `| ${line}` : line).replace(OLD_COMMAND, '## ['))
    .join('\n')
}

/**
 * The runner trims a line and compares as its culture does, which passes over soft hyphens, zeros and the like:
 * whatever it may not see before or within `::` and `##[` is guarded.
 */
const COMMAND = /^[^\x21-\x7e]*:[^\x21-\x7e]*:/
const OLD_COMMAND = /#[^\x20-\x7e]*#[^\x20-\x7e]*\[/g

function annotate({ level, title, message }: Annotation): void {
  switch (level) {
    case 'error':
      core.error(message, { title })
      break
    case 'warning':
      core.warning(message, { title })
      break
    case 'notice':
      core.notice(message, { title })
      break
  }
}

async function comment(
  event: WorkflowEvent,
  token: string,
  key: string,
  markdown: string,
): Promise<CommentOutcome> {
  if (event.pullRequest === null) return { kind: 'no-pull-request' }
  if (token === '') return { kind: 'refused', reason: 'the input `token` is empty.' }
  const octokit = getOctokit(token)
  const marker = `<!-- pairgate: ${key} -->`
  const body = `${marker}\n${markdown}`
  const target = { ...context.repo, issue_number: event.pullRequest.number }
  try {
    const isOurs = await authorship(octokit)
    const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, { ...target, per_page: 100 })
    for await (const { data } of pages) {
      // The marker stands at the start: a comment that quotes ours is not ours.
      const earlier = data.find((one) => one.body?.startsWith(marker) === true && isOurs(one.user))
      if (earlier === undefined) continue
      const updated = await octokit.rest.issues.updateComment({
        ...context.repo,
        comment_id: earlier.id,
        body,
      })
      return { kind: 'posted', url: updated.data.html_url }
    }
    const created = await octokit.rest.issues.createComment({ ...target, body })
    return { kind: 'posted', url: created.data.html_url }
  } catch (error) {
    return { kind: 'refused', reason: refusalOf(error) }
  }
}

type Author = { readonly login: string; readonly type: string } | null

/** Tells our own comments: by login for a person's token; a job's or an app's token may not ask who it is. */
async function authorship(octokit: ReturnType<typeof getOctokit>): Promise<(author: Author) => boolean> {
  try {
    const { login } = (await octokit.rest.users.getAuthenticated()).data
    return (author) => author?.login === login
  } catch {
    return (author) => author?.type === 'Bot'
  }
}

function refusalOf(error: unknown): string {
  const status = z.object({ status: z.number() }).safeParse(error)
  const permission =
    status.success && (status.data.status === 403 || status.data.status === 404)
      ? ' The job needs the permission `pull-requests: write`, which workflows of forks never get.'
      : ''
  return `${describeError(error)}.${permission}`
}
