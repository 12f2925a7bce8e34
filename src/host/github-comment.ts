import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '../model/failure.ts'
import { type CommentOutcome, GithubError } from '../model/github.ts'
import { ask, type Client, type Target } from './github-client.ts'

/** The comment to be on a pull request: one for each key. */
export interface WantedComment {
  readonly pullRequest: number
  readonly key: string
  readonly markdown: string
  /** Whether none is posted where there is none yet. */
  readonly onlyUpdate: boolean
}

const ATTEMPTS = 3
const BETWEEN_MS = 2000

/** Posts the comment or updates it. Throws nothing that GitHub answers. */
export async function postComment(target: () => Target, wanted: WantedComment): Promise<CommentOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(() => post(target(), wanted))
    } catch (error) {
      if (!(error instanceof GithubError)) throw error
      // A comment may have been made although its answer never came: it is looked for again, never made twice.
      const unsure = error.status === null || error.status >= 500
      if (!unsure || attempt === ATTEMPTS) return { kind: 'refused', reason: refusalOf(error) }
      await sleep(BETWEEN_MS)
    }
  }
}

async function post(target: Target, wanted: WantedComment): Promise<CommentOutcome> {
  const { client, owner, repo } = target
  const marker = `<!-- pairgate: ${inertKey(wanted.key)} -->`
  const body = `${marker}\n${wanted.markdown}`
  const earlier = await findOwn(target, wanted.pullRequest, marker)
  if (earlier !== null) {
    const updated = await client.rest.issues.updateComment({ owner, repo, comment_id: earlier, body })
    return { kind: 'posted', url: updated.data.html_url }
  }
  if (wanted.onlyUpdate) return { kind: 'not-wanted' }
  const created = await client.rest.issues.createComment({
    owner,
    repo,
    issue_number: wanted.pullRequest,
    body,
    request: { retries: 0 },
  })
  return { kind: 'posted', url: created.data.html_url }
}

/** The number of our own comment that begins with `marker`: one that only quotes it is not ours. */
async function findOwn({ client, owner, repo }: Target, pullRequest: number, marker: string) {
  const isOurs = await authorship(client)
  const pages = client.paginate.iterator(client.rest.issues.listComments, {
    owner,
    repo,
    issue_number: pullRequest,
    per_page: 100,
  })
  for await (const { data } of pages) {
    const found = data.find((one) => one.body?.startsWith(marker) === true && isOurs(one.user))
    if (found !== undefined) return found.id
  }
  return null
}

type Author = { readonly login: string; readonly type: string } | null

/** Tells our own comments: by login for a person's token; a job's or an app's token may not ask who it is. */
async function authorship(client: Client): Promise<(author: Author) => boolean> {
  try {
    const { login } = (await client.rest.users.getAuthenticated()).data
    return (author) => author?.login === login
  } catch (error) {
    const isRefused =
      error instanceof Error && 'status' in error && (error.status === 401 || error.status === 403)
    if (!isRefused) throw error
    return (author) => author?.type === 'Bot'
  }
}

/** A key that cannot end the comment it stands in. */
function inertKey(key: string): string {
  return key.replace(/[^\w .:/-]/g, '_').replaceAll('--', '-_')
}

function refusalOf(error: GithubError): string {
  const permission =
    error.status === 401 || error.status === 403 || error.status === 404
      ? ' The job needs the permission `pull-requests: write`, which workflows of forks never get.'
      : ''
  return `${describeError(error)}.${permission}`
}
