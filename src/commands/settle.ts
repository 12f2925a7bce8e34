import type { History } from '../host/history.ts'
import { MissingCommit } from '../host/remote.ts'
import { isCommit } from '../model/commit.ts'
import { UserError } from '../model/failure.ts'
import { type Github, GithubError } from '../model/github.ts'
import type { WorkflowEvent } from '../model/workflow.ts'
import type { RevisionPlan } from '../options/revisions.ts'

/** The commits to compare, and by which rule the baseline was chosen, in words. */
export interface SettledRevisions {
  readonly baseline: string
  /** A commit, or `worktree`. */
  readonly candidate: string
  readonly policy: string
  /** Whether nothing changed since the last verdict, so that the run measures the machine's own noise. */
  readonly isRepeat: boolean
}

/** Where a plan's commits are looked up. */
export interface Lookup {
  readonly event: WorkflowEvent
  readonly history: History
  readonly github: Github
  /** Tells the ends of this comparison from those of others in the same workflow. */
  readonly key: string
  readonly warn: (message: string) => void
}

/** Looks a plan's commits up. Throws a UserError where the baseline cannot be known: it is never guessed. */
export async function settle(plan: RevisionPlan, lookup: Lookup): Promise<SettledRevisions> {
  const { history, event } = lookup
  const { policy } = plan
  const isWorktree = plan.candidate === 'worktree'
  // The uncommitted state stands on the commit that is checked out.
  const candidate = await history.commitOf(isWorktree ? 'HEAD' : plan.candidate)
  const end = (baseline: string, words: string, isRepeat = false): SettledRevisions => ({
    baseline,
    candidate: isWorktree ? 'worktree' : candidate,
    policy: words,
    isRepeat,
  })
  switch (policy.kind) {
    case 'given': {
      if (isCommit(policy.ref))
        return end(await history.commitOf(policy.ref), 'the baseline that the input names')
      const frozen = await earlierAttempt(lookup, candidate)
      if (frozen !== null)
        return end(await history.commitOf(frozen), `${policy.ref} as the first attempt found it`)
      return end(await history.commitOf(policy.ref), `${policy.ref}, the baseline that the input names`)
    }
    case 'first-parent': {
      const [parent] = await history.parentsOf(candidate)
      if (parent === undefined) throw new UserError(`${candidate} has no parent: give the input \`baseline\``)
      return end(
        await history.commitOf(parent),
        'the merge of the pull request against its first parent, the tip of the base branch that was merged',
      )
    }
    case 'commit':
      return end(await history.commitOf(policy.sha), 'the merge group against what it is merged into')
    case 'before': {
      const ancestor = await beforeThePush(policy.sha, candidate, history)
      if (ancestor) return end(policy.sha, 'the pushed commit against the one before the push')
      const frozen = await earlierAttempt(lookup, candidate)
      if (frozen !== null) {
        return end(await history.commitOf(frozen), 'the merge base that the first attempt found')
      }
      const branch = await defaultBranch(lookup)
      if (event.ref === `refs/heads/${branch}`) {
        throw new UserError(
          `the commit before the push, ${policy.sha}, is no ancestor of ${candidate}, and this is the default branch: give the input \`baseline\``,
        )
      }
      const words = 'the commit before the push is no ancestor'
      return end(await mergeBaseWith(branch, candidate, lookup), `${words}: ${mergeBaseWords(branch)}`)
    }
    case 'merge-base': {
      const frozen = await earlierAttempt(lookup, candidate)
      const branch = policy.branch ?? (await defaultBranch(lookup))
      const words = mergeBaseWords(branch)
      if (frozen !== null)
        return end(await history.commitOf(frozen), `${words}, as the first attempt found it`)
      if (policy.branch === null && event.ref === `refs/heads/${branch}` && candidate === event.sha) {
        throw new UserError(
          `${event.name} on the default branch ${branch} does not tell what to compare with: give the input \`baseline\` (a commit, branch or tag)`,
        )
      }
      return end(await mergeBaseWith(branch, candidate, lookup), words)
    }
    case 'last-verdict': {
      const frozen = await earlierAttempt(lookup, candidate)
      if (frozen === null) return await sinceLastVerdict(candidate, lookup)
      const words = 'the commit that the first attempt of this run compared with'
      return end(await history.commitOf(frozen), words, frozen === candidate)
    }
  }
}

