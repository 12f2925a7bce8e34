import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ALONE, type Ended, ended, nodes } from './command-line.ts'
import { commentOf } from './github/objects.ts'
import { type GithubServer, githubServer } from './github/server.ts'
import { TOKEN } from './github/state.ts'
import { type ToyRepository, toyFiles, toyRepository, toySource } from './toy-repository.ts'

const ROOT = resolve(import.meta.dirname, '..')

interface Job extends Ended {
  readonly outputs: Record<string, string>
  readonly summary: string
}

/** Runs the bundled action as a runner would: inputs and event by environment and files. */
async function runAction(
  repository: ToyRepository,
  server: GithubServer,
  inputs: Record<string, string> = {},
  node = process.execPath,
  event = 'pull_request',
  summaryFile?: string,
  payload = resolve(ROOT, 'test/fixtures/github/pull_request.json'),
): Promise<Job> {
  const files = mkdtempSync(join(tmpdir(), 'pairgate-job-'))
  const sha = execFileSync('git', ['rev-parse', 'HEAD'], {
    cwd: repository.directory,
    encoding: 'utf8',
  }).trim()
  for (const name of ['output', 'summary']) writeFileSync(join(files, name), '')
  const defaults = {
    token: TOKEN,
    protocol: 'development',
    config: 'pairgate.yml',
    out: 'pairgate-results',
    'comment-key': 'default',
    seed: '1',
  }
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    CI: 'true',
    ...ALONE,
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: payload,
    GITHUB_SHA: sha,
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_REPOSITORY: 'acme/fastlib',
    GITHUB_API_URL: server.url,
    GITHUB_WORKSPACE: repository.directory,
    GITHUB_OUTPUT: join(files, 'output'),
    GITHUB_STEP_SUMMARY: summaryFile ?? join(files, 'summary'),
    ACTIONS_RUNTIME_TOKEN: 'runtime-secret',
  }
  for (const [name, value] of Object.entries({ ...defaults, ...inputs })) {
    env[`INPUT_${name.toUpperCase()}`] = value
  }
  const child = spawn(node, [join(ROOT, 'dist/action/index.js')], { cwd: repository.directory, env })
  child.stdin.end()
  const end = await ended(child)
  const written = readFileSync(join(files, 'output'), 'utf8')
  const outputs = Object.fromEntries(
    [...written.matchAll(/^(.+?)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map((match) => [
      match[1] ?? '',
      match[3] ?? '',
    ]),
  )
  const summary = readFileSync(join(files, 'summary'), 'utf8')
  rmSync(files, { recursive: true, force: true })
  return { ...end, outputs, summary }
}

function slowerToy(): ToyRepository {
  const repository = toyRepository()
  repository.commit(toyFiles(2000))
  repository.commit({ 'bench/main.cpp': toySource(20_000) })
  return repository
}

test.each(nodes)(
  'on %s a regression fails the check with an annotation, a summary, outputs and one comment',
  async (node) => {
    using repository = slowerToy()
    await using server = await githubServer()
    const job = await runAction(repository, server, {}, node)
    expect(job.stderr).toBe('')
    expect(job.code).toBe(1)
    expect(job.stdout.match(/^::error title=[^:]*/gm)).toEqual([
      '::error title=pairgate%3A regression',
      '::error title=pairgate%3A toy/spin/1000 is slower',
    ])
    expect(job.stdout).toMatch(/^::group::Build$/m)
    expect(job.outputs).toMatchObject({
      conclusion: 'regression',
      regressions: '1',
      'candidate-sha': execFileSync('git', ['rev-parse', 'HEAD'], {
        cwd: repository.directory,
        encoding: 'utf8',
      }).trim(),
      'baseline-sha': execFileSync('git', ['rev-parse', 'HEAD~1'], {
        cwd: repository.directory,
        encoding: 'utf8',
      }).trim(),
      'comment-url': expect.stringContaining('#issuecomment-'),
    })
    expect(existsSync(join(job.outputs['results-dir'] ?? '', 'results.json'))).toBe(true)
    expect(job.summary).toContain('spin')
    expect(server.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^<!-- pairgate: default -->\n[\s\S]*spin/),
    ])
  },
)

test('a second run updates the comment that it finds on the second page, and touches no other', async () => {
  using repository = slowerToy()
  const marker = '<!-- pairgate: default -->'
  const others = Array.from({ length: 120 }, (_, index) =>
    commentOf({ id: 10 + index, body: `comment ${index}`, login: 'octocat' }),
  )
  const ours = commentOf({ id: 500, body: `${marker}\nold` })
  await using server = await githubServer({
    comments: [
      commentOf({ id: 1, body: `see ${marker}`, login: 'octocat' }),
      commentOf({ id: 2, body: `${marker}\nmine`, login: 'mallory' }),
      ...others,
      commentOf({ id: 499, body: '<!-- pairgate: nightly -->\nold' }),
      ours,
    ],
  })
  const job = await runAction(repository, server)
  expect(job.code).toBe(1)
  expect(
    server.received.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
  ).toEqual(['PATCH /repos/acme/fastlib/issues/comments/500'])
  expect(ours.body).toContain('spin')
})

test('without the permission to comment the verdict is unchanged and one warning names it', async () => {
  using repository = slowerToy()
  await using server = await githubServer({ permissions: { 'pull-requests': 'read' } })
  const job = await runAction(repository, server)
  expect(job.code).toBe(1)
  expect(job.stdout.match(/^::warning .*pull-requests: write.*$/gm)).toHaveLength(1)
  expect(job.summary).toContain('spin')
  expect(job.outputs.conclusion).toBe('regression')
})

