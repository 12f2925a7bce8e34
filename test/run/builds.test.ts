import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { rehash } from '../../src/run/builds.ts'
import { buildBoth, buildCandidate, configOf, removeAll, type Tree } from '../build/two-revisions.ts'
import { collect } from './fakes.ts'

afterAll(removeAll)

const BUILD = 'driver: command, directory: bench, run: [[sh, build.sh]], output: bench/tool'

/** A small program of C++; every build of it takes half a second. */
function project(more: Tree = {}, script = 'g++ -O2 $CXXFLAGS main.cpp $LDFLAGS -o tool'): Tree {
  return {
    'bench/build.sh': `set -e\n${script}\n`,
    'bench/main.cpp': 'int main(int argc, char**) { return argc; }\n',
    ...more,
  }
}

describe('an arm at the baseline', () => {
  test('is absent where the baseline’s configuration does not have it', async () => {
    const baselineConfig = { ...configOf({ build: BUILD }), arms: {} }
    const built = await buildBoth({ build: BUILD, baseline: project(), baselineConfig })
    expect(built.baseline).toMatchObject({ status: 'absent', commands: [] })
    expect(built.candidate).toMatchObject({ status: 'built' })
    expect([...built.programs.keys()]).toEqual(['arm@candidate'])
  })

  test('is absent where the baseline has no configuration and no such directory', async () => {
    const built = await buildCandidate({ build: BUILD, tree: project() })
    expect(built.baseline.status).toBe('absent')
  })

  test('that is there but does not build has failed', async () => {
    const broken = project({ 'bench/main.cpp': 'broken\n' })
    const built = await buildBoth({ build: BUILD, baseline: broken, candidate: project() })
    expect(built.baseline).toMatchObject({ status: 'failed' })
    expect(built.candidate).toMatchObject({ status: 'built' })
  })

  test('is absent where the baseline has no configuration and does not build by the candidate’s', async () => {
    const other = { 'bench/unrelated.txt': 'it was here before\n' }
    const built = await buildBoth({
      build: BUILD,
      baseline: other,
      candidate: project(),
      baselineConfig: null,
    })
    expect(built.baseline).toMatchObject({ status: 'absent' })
    expect(built.baseline.reason).toMatch(/has no configuration, and does not build.*code/)
    expect(built.candidate).toMatchObject({ status: 'built' })
  })

  test('that its configuration is unreadable for has failed where it does not build', async () => {
    const built = await buildBoth({
      build: BUILD,
      baseline: project({ 'bench/main.cpp': 'broken\n' }),
      candidate: project(),
      baselineConfig: null,
      isIntroduced: false,
    })
    expect(built.baseline).toMatchObject({ status: 'failed' })
  })
})

describe('a build that fails', () => {
  test('shows what it said from its first error on, and how much was left out', async () => {
    const script = `seq 100; echo "main.cpp:3:1: error: no such name"; echo "    ^~~"; seq 100; echo "main.cpp:9:1: error: too"; exit 1`
    const { reason } = (await buildCandidate({ build: BUILD, tree: project({}, script) })).candidate
    expect(reason).toContain(
      'code 1\n… 100 lines before this\nmain.cpp:3:1: error: no such name\n    ^~~\n1\n2\n',
    )
    expect(reason).toMatch(/\n48\n… 53 lines more$/)
  })

  test('shows the end of what it said, names arm and revision, and keeps its record', async () => {
    const script = 'i=0; while [ $i -lt 200 ]; do i=$((i+1)); echo "line $i"; done; echo wrong >&2; exit 3'
    const built = await buildCandidate({ build: BUILD, tree: project({}, script) })
    const { reason, commands, flags } = built.candidate
    expect(reason).toMatch(/code 3/)
    expect(reason).toMatch(/line 200\nwrong$/)
    expect(reason).toContain('line 152\n')
    expect(reason).not.toContain('line 151\n')
    expect(reason).toMatch(/code 3\n… 151 lines before this\n/)
    expect(built.lines).toContain('line 1')
    expect(built.lines.join('\n')).toMatch(/arm did not build at the candidate/)
    expect(commands).toEqual([['sh', 'build.sh']])
    expect(flags).toHaveProperty('CXXFLAGS')
  })

  test('stops at the step that failed', async () => {
    const built = await buildCandidate({
      build: 'driver: command, directory: bench, run: [["false"], [touch, went-on]], output: bench/tool',
      tree: project(),
    })
    expect(built.candidate.commands).toEqual([['false']])
  })

  test('because its program is not installed says so', async () => {
    const built = await buildCandidate({
      build: 'driver: command, run: [[no-such-program]], output: tool',
      tree: project(),
    })
    expect(built.candidate.reason).toContain('no-such-program')
  })

  test('makes no output: the file is named', async () => {
    const built = await buildCandidate({ build: BUILD, tree: project({}, 'true') })
    expect(built.candidate.reason).toContain('bench/tool')
  })

  test('makes none anew: what was there before the build is no product of it', async () => {
    const before = { 'bench/tool': '#!/bin/sh\n' }
    const built = await buildCandidate({
      build: BUILD,
      arm: 'lto: unverified',
      tree: project(before, '[ -e tool ] || exit 0'),
    })
    expect(built.candidate.status).toBe('failed')
    expect(built.candidate.reason).toMatch(/made no bench\/tool.*removed before the build/)
  })

  test('makes a directory of that name: that is said', async () => {
    const built = await buildCandidate({ build: BUILD, tree: project({}, 'mkdir tool') })
    expect(built.candidate.status).toBe('failed')
    expect(built.candidate.reason).toMatch(/bench\/tool.* directory/)
  })
})

