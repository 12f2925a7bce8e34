import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ToyRepository, toyRepository } from '../toy-repository.ts'
import { type Driver, type Run, type Setting, workflowDriver } from './driver.ts'
import type { Event } from './event.ts'

interface Bench extends Disposable {
  readonly repository: ToyRepository
  readonly driver: Driver
  readonly sha: string
  /** Runs a workflow of `jobs` for a push. */
  push(jobs: string): Promise<Run>
}

/** A driver on a repository of two commits. */
function bench(setting: Partial<Setting> = {}): Bench {
  const repository = toyRepository()
  const first = repository.commit({ 'file.txt': 'one\n' })
  const sha = repository.commit({ 'file.txt': 'two\n' })
  const driver = workflowDriver({ repository: repository.directory, ...setting })
  const event: Event = { name: 'push', payload: { before: first }, sha, ref: 'refs/heads/main' }
  return {
    ...{ repository, driver, sha },
    push: (jobs) => driver.run(`on: push\n${jobs}`, event),
    [Symbol.dispose]() {
      driver[Symbol.dispose]()
      repository[Symbol.dispose]()
    },
  }
}

function logOf(run: Run, job: string): string {
  return run
    .job(job)
    .steps.map(({ log }) => log)
    .join('')
}

const outcomes = (run: Run, job: string) => run.job(job).steps.map(({ outcome }) => outcome)

test('jobs run after those that they need, with their outputs', async () => {
  using at = bench()
  const run = await at.push(`
jobs:
  second:
    needs: first
    runs-on: ubuntu-24.04
    steps:
      - run: echo "got \${{ needs.first.outputs.word }} from a \${{ needs.first.result }}"
  first:
    runs-on: ubuntu-24.04
    outputs:
      word: \${{ steps.say.outputs.word }}
    steps:
      - id: say
        run: echo word=hello >> "$GITHUB_OUTPUT"
`)
  expect(run.jobs.map(({ id }) => id)).toEqual(['first', 'second'])
  expect(logOf(run, 'second')).toBe('got hello from a success\n')
  expect(run.conclusion).toBe('success')
})

test('after a failure only what asks for it runs', async () => {
  using at = bench()
  const run = await at.push(`
jobs:
  red:
    runs-on: ubuntu-24.04
    steps:
      - run: exit 3
      - run: echo never
      - if: always()
        run: echo always
      - if: failure() && github.event_name == 'push'
        run: echo failure
      - if: \${{ !cancelled() }}
        run: echo not cancelled
  after: {needs: red, runs-on: ubuntu-24.04, steps: [{run: echo}]}
  always: {needs: red, if: always(), runs-on: ubuntu-24.04, steps: [{run: echo}]}
  afterwards: {needs: after, if: "!cancelled() && needs.after.result != 'skipped'", runs-on: x, steps: [{run: echo}]}
`)
  expect(outcomes(run, 'red')).toEqual(['failure', 'skipped', 'success', 'success', 'success'])
  expect(run.jobs.map(({ id, result }) => `${id} ${result}`)).toEqual([
    'red failure',
    'after skipped',
    'always success',
    'afterwards skipped',
  ])
  expect(run.conclusion).toBe('failure')
})

test('a step that may fail has an outcome beside its conclusion', async () => {
  using at = bench()
  const run = await at.push(`
jobs:
  job:
    runs-on: ubuntu-24.04
    steps:
      - {id: may, run: exit 1, continue-on-error: true}
      - run: echo "\${{ steps.may.outcome }}/\${{ steps.may.conclusion }} \${{ job.status }}"
`)
  expect(logOf(run, 'job')).toBe('failure/success success\n')
})

test('scripts fail at their first failing line, in a pipe only where bash is named', async () => {
  using at = bench()
  const run = await at.push(`
jobs:
  plain: {runs-on: x, steps: [{run: 'false | true'}]}
  named: {runs-on: x, steps: [{run: 'false | true', shell: bash}]}
  first: {runs-on: x, steps: [{run: "false\\necho never"}]}
`)
  expect(run.jobs.map(({ result }) => result)).toEqual(['success', 'failure', 'failure'])
  expect(logOf(run, 'first')).toBe('')
})

test('what a step writes into the files of the runner holds for the steps after it', async () => {
  using at = bench()
  const run = await at.push(`
env: {WHO: workflow, WHERE: here}
jobs:
  job:
    runs-on: ubuntu-24.04
    env: {WHO: job}
    steps:
      - run: |
          printf 'LINES<<END\\none\\ntwo\\nEND\\n' >> "$GITHUB_ENV"
          mkdir tools; printf '#!/bin/sh\\necho found\\n' > tools/finder; chmod +x tools/finder
          echo "$PWD/tools" >> "$GITHUB_PATH"
          echo '# Seen' >> "$GITHUB_STEP_SUMMARY"
      - run: finder; echo "$LINES $WHO $WHERE \${{ env.WHO }}"
        env: {WHO: step}
`)
  expect(run.job('job').steps[1]?.log).toBe('found\none\ntwo step here step\n')
  expect(run.summary).toBe('# Seen\n')
})

