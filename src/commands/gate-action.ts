import { resolve } from 'node:path'
import { exitCodeOf } from '../analysis/exit.ts'
import { gatingRegressions } from '../analysis/gating.ts'
import { type GateEnd, gate } from '../gate.ts'
import { type History, openHistory } from '../host/history.ts'
import { createHost } from '../host/host.ts'
import { interruption } from '../host/interruption.ts'
import type { Event } from '../model/event.ts'
import type { Github } from '../model/github.ts'
import type { Result } from '../model/result.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { Workflow, WorkflowEvent } from '../model/workflow.ts'
import { requireApproval, runsWithRights } from '../options/approval.ts'
import type { ActionOptions } from '../options/inputs.ts'
import { revisionsOf } from '../options/revisions.ts'
import { renderComment, renderSummary } from '../report/markdown.ts'
import { advanceProgress, initialProgress } from '../report/progress.ts'
import { plainLine } from '../report/progress-line.ts'
import { renderTerminal } from '../report/terminal.ts'
import { annotationsOf } from './annotations.ts'
import { postTable, setOutputs, writeSummary } from './publication.ts'
import { settle } from './settle.ts'

type Variables = Readonly<Record<string, string | undefined>>

const LOG_WIDTH = 140

/** Gates the workflow's event and publishes the result; the exit code is null where there is no result. */
export async function gateAction(
  options: ActionOptions,
  workflow: Workflow,
  github: Github,
  environment: Variables,
): Promise<{ readonly failure: unknown; readonly exitCode: ExitCode | null }> {
  const { result, failure } = await runFor(options, workflow, github, environment)
  if (result === null) return { failure, exitCode: null }
  const exitCode = exitFor(result, options.trouble)
  await publish(result, exitCode !== 0, options, workflow, github)
  return { failure, exitCode }
}

/** The exit code of the check: with `trouble: warn` an invalid run fails for its regressions alone. */
function exitFor(result: Result, trouble: ActionOptions['trouble']): ExitCode {
  if (trouble === 'fail' || result.conclusion !== 'invalid') return exitCodeOf(result)
  return gatingRegressions(result).length > 0 ? 1 : 0
}

async function runFor(
  options: ActionOptions,
  workflow: Workflow,
  github: Github,
  environment: Variables,
): Promise<GateEnd> {
  const event = workflow.event()
  const plan = revisionsOf(event, options.request)
  const out = resolve(workflow.workspace, options.out)
  workflow.setOutput('results-dir', out)
  using interrupted = interruption()
  const { signal } = interrupted
  await using history = await openHistory(workflow.workspace, remoteOf(event, options.token, environment), {
    environment,
    signal,
  })
  const revisions = await settle(plan, {
    event,
    history,
    github,
    key: options.key,
    warn: (message) => workflow.annotate({ level: 'warning', title: 'pairgate: baseline', message }),
  })
  requireApproval(event, await toBeBuilt(revisions.candidate, history), options.approvedSha)
  await requireOwnBaseline(revisions.baseline, event, options.approvedSha, history)
  const { baseline, candidate, policy } = revisions
  workflow.log(`candidate ${candidate}\nbaseline  ${baseline}\n          ${policy}`)
  const log = (line: string) => workflow.log(line)
  const host = createHost({ environment, signal, log, echo: log })
  const request = {
    ...options.request,
    baseline,
    candidate,
    policy,
    history: history.directory,
    measureIdentical: options.request.measureIdentical || revisions.isRepeat,
    repository: workflow.workspace,
  }
  const progress = groupedLog(workflow)
  const end = await gate(request, out, host, (event) => progress.hear(event, host.clock.monotonicMs()))
  progress.end()
  return end
}

function remoteOf({ repository }: WorkflowEvent, token: string, environment: Variables) {
  const server = environment.GITHUB_SERVER_URL ?? 'https://github.com'
  return { url: `${server}/${repository}.git`, server, token }
}

/** With the rights of the repository, what is compared with is built too: it has to be of the branch that it says. */
async function requireOwnBaseline(
  baseline: string,
  event: WorkflowEvent,
  approvedSha: string,
  history: History,
): Promise<void> {
  if (!runsWithRights(event)) return
  const base = event.pullRequest === null ? event.sha : await history.tipOf(event.pullRequest.baseBranch)
  if ((await history.mergeBaseOf(baseline, base)) === baseline) return
  requireApproval(event, { commit: baseline, parents: [] }, approvedSha)
}

/** The uncommitted state is that of the commit which is checked out. */
async function toBeBuilt(candidate: string, history: History) {
  const commit = candidate === 'worktree' ? await history.commitOf('HEAD') : candidate
  return { commit, parents: await history.parentsOf(commit) }
}

/** Builds in one group of the log, measurements in another, with plain lines of progress. */
function groupedLog(workflow: Workflow): { hear(event: Event, nowMs: number): void; end(): void } {
  let state = initialProgress
  let shown = initialProgress
  let building = true
  workflow.startGroup('Build')
  return {
    hear(event, nowMs) {
      if (building && event.type === 'listing') {
        building = false
        workflow.endGroup()
        workflow.startGroup('Measure')
      }
      state = advanceProgress(state, event, nowMs)
      const line = plainLine(state, shown)
      if (line === null) return
      shown = state
      workflow.log(line)
    },
    end: () => workflow.endGroup(),
  }
}

async function publish(
  result: Result,
  fails: boolean,
  { comment, key }: ActionOptions,
  workflow: Workflow,
  github: Github,
): Promise<void> {
  workflow.log(renderTerminal(result, { width: LOG_WIDTH, color: true }))
  for (const annotation of annotationsOf(result, key, fails)) workflow.annotate(annotation)
  setOutputs(result, workflow)
  await writeSummary(renderSummary(result), workflow)
  const { pullRequest } = workflow.event()
  if (pullRequest === null) return
  await postTable(
    result,
    renderComment(result),
    { pullRequest: pullRequest.number, key, when: comment },
    workflow,
    github,
  )
}