describe('mistaken identity', () => {
  test('a program that stands outside of the revision’s own directories is refused', async () => {
    const script =
      'mkdir -p ../../../shared; g++ -O2 $CXXFLAGS main.cpp $LDFLAGS -o ../../../shared/tool; ln -sf ../../../shared/tool tool'
    const built = await buildBoth({ build: BUILD, baseline: project({}, script) })
    expect(built.candidate).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('shared target directory'),
    })
    expect(built.programs.size).toBe(0)
  })

  test('other flags of ours at one revision refuse the comparison, and are named', async () => {
    let calls = 0
    const built = await buildBoth({
      build: BUILD,
      baseline: project(),
      through: (host) => ({
        ...host,
        childEnvironment: (pass) => ({ ...host.childEnvironment(pass), CXXFLAGS: `-DCALL=${calls++}` }),
      }),
    })
    expect(built.troubles).toEqual([expect.stringContaining('CXXFLAGS')])
    expect(built.identity).toBeUndefined()
  })

  test('a program that changes during the run is noticed', async () => {
    const built = await buildBoth({ build: BUILD, baseline: project() })
    expect(await collect(rehash(built.host, built.programs, null))).toEqual([])
    writeFileSync(built.programs.get('arm@candidate')?.path ?? '', 'swapped')
    expect(await collect(rehash(built.host, built.programs, null))).toEqual([
      {
        type: 'trouble',
        arm: 'arm',
        reason: expect.stringContaining('arm@candidate changed during the run'),
      },
    ])
  })

  test('a launcher that changes during the run is noticed', async () => {
    const built = await buildBoth({ build: BUILD, baseline: project() })
    const path = built.programs.get('arm@baseline')?.path ?? ''
    const sha256 = built.programs.get('arm@baseline')?.sha256 ?? ''
    expect(await collect(rehash(built.host, new Map(), { path, sha256 }))).toEqual([])
    expect(await collect(rehash(built.host, new Map(), { path, sha256: 'other' }))).toMatchObject([
      { type: 'trouble', arm: null, reason: expect.stringContaining('the launcher changed during the run') },
    ])
  })

  test('a shared object that changes during the run is noticed', async () => {
    const script = `${'g++ -O2 $CXXFLAGS main.cpp $LDFLAGS -o tool'}\ng++ -O2 $CXXFLAGS -fPIC -shared plug.cpp $LDFLAGS -o plug.so`
    const tree = project({ 'bench/plug.cpp': 'int plug() { return 1; }\n' }, script)
    const built = await buildBoth({ build: BUILD, baseline: tree })
    expect(await collect(rehash(built.host, built.programs, null))).toEqual([])
    const [object = ''] = built.programs.get('arm@baseline')?.sharedObjects.keys() ?? []
    writeFileSync(object, 'swapped')
    expect(await collect(rehash(built.host, built.programs, null))).toMatchObject([
      { type: 'trouble', arm: 'arm', reason: expect.stringMatching(/plug\.so of arm@baseline changed/) },
    ])
  })

  test('each revision is built in a directory of its own that was empty', async () => {
    const script =
      'echo "found $(ls -A "$PAIRGATE_BUILD_DIR")."; touch "$PAIRGATE_BUILD_DIR/left"; g++ -O2 $CXXFLAGS main.cpp $LDFLAGS -o tool'
    const built = await buildBoth({ build: BUILD, baseline: project({}, script) })
    expect(built.lines.filter((line) => line === 'found .')).toHaveLength(2)
  })
})

