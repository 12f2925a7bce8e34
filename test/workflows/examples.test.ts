import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Run } from './driver.ts'
import type { Event } from './event.ts'
import { example, forkOf, type Planted, planted, pullRequest, shortened } from './planted.ts'
import type { StepEnd } from './step.ts'

const COMMIT = /^[0-9a-f]{40}$/

function gateOf(steps: readonly StepEnd[]): StepEnd | undefined {
  return steps.find(({ name }) => name.startsWith('pairgate/pairgate@'))
}

function filesIn(run: Run, artifact: string): readonly string[] {
  const directory = run.artifacts[artifact] ?? ''
  return existsSync(directory) ? readdirSync(directory).sort() : []
}

const LEFT = ['comment.md', 'events.jsonl', 'report.html', 'results.json', 'summary.md']

test('pull-request.yml goes red for a planted slowdown and hands what it measured to the job that can write', async () => {
  using at = planted()
  const run = await at.driver.run(shortened('pull-request.yml'), pullRequest(at))
  const { result, steps, permissions, summary } = run.job('gate')
  expect(result).toBe('failure')
  expect(permissions).toEqual({ contents: 'read' })
  expect(gateOf(steps)?.outputs).toMatchObject({
    conclusion: 'regression',
    regressions: '1',
    'baseline-sha': at.baseline,
    'candidate-sha': at.merge,
  })
  expect(summary).toContain('spin')
  expect(steps.slice(0, 3).map(({ outcome }) => outcome)).toEqual(['success', 'failure', 'success'])
  expect(filesIn(run, 'pairgate')).toEqual(expect.arrayContaining(LEFT))
  const publish = run.job('publish')
  expect(publish.permissions).toEqual({ 'pull-requests': 'write' })
  expect(publish.steps[0]?.outcome).toBe('success')
  expect(existsSync(join(publish.workspace, 'pairgate-results/results.json'))).toBe(true)
})

test('pull-request.yml does nothing for a fork', async () => {
  using at = planted()
  const run = await at.driver.run(example('pull-request.yml'), forkOf(pullRequest(at)))
  expect(run.jobs.map(({ id, result }) => `${id} ${result}`)).toEqual(['gate skipped', 'publish skipped'])
})

test('fork-measure.yml measures in its environment, and fork-publish.yml fetches the results from that run', async () => {
  using at = planted()
  const event = forkOf(pullRequest(at))
  const measured = await at.driver.run(shortened('fork-measure.yml'), event)
  const gate = measured.job('gate')
  expect(gate).toMatchObject({ environment: 'fork-benchmarks', permissions: { contents: 'read' } })
  expect(gateOf(gate.steps)?.outputs.conclusion).toBe('regression')
  const ended = { id: measured.id, event: 'pull_request', conclusion: 'failure', head_branch: 'parser' }
  const published = await at.driver.run(example('fork-publish.yml'), {
    ...{ name: 'workflow_run', sha: at.baseline, ref: 'refs/heads/main' },
    payload: { workflow_run: { ...ended, head_repository: { full_name: 'mallory/fastlib' } } },
  })
  const { permissions, steps, workspace } = published.job('publish')
  expect(permissions).toEqual({ actions: 'read', contents: 'read', 'pull-requests': 'write' })
  expect(steps[0]?.outcome).toBe('success')
  expect(existsSync(join(workspace, 'pairgate-results/results.json'))).toBe(true)
})

test.each([
  ['fork-measure.yml', 'a pull request of the repository itself', pullRequest],
  [
    'fork-publish.yml',
    'a run that measured nothing',
    ({ merge }: Planted): Event => ({
      ...{ name: 'workflow_run', sha: merge, ref: 'refs/heads/main' },
      payload: { workflow_run: { id: 1, event: 'pull_request', conclusion: 'skipped' } },
    }),
  ],
])('%s does nothing for %s', async (name, _, eventOf) => {
  using at = planted()
  const run = await at.driver.run(example(name), eventOf(at))
  expect(run.jobs.map(({ result }) => result)).toEqual(['skipped'])
})

