// Cuts test/fixtures/github/api.json out of GitHub's description of its API: the operations that the action uses, and
// the components that they refer to. Run it as `node scripts/extract-github-api.mjs` to follow a new VERSION; the
// package is far too large for a dependency, so that it is fetched into a temporary directory.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAPIBackend } from 'openapi-backend'

const PACKAGE = '@octokit/openapi'
const VERSION = '23.0.2'
const DESCRIPTION = 'package/generated/api.github.com.json'
const REPO = '/repos/{owner}/{repo}'
const OPERATIONS = {
  '/user': ['get'],
  [REPO]: ['get'],
  [`${REPO}/issues/{issue_number}/comments`]: ['get', 'post'],
  [`${REPO}/issues/comments/{comment_id}`]: ['patch'],
  [`${REPO}/actions/runs/{run_id}`]: ['get'],
  [`${REPO}/actions/workflows/{workflow_id}/runs`]: ['get'],
  [`${REPO}/actions/runs/{run_id}/jobs`]: ['get'],
  [`${REPO}/actions/runs/{run_id}/attempts/{attempt_number}/jobs`]: ['get'],
  [`${REPO}/check-runs/{check_run_id}/annotations`]: ['get'],
  [`${REPO}/pulls`]: ['get'],
  [`${REPO}/pulls/{pull_number}`]: ['get'],
  [`${REPO}/commits/{commit_sha}/pulls`]: ['get'],
  [`${REPO}/git/commits/{commit_sha}`]: ['get'],
}

/** Prose, and what only renderers and generators read. */
const DROPPED = /^(description|summary|examples?|deprecated|discriminator|externalDocs|tags|x-.*)$/

/** Whose keys are names of somebody's, not words of the language. */
const NAMED = /^(properties|responses|content|headers)$/

const whole = fetched()
const kept = {}
const paths = Object.fromEntries(
  Object.entries(OPERATIONS).map(([path, methods]) => [
    path,
    Object.fromEntries(methods.map((method) => [method, cut(whole.paths[path][method])])),
  ]),
)
collect(paths)
const api = {
  openapi: whole.openapi,
  info: { title: `cut out of ${PACKAGE}`, version: VERSION, license: whole.info.license },
  paths,
  components: sorted(kept),
}
await new OpenAPIBackend({ definition: structuredClone(api), strict: true, validate: false }).init()
const target = new URL('../test/fixtures/github/api.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(api, null, 1)}\n`)

function fetched() {
  const directory = mkdtempSync(join(tmpdir(), 'github-api-'))
  try {
    const options = { cwd: directory, encoding: 'utf8' }
    const archive = execFileSync('npm', ['pack', '--silent', `${PACKAGE}@${VERSION}`], options).trim()
    execFileSync('tar', ['xzf', archive, DESCRIPTION], options)
    return JSON.parse(readFileSync(join(directory, DESCRIPTION), 'utf8'))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A copy of a value of the description, which stands among `parent`, without prose. */
function cut(value, parent = '') {
  if (Array.isArray(value)) return value.map((one) => cut(one))
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !DROPPED.test(key))
      .map(([key, one]) => [key, NAMED.test(key) ? cutEach(one, key) : cut(one)]),
  )
  return mended(copy, parent)
}

/** The same for an object whose keys are names that somebody chose, `description` perhaps. */
function cutEach(object, parent) {
  return Object.fromEntries(Object.entries(object).map(([name, one]) => [name, cut(one, parent)]))
}

/** Mends what openapi-backend refuses, or reads otherwise than GitHub does. */
function mended(copy, parent) {
  // A response must have a description, though it may be empty.
  if (parent === 'responses' && copy.$ref === undefined) return { description: '', ...copy }
  // What is nullable may be null, whatever its `enum` lists.
  if (copy.nullable === true && copy.enum !== undefined) return { ...copy, enum: [...copy.enum, null] }
  // The text of a path is a string, and may be a number as well.
  if (copy.in === 'path' && copy.schema?.oneOf !== undefined) {
    return { ...copy, schema: { anyOf: copy.schema.oneOf } }
  }
  // The fork that a pull request came from may be gone.
  if (String(copy.required) === 'label,ref,repo,sha,user') {
    copy.properties.repo = { $ref: '#/components/schemas/nullable-repository' }
  }
  return copy
}

/** Adds to `kept` each component that `value` refers to, and those that they refer to. */
function collect(value) {
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) {
    const [, kind, name] = (key === '$ref' && /^#\/components\/(\w+)\/(.+)$/.exec(one)) || []
    if (name === undefined) collect(one)
    else if (kept[kind]?.[name] === undefined) {
      kept[kind] ??= {}
      kept[kind][name] = cut(whole.components[kind][name], kind)
      collect(kept[kind][name])
    }
  }
}

function sorted(object) {
  return Object.fromEntries(
    Object.entries(object)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [
        key,
        Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))),
      ]),
  )
}
