import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** An event as the runner tells an action of it. */
export interface RunnerEvent {
  readonly name: string
  /** The payload, or the text of the file in its place. */
  readonly payload: unknown
  readonly sha: string
  readonly ref: string
}

type Fields = { readonly [name: string]: unknown }

/** A recorded payload with `changes` in it. */
function recorded(name: string, changes: Fields): unknown {
  const file = resolve(import.meta.dirname, `../fixtures/github/${name}.json`)
  return changed(JSON.parse(readFileSync(file, 'utf8')), changes)
}

function changed(value: unknown, changes: Fields): unknown {
  const fields = isFields(value) ? value : {}
  const entries = Object.entries(changes).map(([name, change]) => [
    name,
    isFields(change) ? changed(fields[name], change) : change,
  ])
  return { ...fields, ...Object.fromEntries(entries) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The pull request 7 into main: `merge` is what GitHub made of `head` and the branch; `from` is where it comes from, null
 * for a fork that was deleted.
 */
export function pullRequest({
  head,
  base,
  merge,
  from = 'acme/fastlib',
}: {
  readonly head: string
  readonly base: string
  readonly merge: string
  readonly from?: string | null
}): RunnerEvent {
  const repo = from === null ? null : { full_name: from, fork: from !== 'acme/fastlib' }
  const payload = recorded('pull_request', {
    after: head,
    pull_request: { head: { sha: head, repo }, base: { sha: base } },
  })
  return { name: 'pull_request', payload, sha: merge, ref: 'refs/pull/7/merge' }
}

/** The same pull request by the event that runs on the base branch, at `base`. */
export function pullRequestTarget(pull: Omit<Parameters<typeof pullRequest>[0], 'merge'>): RunnerEvent {
  const { payload } = pullRequest({ ...pull, merge: pull.base })
  return { name: 'pull_request_target', payload, sha: pull.base, ref: 'refs/heads/main' }
}

/** A push that took `branch` from `before` to `after`. */
export function push(before: string, after: string, branch = 'main', forced = false): RunnerEvent {
  const ref = `refs/heads/${branch}`
  const created = /^0+$/.test(before)
  const payload = recorded('push', { ref, before, after, created, forced, head_commit: { id: after } })
  return { name: 'push', payload, sha: after, ref }
}

/** A night on main at `sha`. */
export function schedule(sha: string): RunnerEvent {
  return { name: 'schedule', payload: recorded('schedule', {}), sha, ref: 'refs/heads/main' }
}

/** A run that somebody started on `branch`. */
export function dispatch(sha: string, branch = 'main'): RunnerEvent {
  const ref = `refs/heads/${branch}`
  return { name: 'workflow_dispatch', payload: recorded('workflow_dispatch', { ref }), sha, ref }
}

/** A group of the merge queue: `head` is what main becomes after `base`. */
export function mergeGroup(head: string, base: string): RunnerEvent {
  const ref = `refs/heads/gh-readonly-queue/main/pr-7-${base}`
  const group = { head_sha: head, head_ref: ref, base_sha: base, head_commit: { id: head } }
  return { name: 'merge_group', payload: recorded('merge_group', { merge_group: group }), sha: head, ref }
}

/** The end of a run for the pull request with `head`, heard on main at `sha`. */
export function workflowRun(sha: string, head: string, changes: Fields = {}): RunnerEvent {
  const run = { head_sha: head, head_commit: { id: head }, ...changes }
  const payload = recorded('workflow_run', { workflow_run: run })
  return { name: 'workflow_run', payload, sha, ref: 'refs/heads/main' }
}
