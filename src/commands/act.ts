import { describeError, UserError } from '../model/failure.ts'
import type { Github } from '../model/github.ts'
import type { ExitCode } from '../model/verdict.ts'
import type { Workflow } from '../model/workflow.ts'
import { optionsOf } from '../options/inputs.ts'
import { renderFailure } from '../report/markdown.ts'
import { gateAction } from './gate-action.ts'
import { writeSummary } from './publication.ts'
import { publishAction } from './publish-action.ts'

/** The action: gates the workflow's event, or publishes what a gate found; returns the exit code of the check. */
export async function act(
  workflow: Workflow,
  github: Github,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ExitCode> {
  try {
    const options = optionsOf((name) => workflow.input(name))
    switch (options.mode) {
      case 'gate': {
        const { failure, exitCode } = await gateAction(options, workflow, github, environment)
        if (exitCode === null) return await fail(failure, workflow)
        if (failure !== null) report(failure, workflow)
        return exitCode
      }
      case 'publish':
        return await publishAction(options, workflow, github)
    }
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

function report(error: unknown, workflow: Workflow): void {
  const message =
    error instanceof UserError
      ? describeError(error)
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  workflow.annotate({ level: 'error', title: 'pairgate', message })
}