test.each([
  ['compares with a release too, after a red comparison', 'main~1', ['failure', 'failure']],
  ['leaves the release out where none is named', '', ['failure', 'skipped']],
])('nightly.yml %s', async (_, release, outcomes) => {
  using at = planted(release === '' ? {} : { PAIRGATE_RELEASE: release })
  const run = await at.driver.run(shortened('nightly.yml'), {
    ...{ name: 'workflow_dispatch', payload: {}, sha: at.merge, ref: 'refs/heads/main' },
    inputs: { baseline: at.baseline },
  })
  const { steps, permissions } = run.job('gate')
  expect(permissions).toEqual({ contents: 'read', actions: 'read', checks: 'read' })
  const ours = steps.filter(({ name }) => name.startsWith('pairgate/pairgate@'))
  expect(ours.map(({ outcome }) => outcome)).toEqual(outcomes)
  expect(ours[0]?.outputs.conclusion).toBe('regression')
  expect(Object.keys(run.artifacts)).toEqual(release === '' ? ['pairgate'] : ['pairgate', 'pairgate-release'])
})

test('rerun.yml compares what was typed in, and the seed is that of the run', async () => {
  using at = planted()
  const run = await at.driver.run(example('rerun.yml'), {
    ...{ name: 'workflow_dispatch', payload: {}, sha: at.merge, ref: 'refs/heads/main' },
    inputs: {
      baseline: 'main~1',
      candidate: at.merge,
      filter: 'spin',
      protocol: 'development',
      seed: '7',
    },
  })
  const { result, steps, permissions } = run.job('gate')
  expect(permissions).toEqual({ contents: 'read', actions: 'read', checks: 'read' })
  expect(gateOf(steps)?.outputs).toMatchObject({
    conclusion: 'regression',
    'baseline-sha': at.baseline,
    'candidate-sha': at.merge,
  })
  expect(result).toBe('failure')
  const results = JSON.parse(readFileSync(join(run.artifacts.pairgate ?? '', 'results.json'), 'utf8'))
  expect(String(results.seed)).toBe('7')
})

test('rerun.yml judges the head of the branch where no candidate was typed in', async () => {
  using at = planted()
  const run = await at.driver.run(example('rerun.yml'), {
    ...{ name: 'workflow_dispatch', payload: {}, sha: at.merge, ref: 'refs/heads/main' },
    inputs: { baseline: at.baseline, protocol: 'development' },
  })
  expect(gateOf(run.job('gate').steps)?.outputs['candidate-sha']).toBe(at.merge)
})

test('what is typed in is never read by a shell', async () => {
  using at = planted()
  const run = await at.driver.run(example('rerun.yml'), {
    ...{ name: 'workflow_dispatch', payload: {}, sha: at.merge, ref: 'refs/heads/main' },
    inputs: { baseline: '"; touch typed; #', candidate: '$(touch typed)' },
  })
  const { workspace, steps } = run.job('gate')
  expect(gateOf(steps)?.outputs.conclusion).toBe('invalid')
  expect(existsSync(join(workspace, 'typed'))).toBe(false)
})

test('matrix.yml measures on every machine, each with an artifact of its own', async () => {
  using at = planted()
  const run = await at.driver.run(shortened('matrix.yml'), pullRequest(at))
  const machines = ['benchmark-x64', 'benchmark-arm64']
  for (const machine of machines) {
    const { result, steps } = run.job(`gate (${machine})`)
    expect(result).toBe('failure')
    expect(gateOf(steps)?.outputs['baseline-sha']).toMatch(COMMIT)
    expect(gateOf(steps)?.outputs['results-dir']).toMatch(new RegExp(`/pairgate-results-${machine}$`))
    expect(filesIn(run, `pairgate-${machine}`)).toEqual(expect.arrayContaining(LEFT))
    const publish = run.job(`publish (${machine})`)
    expect(existsSync(join(publish.workspace, `pairgate-results-${machine}/results.json`))).toBe(true)
  }
  expect(Object.keys(run.artifacts)).toHaveLength(machines.length)
})