function mergeBaseWords(branch: string): string {
  return `the merge base of the candidate and the branch ${branch}`
}

async function beforeThePush(before: string, candidate: string, history: History): Promise<boolean> {
  try {
    return (await history.mergeBaseOf(before, candidate)) === before
  } catch (error) {
    // A commit that was pushed over may be gone from the server.
    if (error instanceof MissingCommit) return false
    throw error
  }
}

async function defaultBranch({ event, github }: Lookup): Promise<string> {
  return event.defaultBranch ?? (await asked(() => github.defaultBranch(), 'contents: read'))
}

async function mergeBaseWith(branch: string, candidate: string, { event, history }: Lookup): Promise<string> {
  const tip = await history.tipOf(branch)
  const base = await history.mergeBaseOf(tip, candidate)
  if (base === null) {
    throw new UserError(
      `${candidate} has no history in common with the branch ${branch}: give the input \`baseline\``,
    )
  }
  // A branch that was just made has nothing of its own yet; anything else would be compared with itself, and be green.
  const isNewBranch = event.name === 'push' && event.ref.startsWith('refs/heads/')
  if (base === candidate && !isNewBranch) {
    throw new UserError(
      `${candidate} is part of the branch ${branch} already, so its merge base is itself: give the input \`baseline\``,
    )
  }
  return base
}

/** The baseline of an earlier attempt of this run: branches move, and a re-run keeps what it compares with. */
async function earlierAttempt(
  { event, github, key, warn }: Lookup,
  candidate: string,
): Promise<string | null> {
  for (let attempt = 1; attempt < event.attempt; attempt++) {
    try {
      const earlier = await github.endOfAttempt(event.runId, attempt, key)
      if (earlier !== null && earlier.candidate === candidate) return earlier.baseline
    } catch (error) {
      if (!(error instanceof GithubError)) throw error
      warn(
        `this is attempt ${event.attempt}, and what the first one compared with could not be read (${error.message}): the baseline is looked up anew. ${READ_RUNS}`,
      )
      return null
    }
  }
  return null
}

const READ_RUNS = 'The job needs the permissions `actions: read` and `checks: read` for it.'

async function sinceLastVerdict(candidate: string, lookup: Lookup): Promise<SettledRevisions> {
  const { event, github, history, key } = lookup
  const branch = event.ref.replace(/^refs\/heads\//, '')
  const query = {
    workflowFile: event.workflowFile,
    branch,
    event: event.name,
    before: event.runNumber,
    key,
  }
  const last = await asked(async () => {
    for await (const end of github.earlierEnds(query)) {
      if (end.conclusion === 'pass' || end.conclusion === 'regression') return end.candidate
    }
    return null
  }, 'actions: read` and `checks: read')
  if (last === null) {
    const words =
      'no earlier run came to a verdict: the commit against itself, which shows the noise of this machine'
    return { baseline: candidate, candidate, policy: words, isRepeat: true }
  }
  const baseline = await history.commitOf(last)
  const words = 'the commit that the newest earlier run with a verdict judged'
  if (baseline !== candidate) return { baseline, candidate, policy: words, isRepeat: false }
  return {
    baseline,
    candidate,
    policy: `${words}, which is this one: the same commit twice shows the noise of this machine`,
    isRepeat: true,
  }
}

/** What GitHub answers, or a UserError with the permission that the job may lack. */
async function asked<T>(question: () => Promise<T>, permissions: string): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof GithubError)) throw error
    const advice =
      error.status === 401 || error.status === 403 || error.status === 404
        ? `: give the job the permissions \`${permissions}\`, or the input \`baseline\``
        : ': run it again, or give the input `baseline`'
    throw new UserError(`GitHub did not tell the baseline${advice}`, { cause: error })
  }
}
