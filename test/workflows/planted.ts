import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { toldTime } from '../action/told-time.ts'
import { toyRepository } from '../toy-repository.ts'
import { type Driver, workflowDriver } from './driver.ts'
import type { Event } from './event.ts'
import type { Api } from './job.ts'
import type { Permissions } from './permissions.ts'

const EXAMPLES = resolve(import.meta.dirname, '../../examples/workflows')
const PAYLOADS = resolve(import.meta.dirname, '../fixtures/github')

/** A repository with a planted slowdown in a branch, that branch's merge into main, and a driver on it. */
export interface Planted extends Disposable {
  readonly driver: Driver
  readonly baseline: string
  readonly head: string
  readonly merge: string
}

/** Makes them; `vars` are those of the repository, and `reach` is how jobs come to the API. */
export function planted(
  vars: Readonly<Record<string, string>> = {},
  reach?: (permissions: Permissions) => Promise<Api>,
): Planted {
  const repository = toyRepository()
  const git = (...args: string[]) =>
    execFileSync('git', [...NAMED, ...args], { cwd: repository.directory, encoding: 'utf8' }).trim()
  const baseline = repository.commit(toldTime(20))
  git('switch', '--quiet', '--create', 'parser')
  const head = repository.commit(toldTime(200))
  git('switch', '--quiet', 'main')
  git('merge', '--quiet', '--no-ff', '--no-edit', 'parser')
  const merge = git('rev-parse', 'HEAD')
  const driver = workflowDriver({
    ...{ repository: repository.directory, vars },
    ...(reach === undefined ? {} : { reach }),
  })
  return {
    ...{ driver, baseline, head, merge },
    [Symbol.dispose]() {
      driver[Symbol.dispose]()
      repository[Symbol.dispose]()
    },
  }
}

const NAMED = ['-c', 'user.name=toy', '-c', 'user.email=toy@example.invalid']

/** The text of a workflow to copy. */
export function example(name: string): string {
  return readFileSync(join(EXAMPLES, name), 'utf8')
}

/** The example with the short protocol wherever it measures. */
export function shortened(name: string): string {
  const protocol = '          protocol: development\n'
  return example(name).replaceAll(/^ {10}(comment: never|baseline: .*)\n/gm, (line) => line + protocol)
}

/** The pull request 7 with that branch. */
export function pullRequest({ merge, head }: Planted): Event {
  const payload = JSON.parse(readFileSync(join(PAYLOADS, 'pull_request.json'), 'utf8'))
  payload.pull_request.head.sha = head
  return { name: 'pull_request', payload, sha: merge, ref: 'refs/pull/7/merge' }
}

/** The same from a fork. */
export function forkOf({ payload, ...event }: Event): Event {
  const text = JSON.stringify(payload).replace('"full_name":"acme/fastlib"', '"full_name":"mallory/fastlib"')
  return { ...event, payload: JSON.parse(text) }
}
