import { describeError } from '../model/failure.ts'
import type { Github } from '../model/github.ts'
import type { Result } from '../model/result.ts'
import type { Workflow } from '../model/workflow.ts'
import type { CommentPolicy } from '../options/inputs.ts'

/** What later steps of the job may read. */
export function setOutputs({ conclusion, summary, revisions }: Result, workflow: Workflow): void {
  workflow.setOutput('conclusion', conclusion)
  workflow.setOutput('regressions', String(summary.verdicts.regression))
  workflow.setOutput('baseline-sha', revisions.baseline.version)
  workflow.setOutput('candidate-sha', revisions.candidate.version)
}

/** What cannot be published never changes the verdict. */
export async function writeSummary(markdown: string, workflow: Workflow): Promise<void> {
  try {
    await workflow.writeSummary(markdown)
  } catch (error) {
    const message = `the step summary could not be written: ${describeError(error)} The verdict is unchanged.`
    workflow.annotate({ level: 'warning', title: 'pairgate: no summary', message })
  }
}

/** Posts or updates the comment where the policy wants it, and warns once where GitHub refuses it. */
export async function postTable(
  result: Result,
  markdown: string,
  {
    pullRequest,
    key,
    when,
  }: { readonly pullRequest: number; readonly key: string; readonly when: CommentPolicy },
  workflow: Workflow,
  github: Github,
): Promise<void> {
  if (when === 'never') return
  const onlyUpdate = !isWorthAComment(result, when)
  const outcome = await github.comment(pullRequest, key, markdown, { onlyUpdate })
  switch (outcome.kind) {
    case 'posted':
      workflow.setOutput('comment-url', outcome.url)
      break
    case 'not-wanted':
      break
    case 'refused':
      workflow.annotate({
        level: 'warning',
        title: 'pairgate: no comment',
        message: `${outcome.reason} The table is in the step summary and in comment.md; the verdict is unchanged.`,
      })
      break
  }
}

function isWorthAComment(
  { conclusion, summary: { verdicts, statuses } }: Result,
  when: Exclude<CommentPolicy, 'never'>,
): boolean {
  switch (when) {
    case 'always':
      return true
    case 'on-change':
      return (
        conclusion !== 'pass' ||
        verdicts.regression +
          verdicts.improvement +
          statuses.new +
          statuses.removed +
          statuses['not-comparable'] >
          0
      )
    case 'on-regression':
      return conclusion !== 'pass' || verdicts.regression > 0
  }
}
