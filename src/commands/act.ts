import { resolve } from 'node:path'
import { exitCodeOf } from '../analysis/exit.ts'
import { type GateEnd, gate } from '../gate.ts'
import { createHost } from '../host/host.ts'
import { interruption } from '../host/interruption.ts'
import type { Event } from '../model/event.ts'
import { describeError, UserError } from '../model/failure.ts'
import type { Comparison, Result } from '../model/result.ts'
import type { ExitCode, RowStatus } from '../model/verdict.ts'
import type { Annotation, Workflow } from '../model/workflow.ts'
import { optionsOf } from '../options/inputs.ts'
import { revisionsOf } from '../options/revisions.ts'
import { renderComment, renderFailure, renderSummary } from '../report/markdown.ts'
import { advanceProgress, initialProgress, plainLine } from '../report/progress.ts'
import { renderTerminal } from '../report/terminal.ts'

const LOG_WIDTH = 140

/** The action: runs the gate for the workflow's event and publishes its result; returns the exit code of the check. */
export async function act(
  workflow: Workflow,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ExitCode> {
  try {
    const { result, failure } = await runFor(workflow, environment)
    if (result === null) return await fail(failure, workflow)
    await publish(result, workflow)
    if (failure !== null) report(failure, workflow)
    return exitCodeOf(result)
  } catch (error) {
    return await fail(error, workflow)
  }
}

/** What is left to say where there is no result: an annotation, a summary, the conclusion. */
async function fail(error: unknown, workflow: Workflow): Promise<ExitCode> {
  report(error, workflow)
  workflow.setOutput('conclusion', 'invalid')
  await writeSummary(renderFailure(describeError(error)), workflow)
  return 2
}

async function runFor(
  workflow: Workflow,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<GateEnd> {
  const options = optionsOf((name) => workflow.input(name))
  const revisions = revisionsOf(workflow.event(), options.request)
  workflow.log(`comparing ${revisions.candidate} with ${revisions.baseline}: ${revisions.policy}`)
  const out = resolve(workflow.workspace, options.out)
  workflow.setOutput('results-dir', out)
  using interrupted = interruption()
  const log = (line: string) => workflow.log(line)
  const host = createHost({ environment, signal: interrupted.signal, log, echo: log })
  const { baseline, candidate } = revisions
  const request = { ...options.request, baseline, candidate, repository: workflow.workspace }
  const progress = groupedLog(workflow)
  const end = await gate(request, out, host, (event) => progress.hear(event, host.clock.monotonicMs()))
  progress.end()
  return end
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

async function publish(result: Result, workflow: Workflow): Promise<void> {
  workflow.log(renderTerminal(result, { width: LOG_WIDTH, color: true }))
  for (const annotation of annotationsOf(result)) workflow.annotate(annotation)
  workflow.setOutput('conclusion', result.conclusion)
  workflow.setOutput('regressions', String(result.summary.verdicts.regression))
  workflow.setOutput('baseline-sha', result.revisions.baseline.version)
  workflow.setOutput('candidate-sha', result.revisions.candidate.version)
  await writeSummary(renderSummary(result), workflow)
  const outcome = await workflow.comment(workflow.input('comment-key'), renderComment(result))
  switch (outcome.kind) {
    case 'posted':
      workflow.setOutput('comment-url', outcome.url)
      break
    case 'no-pull-request':
      break
    case 'refused':
      workflow.annotate({
        level: 'warning',
        title: 'pairgate: no comment',
        message: `${outcome.reason} The table is in the step summary; the verdict is unchanged.`,
      })
      break
  }
}

/** What cannot be published never changes the verdict. */
async function writeSummary(markdown: string, workflow: Workflow): Promise<void> {
  try {
    await workflow.writeSummary(markdown)
  } catch (error) {
    const message = `the step summary could not be written: ${describeError(error)} The verdict is unchanged.`
    workflow.annotate({ level: 'warning', title: 'pairgate: no summary', message })
  }
}

/** What stands beside the table on the check's page, worst first: GitHub shows about ten of a step. */
function annotationsOf(result: Result): readonly Annotation[] {
  const { comparisons, conclusion, summary, troubles } = result
  const withStatus = (status: RowStatus) => comparisons.filter((row) => row.status === status)
  const regressions = comparisons
    .filter(({ verdict }) => verdict === 'regression')
    .toSorted((a, b) => (b.delta_pct ?? 0) - (a.delta_pct ?? 0))
  return [
    ...(exitCodeOf(result) === 0 ? [] : [errorOf(conclusion, summary.headline)]),
    ...withStatus('wrong-result').map((row) => errorOf(`${row.id} is wrong-result`, row.reason ?? '')),
    ...regressions.map(annotationOf),
    ...withStatus('invalid').map((row) => errorOf(`${row.id} is invalid`, row.reason ?? '')),
    ...troubles.map(({ arm, reason }) => errorOf(arm ?? 'invalid run', reason)),
  ]
}

function annotationOf({ id, delta_pct, interval_pct }: Comparison): Annotation {
  const interval =
    interval_pct === null
      ? ''
      : ` (95 % interval ${interval_pct.low.toFixed(2)}..${interval_pct.high.toFixed(2)} %)`
  return errorOf(`${id} is slower`, `${(delta_pct ?? 0).toFixed(2)} % slower${interval}`)
}

function errorOf(title: string, message: string): Annotation {
  return { level: 'error', title: `pairgate: ${title}`, message }
}

function report(error: unknown, workflow: Workflow): void {
  const message =
    error instanceof UserError
      ? describeError(error)
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  workflow.annotate({ level: 'error', title: 'pairgate', message })
}
