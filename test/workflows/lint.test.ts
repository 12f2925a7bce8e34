import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { workflowText } from '../../src/init/workflow.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']))
const stepSchema = z.looseObject({
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
})
const workflowSchema = z.looseObject({
  permissions,
  jobs: z.record(
    z.string(),
    z.looseObject({
      permissions: permissions.optional(),
      'timeout-minutes': z.number(),
      steps: z.array(stepSchema),
    }),
  ),
})

function workflowsIn(directory: string): string[] {
  return readdirSync(join(ROOT, directory)).map((name) => join(directory, name))
}

const examples = workflowsIn('examples/workflows')
const files = [...examples, ...workflowsIn('.github/workflows')]

function read(file: string): z.infer<typeof workflowSchema> {
  return workflowSchema.parse(parse(readFileSync(join(ROOT, file), 'utf8')))
}

function stepsOf(file: string): z.infer<typeof stepSchema>[] {
  return Object.values(read(file).jobs).flatMap(({ steps }) => steps)
}

function isOurs(uses: string): boolean {
  return uses === './' || uses.startsWith('pairgate/pairgate@')
}

/** Lints a workflow's text; what actionlint says, and whether it found something. */
function lint(text: string): { readonly status: number | null; readonly said: string } {
  const directory = mkdtempSync(join(tmpdir(), 'pairgate-lint-'))
  try {
    const file = join(directory, 'workflow.yml')
    writeFileSync(file, text)
    const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/lint-workflows.mjs'), file], {
      encoding: 'utf8',
    })
    return { status, said: stdout }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

test('actionlint finds nothing in the examples and in our own workflows', () => {
  const said = execFileSync(process.execPath, ['scripts/lint-workflows.mjs', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(said).toBe(`${files.length} workflows, 0 findings\n`)
})

test('actionlint finds nothing in what pairgate init writes', () => {
  expect(lint(workflowText())).toMatchObject({ status: 0 })
})

test.each([
  ['a context that is none', 'github.event_name', 'githb.event_name', 'undefined variable "githb"'],
  ['a label that nobody has', '[self-hosted, benchmark]', '[self-hosted, bench]', 'label "bench" is unknown'],
  ['an input that a pinned action lacks', 'path:', 'pat:', 'input "pat" is not defined'],
])('the lint finds %s', (_, right, wrong, finding) => {
  const text = `on: push
jobs:
  gate:
    runs-on: [self-hosted, benchmark]
    steps:
      - if: github.event_name == 'push'
        uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        with:
          path: results
`
  expect(lint(text)).toMatchObject({ status: 0 })
  const broken = lint(text.replace(right, wrong))
  expect(broken.said).toContain(finding)
  expect(broken.status).toBe(1)
})

test.each(files)('%s pins every action by its commit', (file) => {
  const uses = stepsOf(file).flatMap((step) => step.uses ?? [])
  expect(uses.filter((one) => !isOurs(one) && !/@[0-9a-f]{40}$/.test(one))).toEqual([])
})

test.each(files)('%s leaves no token in a checkout', (file) => {
  const checkouts = stepsOf(file).filter(({ uses }) => uses?.startsWith('actions/checkout@'))
  expect(checkouts.filter((step) => step.with['persist-credentials'] !== false)).toEqual([])
})

test.each(files)('%s gives no token that can write to a job that checks out or measures', (file) => {
  const workflow = read(file)
  const writing = Object.entries(workflow.jobs).filter(([, job]) => {
    const granted = Object.values(job.permissions ?? workflow.permissions)
    const exposed = job.steps.some(
      ({ uses, with: inputs }) =>
        uses?.startsWith('actions/checkout@') ||
        (uses !== undefined && isOurs(uses) && inputs.mode !== 'publish'),
    )
    return granted.includes('write') && exposed
  })
  expect(writing.map(([name]) => name)).toEqual([])
})

test.each(examples)('%s has no permission but those that each job names', (file) => {
  const { permissions: general, jobs } = read(file)
  expect(general).toEqual({})
  expect(Object.values(jobs).map((job) => job.permissions)).not.toContain(undefined)
})

test.each(files)('%s gives pairgate only inputs that it has', (file) => {
  const action = z
    .looseObject({ inputs: z.record(z.string(), z.unknown()) })
    .parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')))
  const names = Object.keys(action.inputs)
  const given = stepsOf(file)
    .filter(({ uses }) => uses !== undefined && isOurs(uses))
    .flatMap((step) => Object.keys(step.with))
  expect(given.filter((name) => !names.includes(name))).toEqual([])
})
