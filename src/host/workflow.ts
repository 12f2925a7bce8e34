import * as core from '@actions/core'
import { context } from '@actions/github'
import type { Annotation, Workflow } from '../model/workflow.ts'
import { decodeEvent } from './event-payload.ts'

/** The job that this process runs in, by way of the runner's environment. */
export function currentWorkflow(): Workflow {
  return {
    event: () => decodeEvent(context.payload, process.env),
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
