import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createHost } from '../../src/host/host.ts'
import { decodeConfig } from '../../src/model/config-text.ts'
import type { Event } from '../../src/model/event.ts'
import type { Checkout } from '../../src/model/host.ts'
import type { RevisionName } from '../../src/model/implementation.ts'
import { buildArms } from '../../src/run/builds.ts'
import { buildBoth, removeAll, type Tree } from '../build/two-revisions.ts'

const made: string[] = []

afterAll(() => {
  removeAll()
  for (const directory of made) rmSync(directory, { recursive: true, force: true })
})

const COPY = 'cp /bin/true tool\n'

/** Builds arms, each by a script of its own directory and without proof of link-time optimisation. */
async function build(arms: readonly string[], baseline: Tree, candidate: Tree) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'pairgate-arms-')))
  made.push(directory)
  const echoed: string[] = []
  const host = createHost({
    environment: process.env,
    signal: new AbortController().signal,
    log: () => {},
    echo: (line) => echoed.push(line),
  })
  const lines = arms.map(
    (arm) =>
      `  ${arm}: {harness: pairgate, lto: unverified, build: {driver: command, directory: ${arm}, run: [[sh, build.sh]], output: ${arm}/tool}}\n`,
  )
  const decoded = decodeConfig(`version: 1\narms:\n${lines.join('')}`, 'pairgate.yml')
  if (decoded.kind === 'mistakes') throw new Error(JSON.stringify(decoded.mistakes))
  const { config } = decoded
  const checkouts = {
    baseline: checkout(directory, 'baseline', baseline),
    candidate: checkout(directory, 'candidate', candidate),
    changedPaths: [],
    lfsPaths: [],
    trackedPaths: Object.keys(candidate),
    [Symbol.asyncDispose]: async () => {},
  }
  const stage = buildArms(host, {
    request: { measureIdentical: false },
    config,
    baselineConfig: config,
    isIntroduced: false,
    arms,
    checkouts,
  })
  const events: Event[] = []
  for (;;) {
    const next = await stage.next()
    if (next.done === true) return { events, programs: next.value, echoed }
    events.push(next.value)
  }
}

function checkout(root: string, revision: RevisionName, tree: Tree): Checkout {
  const place = join(root, revision.slice(0, 4))
  mkdirSync(join(place, 'out'), { recursive: true })
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(place, 'src', path)), { recursive: true })
    writeFileSync(join(place, 'src', path), text)
  }
  const directory = join(place, 'src')
  return { revision, ref: revision, version: `${revision}-commit`, directory, buildRoot: join(place, 'out') }
}

test('programs come baselines first, in the order of the arms', async () => {
  const tree = { 'zeta/build.sh': COPY, 'alpha/build.sh': COPY }
  const { programs, events } = await build(['zeta', 'alpha'], tree, tree)
  expect([...programs.keys()]).toEqual([
    ...['zeta@baseline', 'alpha@baseline'],
    ...['zeta@candidate', 'alpha@candidate'],
  ])
  expect(events.map(({ type }) => type)).toEqual([
    ...['build', 'build', 'identity'],
    ...['build', 'build', 'identity'],
  ])
})

test('one that fails shows the last 50 lines that it said, and the others are built', async () => {
  const { events, programs, echoed } = await build(
    ['bad', 'good'],
    { 'bad/build.sh': COPY, 'good/build.sh': COPY },
    { 'bad/build.sh': 'seq 1 200; echo last words >&2; exit 3\n', 'good/build.sh': COPY },
  )
  const failed = events.flatMap((event) =>
    event.type === 'build' && event.status === 'failed' ? [event] : [],
  )
  expect(failed).toMatchObject([{ arm: 'bad', revision: 'candidate', sha256: null, lto: null }])
  const [first, leftOut, ...said] = failed[0]?.reason?.split('\n') ?? []
  expect(first).toMatch(/exited with code 3/)
  expect(leftOut).toBe('… 151 lines before this')
  expect(said).toHaveLength(50)
  expect(said.slice(-2)).toEqual(['200', 'last words'])
  expect([...programs.keys()]).toEqual(['bad@baseline', 'good@baseline', 'good@candidate'])
  expect(echoed).toEqual(expect.arrayContaining(['1', 'last words']))
})

test('what another generator left in the checkout does no harm', async () => {
  const leftover =
    'CMAKE_GENERATOR:INTERNAL=Visual Studio 17 2022\nCMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n'
  const built = await buildBoth({
    build: 'driver: cmake, source: one, target: tool',
    baseline: {
      'one/CMakeCache.txt': leftover,
      'one/build/CMakeCache.txt': leftover,
      'one/CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.5)\nproject(one CXX)\nadd_executable(tool main.cpp)\n',
      'one/main.cpp': 'int main() {}\n',
    },
  })
  expect(built.candidate).toMatchObject({ status: 'built', lto: { kind: 'verified' } })
})

test('programs of rustc that know the path of their manifest are identical', async () => {
  const built = await buildBoth({
    build: 'driver: cargo, manifest: one/Cargo.toml, bin: one',
    baseline: {
      'one/Cargo.toml': '[package]\nname = "one"\nversion = "0.1.0"\nedition = "2021"\n',
      'one/src/main.rs': 'fn main() { println!("{}", env!("CARGO_MANIFEST_DIR")) }\n',
    },
  })
  expect(built.baseline.sha256).not.toBe(built.candidate.sha256)
  expect(built.identity).toMatchObject({ identical: true })
})
