import { context } from '@actions/github'
import type { Github } from '../model/github.ts'
import { ask, type ClientOptions, createClient, type Target } from './github-client.ts'
import { postComment } from './github-comment.ts'
import { earlierEnds, endOfAttempt } from './github-runs.ts'

/** GitHub's API for the repository of this job. The token is read once it is needed. */
export function createGithub(options: () => ClientOptions): Github {
  let made: Target | undefined
  const target = (): Target => {
    made ??= { client: createClient(options()), ...context.repo }
    return made
  }
  return {
    defaultBranch: () => ask(async () => (await repository(target())).default_branch),
    earlierEnds: (query) => earlierEnds(target(), query),
    endOfAttempt: (runId, attempt, key) => ask(() => endOfAttempt(target(), runId, attempt, key)),
    pullRequestsWithHead: (head) => ask(() => pullRequestsWithHead(target(), head)),
    parentsOf: (commit) => ask(() => parentsOf(target(), commit)),
    comment: (pullRequest, key, markdown, { onlyUpdate }) =>
      postComment(target, { pullRequest, key, markdown, onlyUpdate }),
  }
}

async function repository({ client, owner, repo }: Target) {
  return (await client.rest.repos.get({ owner, repo })).data
}

async function pullRequestsWithHead(
  { client, owner, repo }: Target,
  head: Parameters<Github['pullRequestsWithHead']>[0],
) {
  const account = head.repository?.split('/')[0]
  const byBranch =
    account !== undefined && head.branch !== null
      ? await client.paginate(client.rest.pulls.list, {
          owner,
          repo,
          state: 'open',
          head: `${account}:${head.branch}`,
          per_page: 100,
        })
      : (
          await client.rest.repos.listPullRequestsAssociatedWithCommit({
            owner,
            repo,
            commit_sha: head.sha,
            per_page: 100,
          })
        ).data.filter(({ state }) => state === 'open')
  return byBranch
    .filter((pull) => pull.head.sha === head.sha)
    .map((pull) => ({ number: pull.number, headSha: pull.head.sha, mergeSha: pull.merge_commit_sha }))
}

async function parentsOf({ client, owner, repo }: Target, commit: string) {
  const { data } = await client.rest.git.getCommit({ owner, repo, commit_sha: commit })
  return data.parents.map(({ sha }) => sha)
}