describe('two programs are identical', () => {
  test('when only words changed', async () => {
    const built = await buildBoth({
      build: BUILD,
      baseline: project({ 'bench/README.md': 'old' }),
      candidate: project({ 'bench/README.md': 'new', 'docs/more.txt': 'new' }),
    })
    expect(built.identity).toMatchObject({ identical: true })
  })

  test('when they differ in their own path and build id alone', async () => {
    const script = 'g++ -O2 -g $CXXFLAGS "-DHERE=\\"$PWD\\"" main.cpp $LDFLAGS -Wl,--build-id -o tool'
    const source = '#include <cstdio>\nint main() { return std::puts(HERE); }\n'
    const built = await buildBoth({ build: BUILD, baseline: project({ 'bench/main.cpp': source }, script) })
    expect(built.candidate).toMatchObject({ status: 'built', reason: null })
    expect(built.baseline.sha256).not.toBe(built.candidate.sha256)
    expect(built.identity).toMatchObject({ identical: true })
  })

  test('but not when a data file of the arm changed', async () => {
    const built = await buildBoth({
      build: BUILD,
      baseline: project({ 'bench/data/input.csv': '1,2\n' }),
      candidate: project({ 'bench/data/input.csv': '1,3\n' }),
    })
    expect(built.baseline.sha256).toBe(built.candidate.sha256)
    expect(built.identity).toMatchObject({ identical: false, reason: expect.stringContaining('input.csv') })
  })

  test.each(['.', '$PAIRGATE_BUILD_DIR'])('but not when a shared object in %s differs', async (place) => {
    const script = `${'g++ -O2 $CXXFLAGS main.cpp $LDFLAGS -o tool'}\ng++ -O2 $CXXFLAGS -fPIC -shared plug.cpp $LDFLAGS -o "${place}/plug.so"`
    const plug = (value: number) => project({ 'bench/plug.cpp': `int plug() { return ${value}; }\n` }, script)
    const same = await buildBoth({ build: BUILD, baseline: plug(1) })
    expect(same.identity).toMatchObject({ identical: true })
    const built = await buildBoth({ build: BUILD, baseline: plug(1), candidate: plug(2) })
    expect(built.baseline.sha256).toBe(built.candidate.sha256)
    expect(built.identity).toMatchObject({ identical: false, reason: expect.stringContaining('plug.so') })
  })

  test('but not when an equal script may run another source', async () => {
    const script = 'printf "#!/bin/sh\\nexec ../src/other.sh\\n" > tool; chmod +x tool'
    const build = (source: string) => ({ ...project({}, script), 'src/other.sh': source })
    const arm = 'lto: unverified'
    const same = await buildBoth({ build: BUILD, arm, baseline: build('one') })
    expect(same.identity).toMatchObject({ identical: true })
    const built = await buildBoth({ build: BUILD, arm, baseline: build('one'), candidate: build('two') })
    expect(built.identity).toMatchObject({
      identical: false,
      reason: expect.stringContaining('src/other.sh'),
    })
  })
})

test('the environment of a build holds no token, and only what is let through', async () => {
  const script = `${'g++ -O2 $CXXFLAGS main.cpp $LDFLAGS -o tool'}\nenv`
  const built = await buildCandidate({
    build: BUILD,
    tree: project({}, script),
    environment: { PASSED_ON: 'passed on' },
  })
  expect(built.lines).toContain('PASSED_ON=passed on')
  const names = built.lines.flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? [])
  expect(names).toContain('PATH')
  expect(names.filter((name) => /VITEST|NODE_ENV|GITHUB|TOKEN/.test(name))).toEqual([])
})

test('the program is what the compiler made', async () => {
  const built = await buildCandidate({ build: BUILD, tree: project() })
  const program = built.programs.get('arm@candidate')
  expect(() => execFileSync(program?.path ?? '', ['one'])).toThrow(/Command failed/)
  expect(program).toMatchObject({ sha256: built.candidate.sha256, cwd: expect.stringMatching(/cand\/src$/) })
})