test('the benchmark sees no token of the job, and no output holds one', async () => {
  using repository = toyRepository()
  const leak = 'bench/build.sh'
  repository.commit({ ...toyFiles(2000), [leak]: `env | sort > env.txt\n${toyFiles(2000)[leak]}` })
  const spy =
    'suite.add("env", "spy", {1}, [](pairgate::Random&, std::uint64_t s) { return s; }, [](const std::uint64_t&) { for (char** e = environ; *e; ++e) { std::string v = *e; if (v.find("TOKEN") != std::string::npos || v.find("secret") != std::string::npos || v.rfind("GITHUB_", 0) == 0 || v.rfind("INPUT_", 0) == 0) return 1; } return 0; }).reference([](const std::uint64_t&) { return 0; });'
  repository.commit({
    'bench/main.cpp': `#include <unistd.h>\n#include <string>\n${toySource(2001, 'sum', spy)}`,
  })
  await using server = await githubServer()
  const job = await runAction(repository, server)
  expect(job.outputs.conclusion).not.toBe('wrong-result')
  expect(
    job.stdout +
      job.stderr +
      job.summary +
      readFileSync(join(repository.directory, 'pairgate-results/events.jsonl'), 'utf8'),
  ).not.toContain(TOKEN)
  expect(
    server.received
      .filter(({ method }) => method === 'POST')
      .every(({ authorization }) => authorization?.includes(TOKEN)),
  ).toBe(true)
})

test('a summary that cannot be written changes nothing but a warning', async () => {
  using repository = slowerToy()
  await using server = await githubServer()
  const job = await runAction(
    repository,
    server,
    {},
    process.execPath,
    'pull_request',
    '/no/such/directory/summary',
  )
  expect(job.code).toBe(1)
  expect(job.stdout).toMatch(/^::warning title=pairgate%3A no summary::/m)
  expect(job.outputs.conclusion).toBe('regression')
})

const FORGED = [
  '::error title=forged::x',
  '  ::set-env name=A::b\r::add-mask::c',
  '##[error]d',
  '::set-output name=conclusion::pass',
  '::notice::forged',
  '::stop-commands::forged',
  // What a reader may trim, or take for the end of a line.
  ...['\u0085', '\u00ad', '\u00a0', '\ufeff', '\u200b', '\u2028', 'x\u2028', 'x\u0085'].map(
    (hidden) => `${hidden}::set-output name=forged::1`,
  ),
  '##\u00ad[error]e',
  '#\u00ad#[error]f',
  ':\u00ad:set-output name=forged::1',
]

/** Lines that the runner may take for commands, as leniently as it may be read. */
function commandsIn(log: string): string[] {
  return log
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .filter(
      (line) => /^[^\x21-\x7e]*:[^\x21-\x7e]*:/.test(line) || /#[^\x20-\x7e]*#[^\x20-\x7e]*\[/.test(line),
    )
}

const OURS =
  /^::(group::(Build|Measure)|endgroup::|error title=pairgate[^:]*::|warning title=pairgate[^:]*::)/

test('what builds and benchmarks print is never taken for a command of ours', async () => {
  using repository = toyRepository()
  const text = FORGED.join('\n')
  const script = `cat forged.txt\ncat forged.txt >&2\n${toyFiles(2000)['bench/build.sh']}`
  repository.commit({ ...toyFiles(2000), 'bench/build.sh': script, 'bench/forged.txt': `${text}\n` })
  const literal = JSON.stringify(text)
  const hostile = `std::fputs(${literal}, stderr);
  suite.add(${literal}, "forged", {1}, [](pairgate::Random&, std::uint64_t s) { return s; },
      [](const std::uint64_t& s) { return s; }).unsupported(${literal});`
  repository.commit({
    'bench/main.cpp': toySource(20_000, 'sum', hostile).replace('#include', '#include <cstdio>\n#include'),
  })
  await using server = await githubServer()
  const job = await runAction(repository, server)
  expect(job.stdout).toContain('title=forged')
  expect(job.outputs.conclusion).toBe('regression')
  expect(job.outputs).not.toHaveProperty('forged')
  expect(commandsIn(job.stdout).filter((line) => !OURS.test(line))).toEqual([])
})

test.each([
  ['no JSON', 'this is not JSON'],
  ['another shape', '{"pull_request":{"number":"seven"}}'],
])('a payload of %s is trouble, never a regression', async (_, payload) => {
  using repository = slowerToy()
  const file = join(repository.directory, 'payload.json')
  writeFileSync(file, payload)
  await using server = await githubServer()
  const job = await runAction(repository, server, {}, process.execPath, 'pull_request', undefined, file)
  expect(job.code).toBe(2)
  expect(job.stdout).toMatch(/^::error title=pairgate::/m)
})

test('an event without a baseline fails with what to do', async () => {
  using repository = slowerToy()
  await using server = await githubServer()
  const job = await runAction(repository, server, {}, process.execPath, 'workflow_dispatch')
  expect(job.code).toBe(2)
  expect(job.stdout).toMatch(/^::error title=pairgate::.*baseline/m)
  expect(job.summary).toMatch(/pairgate: invalid[\s\S]*baseline/)
  expect(job.outputs.conclusion).toBe('invalid')
})