test('commands in a log are annotations, but not while commands are stopped', async () => {
  using at = bench()
  const run = await at.push(`
jobs:
  job:
    runs-on: ubuntu-24.04
    steps:
      - run: |
          echo '::warning title=a%3A b::50%25%0Asecond'
          echo '::stop-commands::word'
          echo '::error::forged'
          echo '::word::'
          echo '::notice::seen' >&2
`)
  expect(run.job('job').annotations).toEqual([
    { level: 'warning', title: 'a: b', message: '50%\nsecond' },
    { level: 'notice', title: '', message: 'seen' },
  ])
})

test('a matrix runs every combination, and with fail-fast none after a red one', async () => {
  using at = bench()
  const matrix = (failFast: boolean) => `
jobs:
  job:
    runs-on: [self-hosted, '\${{ matrix.machine }}']
    strategy:
      fail-fast: ${failFast}
      matrix:
        machine: [a, b]
        size: [1, 2]
        exclude: [{machine: b, size: 2}]
        include: [{machine: c, size: 3}, {machine: b, more: yes}]
    steps:
      - run: echo "\${{ matrix.machine }}\${{ matrix.size }}\${{ matrix.more }}"; test \${{ matrix.machine }} = a
`
  const slow = await at.push(matrix(false))
  expect(slow.jobs.map(({ name, result }) => `${name} ${result}`)).toEqual([
    'job (a, 1) success',
    'job (a, 2) success',
    'job (b, 1, yes) failure',
    'job (c, 3) failure',
  ])
  expect(logOf(slow, 'job (b, 1, yes)')).toBe('b1yes\n')
  const fast = await at.push(matrix(true))
  expect(fast.jobs.map(({ result }) => result)).toEqual(['success', 'success', 'failure', 'cancelled'])
})

test('a checkout holds the commit of the event, as deep as it was asked, and no token', async () => {
  using at = bench()
  const run = await at.push(`
jobs:
  shallow:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v5
      - run: cat file.txt; git rev-list --count HEAD; git rev-parse HEAD
  deep:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v5
        with: {fetch-depth: 0, persist-credentials: false}
      - run: git rev-list --count HEAD; git branch --show-current; git config --list | grep -c extraheader || true
  older:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v5
        with: {ref: '\${{ github.event.before }}'}
      - run: cat file.txt
`)
  expect(run.job('shallow').steps[1]?.log).toBe(`two\n1\n${at.sha}\n`)
  expect(run.job('deep').steps[1]?.log).toBe('2\nmain\n0\n')
  expect(run.job('older').steps[1]?.log).toBe('one\n')
})

test('artifacts go from job to job, and to another run whose token may read them', async () => {
  using at = bench()
  const run = await at.push(`
jobs:
  make:
    runs-on: ubuntu-24.04
    steps:
      - run: mkdir -p out/deep; echo yes > out/deep/file; echo no > out/.hidden
      - uses: actions/upload-artifact@v4
        with: {name: things, path: out}
      - uses: actions/upload-artifact@v4
        with: {name: things, path: out}
  take:
    needs: make
    if: always()
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/download-artifact@v4
        with: {name: things, path: in}
      - run: cat in/deep/file
`)
  expect(outcomes(run, 'make')).toEqual(['success', 'success', 'failure'])
  expect(logOf(run, 'take')).toMatch(/^downloaded things\nyes\n$/)
  expect(existsSync(join(run.artifacts.things ?? '', '.hidden'))).toBe(false)
  const taking = (permissions: string, id: number) => `
permissions: ${permissions}
jobs:
  take:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/download-artifact@v4
        with: {name: things, path: in, run-id: ${id}, github-token: '\${{ github.token }}'}
`
  expect((await at.push(taking('{actions: read}', run.id))).conclusion).toBe('success')
  const refused = await at.push(taking('{}', run.id))
  expect(refused.job('take').annotations[0]?.message).toContain('actions: read')
  expect((await at.push(taking('{actions: read}', run.id + 50))).conclusion).toBe('failure')
})

test('a token may do what the job names, or else the workflow; that of a fork writes nothing', async () => {
  const asked: unknown[] = []
  using at = bench({
    secrets: { KEY: 'secret' },
    reach: (permissions) => {
      asked.push(permissions)
      return { url: 'http://127.0.0.1:9', token: `token-${asked.length}` }
    },
  })
  const text = `
on: [push, pull_request]
permissions: {contents: read}
jobs:
  general: {runs-on: x, steps: [{run: 'echo "\${{ github.token }} \${{ secrets.KEY }}"'}]}
  own: {runs-on: x, permissions: {pull-requests: write}, steps: [{run: echo}]}
`
  const event = { name: 'push', payload: {}, sha: at.sha, ref: 'refs/heads/main' }
  expect(logOf(await at.driver.run(text, event), 'general')).toBe('token-1 secret\n')
  const side = (name: string) => ({ ref: 'main', repo: { full_name: name } })
  const payload = { pull_request: { head: side('mallory/fastlib'), base: side('acme/fastlib') } }
  const fork = await at.driver.run(text, { ...event, name: 'pull_request', payload })
  expect(logOf(fork, 'general')).toBe('token-3 \n')
  expect(asked).toEqual([
    { contents: 'read' },
    { 'pull-requests': 'write' },
    { contents: 'read' },
    { 'pull-requests': 'read' },
  ])
})

