import { expect, test } from 'vitest'
import { commitOf } from '../github/objects.ts'
import { pullOf } from '../github/pulls.ts'
import { type GithubServer, githubServer } from '../github/server.ts'
import { type Comment, TOKEN } from '../github/state.ts'
import { example, forkOf, type Planted, planted, pullRequest, shortened } from './planted.ts'

/** GitHub for the jobs of a run: each has a token that may do what its job asks for, and all see the same comments. */
async function published(
  names: readonly string[],
  isFork: boolean,
): Promise<{ readonly comments: readonly Comment[]; readonly results: readonly string[] }> {
  const comments: Comment[] = []
  const servers: GithubServer[] = []
  let facts: Pick<Planted, 'baseline' | 'head' | 'merge'> | undefined
  using at = planted({}, async (permissions) => {
    const { baseline = '', head = '', merge = '' } = facts ?? {}
    const from = { sha: head, ref: 'parser', repository: isFork ? 'mallory/fastlib' : 'acme/fastlib' }
    const server = await githubServer({
      ...{ comments, permissions: { ...permissions } },
      pulls: [pullOf({ number: 7, head: from })],
      commits: [commitOf({ sha: merge, parents: [baseline, head] })],
    })
    servers.push(server)
    return { url: server.url, token: TOKEN }
  })
  facts = at
  const event = isFork ? forkOf(pullRequest(at)) : pullRequest(at)
  const [gate = '', publish] = names
  const measured = await at.driver.run(shortened(gate), event)
  const jobs = [...measured.jobs]
  if (publish !== undefined) {
    const ended = { id: measured.id, event: 'pull_request', conclusion: 'failure', head_branch: 'parser' }
    const run = { ...ended, head_sha: at.head, head_repository: { full_name: 'mallory/fastlib' } }
    const heard = { name: 'workflow_run', sha: at.baseline, ref: 'refs/heads/main' }
    jobs.push(...(await at.driver.run(example(publish), { ...heard, payload: { workflow_run: run } })).jobs)
  }
  for (const server of servers) await server[Symbol.asyncDispose]()
  return { comments, results: jobs.map(({ name, result }) => `${name} ${result}`) }
}

test.each([
  ['pull-request.yml', [], false],
  ['fork-measure.yml', ['fork-publish.yml'], true],
])('%s %j: the job that measured is red, and another one posts its table', async (gate, publish, isFork) => {
  const { comments, results } = await published([gate, ...publish], isFork)
  expect(results).toEqual(['gate failure', 'publish success'])
  expect(comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^<!-- pairgate: default -->\n### 🔴 pairgate: regression[\s\S]*spin/),
  ])
})
