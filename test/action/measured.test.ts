import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodes } from '../command-line.ts'
import { githubServer } from '../github/server.ts'
import { TOKEN } from '../github/state.ts'
import { toyFiles, toyRepository, toySource } from '../toy-repository.ts'
import { pullRequest } from './events.ts'
import { runJob } from './job.ts'
import { checkOut, originRepository } from './origin.ts'
import { toldTime } from './told-time.ts'

test.each(nodes)(
  'on %s a regression fails the check with an annotation, a summary, outputs and one comment',
  async (node) => {
    using repository = toyRepository()
    const base = repository.commit(toyFiles(2000))
    const head = repository.commit({ 'bench/main.cpp': toySource(20_000) })
    await using server = await githubServer()
    const event = pullRequest({ head: 'e'.repeat(40), base, merge: head })
    const job = await runJob({ workspace: repository.directory, server, event, node })
    expect(job).toMatchObject({ code: 1, stderr: '', left: [] })
    expect(job.stdout.match(/^::error title=[^:]*/gm)).toEqual([
      '::error title=pairgate%3A regression',
      '::error title=pairgate%3A toy/spin/1000 is slower',
    ])
    expect(job.stdout).toMatch(/^::group::Build$/m)
    expect(job.outputs).toMatchObject({
      ...{ conclusion: 'regression', regressions: '1', 'baseline-sha': base, 'candidate-sha': head },
      'comment-url': expect.stringContaining('#issuecomment-'),
    })
    expect(existsSync(join(job.outputs['results-dir'] ?? '', 'results.json'))).toBe(true)
    expect(job.summary).toContain('spin')
    expect(server.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^<!-- pairgate: default -->\n[\s\S]*spin/),
    ])
  },
)

test('builds and benchmarks see nothing of the job, and no output holds its token', async () => {
  using origin = originRepository()
  const base = origin.commit(toldTime(20))
  const spy = "env | grep -E 'TOKEN|secret|^GITHUB_|^INPUT_|^ACTIONS_|^RUNNER_|extraheader' && exit 7\n"
  const head = origin.commit({
    'bench/build.sh': `${spy}${toldTime(20)['bench/build.sh']}`,
    'bench/toy.sh': `#!/bin/sh\n${spy}${toldTime(200)['bench/toy.sh']}`,
  })
  using clone = checkOut(origin, head)
  await using server = await githubServer()
  const event = pullRequest({ head: 'e'.repeat(40), base, merge: head })
  const job = await runJob({ workspace: clone.directory, server, event })
  expect(job.outputs.conclusion).toBe('regression')
  const events = readFileSync(join(clone.directory, 'pairgate-results/events.jsonl'), 'utf8')
  expect(job.stdout + job.stderr + job.summary + events).not.toContain(TOKEN)
  expect(server.received.every(({ authorization }) => authorization?.includes(TOKEN))).toBe(true)
})