test('runs count up, and another attempt keeps their number', async () => {
  using at = bench()
  const event = { name: 'push', payload: {}, sha: at.sha, ref: 'refs/heads/main' }
  const text = `
name: numbers
on: push
jobs:
  job:
    runs-on: [self-hosted, x]
    steps:
      - run: echo "$GITHUB_WORKFLOW $GITHUB_RUN_NUMBER.$GITHUB_RUN_ATTEMPT $GITHUB_WORKFLOW_REF $RUNNER_ENVIRONMENT"
`
  const path = '.github/workflows/numbers.yml'
  const first = await at.driver.run(text, event, { path })
  const second = await at.driver.run(text, event, { path })
  const again = await at.driver.run(text, event, { path, again: second })
  const ref = 'acme/fastlib/.github/workflows/numbers.yml@refs/heads/main self-hosted\n'
  expect([first, second, again].map((run) => logOf(run, 'job'))).toEqual([
    `numbers 1.1 ${ref}`,
    `numbers 2.1 ${ref}`,
    `numbers 2.2 ${ref}`,
  ])
  expect(again.id).toBe(second.id)
})

test('a start by hand gives inputs, held to what the workflow declares', async () => {
  using at = bench()
  const text = `
on:
  workflow_dispatch:
    inputs:
      what: {required: true}
      how: {type: choice, options: [slow, fast], default: slow}
jobs:
  job: {runs-on: x, steps: [{run: 'echo "\${{ inputs.what }} \${{ inputs.how }}"'}]}
`
  const by = (inputs: Record<string, string>): Event => ({
    ...{ name: 'workflow_dispatch', payload: {}, sha: at.sha, ref: 'refs/heads/main' },
    inputs,
  })
  expect(logOf(await at.driver.run(text, by({ what: 'this' })), 'job')).toBe('this slow\n')
  await expect(at.driver.run(text, by({}))).rejects.toThrow('what is required')
  await expect(at.driver.run(text, by({ what: 'x', how: 'never' }))).rejects.toThrow('no option')
  await expect(at.driver.run(text, by({ what: 'x', other: 'y' }))).rejects.toThrow('no input other')
})

test.each([
  ['an action that it does not know', 'jobs: {job: {runs-on: x, steps: [{uses: actions/cache@v4}]}}'],
  ['a key that it does not know', 'jobs: {job: {runs-on: x, container: y, steps: [{run: echo}]}}'],
  ['a need that nobody is', 'jobs: {job: {runs-on: x, needs: none, steps: [{run: echo}]}}'],
  [
    'a condition that is always true',
    `jobs: {job: {runs-on: x, if: '\${{ 1 }} == 2', steps: [{run: echo}]}}`,
  ],
])('the driver refuses %s', async (_, jobs) => {
  using at = bench()
  await expect(at.push(jobs)).rejects.toThrow()
})

test('our action gets its inputs and defaults, and its outputs are read', async () => {
  using at = bench()
  const run = await at.push(`
jobs:
  job:
    runs-on: [self-hosted, benchmark]
    steps:
      - uses: actions/checkout@v5
      - uses: ./
        id: gate
        with: {protocol: none-such, unheard-of: 1}
      - if: always()
        run: echo "\${{ steps.gate.outputs.conclusion }}"
`)
  expect(outcomes(run, 'job').slice(0, 3)).toEqual(['success', 'failure', 'success'])
  expect(run.job('job').annotations).toEqual([
    { level: 'warning', title: '', message: "Unexpected input(s) 'unheard-of'" },
    { level: 'error', title: 'pairgate', message: expect.stringContaining('none-such') },
  ])
  expect(run.job('job').steps[2]?.log).toBe('invalid\n')
  expect(run.summary).toContain('pairgate: invalid')
})

test('what our action leaves to do runs at the end of the job, the last of its steps first', async () => {
  using action = toyRepository()
  action.commit({
    'package.json': '{"type":"module"}',
    'action.yml': `inputs: {name: {default: '\${{ github.job }}'}}
runs: {using: node24, main: main.js, post: post.js}
`,
    'main.js': `import { appendFileSync } from 'node:fs'
appendFileSync(process.env.GITHUB_STATE, 'name=' + process.env.INPUT_NAME + '\\n')
if (process.env.INPUT_NAME === 'red') process.exit(1)
`,
    'post.js': 'console.log("::notice::after " + process.env.STATE_name)\n',
  })
  using at = bench({ action: action.directory })
  const run = await at.push(`
jobs:
  job:
    runs-on: x
    steps:
      - uses: ./
      - uses: pairgate/pairgate@v0.1.0
        with: {name: red}
      - uses: ./
        with: {name: skipped}
      - if: always()
        run: echo last
`)
  expect(outcomes(run, 'job')).toEqual(['success', 'failure', 'skipped', 'success', 'success', 'success'])
  expect(run.job('job').annotations.map(({ message }) => message)).toEqual(['after red', 'after job'])
})
