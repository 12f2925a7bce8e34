import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { z } from 'zod'
import type { Event } from './event.ts'

const inputsSchema = z.strictObject({
  ref: z.string().default(''),
  'fetch-depth': z.string().default('1'),
  'persist-credentials': z.string().default('true'),
})

/** What `actions/checkout` does: fetches the event's commit, or another ref, as deep as it is asked. */
export function checkout(
  inputs: Readonly<Record<string, string>>,
  {
    repository,
    workspace,
    event,
    token,
  }: { repository: string; workspace: string; event: Event; token: string },
): string {
  const asked = inputsSchema.parse(inputs)
  mkdirSync(workspace, { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: workspace, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  git('init', '--quiet', '--initial-branch=unborn')
  git('remote', 'add', 'origin', `file://${repository}`)
  const wanted = asked.ref === '' ? event.sha : asked.ref
  if (asked['fetch-depth'] === '0') {
    git('fetch', '--quiet', 'origin', '+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*')
    git('fetch', '--quiet', 'origin', wanted)
  } else {
    git('fetch', '--quiet', '--no-tags', `--depth=${asked['fetch-depth']}`, 'origin', wanted)
  }
  const branch = asked.ref === '' && /^refs\/heads\/(.+)$/.exec(event.ref)?.[1]
  git('checkout', '--quiet', ...(branch ? ['-B', branch] : ['--detach']), 'FETCH_HEAD')
  if (asked['persist-credentials'] === 'true') {
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
    git('config', 'http.https://github.com/.extraheader', `AUTHORIZATION: basic ${basic}`)
  }
  return `checked out ${git('rev-parse', 'HEAD')}\n`
}
