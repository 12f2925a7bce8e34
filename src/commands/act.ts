import { resolve } from 'node:path'
import { exitCodeOf } from '../analysis/exit.ts'
import { gate } from '../gate.ts'
import { createHost } from '../host/host.ts'
import { interruption } from '../host/interruption.ts'
import type { Event } from '../model/event.ts'
import { describeError, UserError } from '../model/failure.ts'
import type { Comparison, Result } from '../model/result.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { Workflow } from '../model/workflow.ts'
import { optionsOf } from '../options/inputs.ts'
import { revisionsOf } from '../options/revisions.ts'
import { renderComment, renderSummary } from '../report/markdown.ts'
import { advanceProgress, initialProgress, plainLine } from '../report/progress.ts'
import { renderTerminal } from '../report/terminal.ts'

const LOG_WIDTH = 140

/** The action: runs the gate for the workflow's event and publishes its result; returns the exit code of the check. */
export async function act(
  workflow: Workflow,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ExitCode> {
  try {
    const result = await runFor(workflow, environment)
    if (result === null) {
      workflow.setOutput('conclusion', 'invalid')
      return 2
    }
    await publish(result, workflow)
    return exitCodeOf(result)
  } catch (error) {
    report(error, workflow)
    workflow.setOutput('conclusion', 'invalid')
    return 2
  }
}

async function runFor(
  workflow: Workflow,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result | null> {
  const options = optionsOf((name) => workflow.input(name))
  const revisions = revisionsOf(workflow.event, options.request)
  workflow.log(`comparing ${revisions.candidate} with ${revisions.baseline}: ${revisions.policy}`)
  const out = resolve(workflow.workspace, options.out)
  workflow.setOutput('results-dir', out)
  using interrupted = interruption()
  const log = (line: string) => workflow.log(line)
  const host = createHost({ environment, signal: interrupted.signal, log, echo: log })
  const { baseline, candidate } = revisions
  const request = { ...options.request, baseline, candidate, repository: workflow.workspace }
  const progress = groupedLog(workflow)
  const { result, failure } = await gate(request, out, host, (event) =>
    progress.hear(event, host.clock.monotonicMs()),
  )
  progress.end()
  if (failure !== null) report(failure, workflow)
  return result
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
  for (const row of result.comparisons) annotateRow(row, workflow)
  for (const { arm, reason } of result.troubles) {
    workflow.annotate({
      level: 'error',
      title: arm === null ? 'pairgate: invalid run' : `pairgate: ${arm}`,
      message: reason,
    })
  }
  workflow.setOutput('conclusion', result.conclusion)
  workflow.setOutput('regressions', String(result.summary.verdicts.regression))
  workflow.setOutput('baseline-sha', result.revisions.baseline.version)
  workflow.setOutput('candidate-sha', result.revisions.candidate.version)
  await writeSummary(result, workflow)
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
  if (exitCodeOf(result) !== 0) {
    workflow.annotate({
      level: 'error',
      title: `pairgate: ${result.conclusion}`,
      message: result.summary.headline,
    })
  }
}

/** What cannot be published never changes the verdict. */
async function writeSummary(result: Result, workflow: Workflow): Promise<void> {
  try {
    await workflow.writeSummary(renderSummary(result))
  } catch (error) {
    const message = `the step summary could not be written: ${describeError(error)} The verdict is unchanged.`
    workflow.annotate({ level: 'warning', title: 'pairgate: no summary', message })
  }
}

function annotateRow(row: Comparison, workflow: Workflow): void {
  if (row.verdict === 'regression' && row.delta_pct !== null && row.interval_pct !== null) {
    const { low, high } = row.interval_pct
    workflow.annotate({
      level: 'error',
      title: `pairgate: ${row.id} is slower`,
      message: `${row.delta_pct.toFixed(2)} % slower (95 % interval ${low.toFixed(2)}..${high.toFixed(2)} %)`,
    })
  }
  if (row.status === 'wrong-result' || row.status === 'invalid') {
    workflow.annotate({
      level: 'error',
      title: `pairgate: ${row.id} is ${row.status}`,
      message: row.reason ?? '',
    })
  }
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
