import { type Answer, refusal } from './answer.ts'
import type { Pull } from './pulls.ts'
import type { State } from './state.ts'

/**
 * The pull requests that a commit belongs to: merged and open ones whose head comes from it while their base does not,
 * or that were merged as it.
 */
export function associatedPulls(state: State, sha: string): readonly Pull[] | Answer {
  const known = state.commits.some((commit) => commit.sha === sha)
  const pulls = state.pulls
    .filter((pull) => pull.state === 'open' || pull.merged)
    .filter((pull) => pull.merge_commit_sha === sha || isBetween(state, sha, pull.base.sha, pull.head.sha))
  if (pulls.length === 0 && !known) return refusal(422, `No commit found for SHA: ${sha}`)
  return pulls
}

function isBetween(state: State, sha: string, base: string, head: string): boolean {
  return ancestry(state, head).has(sha) && !ancestry(state, base).has(sha)
}

function ancestry({ commits }: State, tip: string): ReadonlySet<string> {
  const seen = new Set([tip])
  // A set takes what is added while it is walked.
  for (const sha of seen) {
    for (const parent of commits.find((commit) => commit.sha === sha)?.parents ?? []) seen.add(parent.sha)
  }
  return seen
}
