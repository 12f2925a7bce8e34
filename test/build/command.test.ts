import { afterAll, describe, expect, test } from 'vitest'
import { buildBoth, buildCandidate, removeAll, type Tree } from './two-revisions.ts'

afterAll(removeAll)

const BUILD = 'driver: command, directory: bench, run: [[sh, build.sh]], output: bench/tool'

/** Two sources of C++ and the script that builds them. */
function project(script: string, more: Tree = {}): Tree {
  return {
    'bench/build.sh': `set -e\n${script}\n`,
    'bench/part.cpp': '#include <cstdio>\nint part(int x) { std::puts(__FILE__); return x * 3; }\n',
    'bench/main.cpp': 'int part(int x);\nint main(int argc, char**) { return part(argc); }\n',
    ...more,
  }
}

const APART = `$CXX -O2 $CXXFLAGS -c part.cpp -o part.o
$CXX -O2 $CXXFLAGS -c main.cpp -o main.o
$CXX -O2 $CXXFLAGS main.o part.o $LDFLAGS -o tool`

const ARCHIVE = `\${CXX:-g++} -O2 $CXXFLAGS -c part.cpp -o "$PAIRGATE_BUILD_DIR/part.o"
$AR rcs "$PAIRGATE_BUILD_DIR/libpart.a" "$PAIRGATE_BUILD_DIR/part.o"
\${CXX:-g++} -O2 $CXXFLAGS main.cpp "$PAIRGATE_BUILD_DIR/libpart.a" $LDFLAGS -o tool`

const RUST = 'rustc -O $RUSTFLAGS main.rs -o tool'
const RUST_SOURCE = {
  'bench/main.rs': 'fn main() { println!("{} {}", std::env::args().count() * 3, file!()); }\n',
}

describe.each([
  ['g++', project(APART), { CXX: 'g++' }, 'part.cpp'],
  ['g++ with a static library', project(ARCHIVE), {}, 'part.cpp'],
  ['clang', project(APART), { CXX: 'clang++' }, 'part.cpp'],
  ['rustc', project(RUST, RUST_SOURCE), {}, 'main.rs'],
])('commands that call %s', (_, tree, environment, source) => {
  test('are proved to have optimised at link time, and equal sources give identical programs', async () => {
    const built = await buildBoth({ build: BUILD, baseline: tree, environment })
    expect(built.candidate).toMatchObject({ status: 'built', reason: null, lto: { kind: 'verified' } })
    expect(built.identity).toMatchObject({ identical: true })
    expect(built.troubles).toEqual([])
  })

  test('make another program after a change of one character', async () => {
    const path = `bench/${source}`
    const changed = { ...tree, [path]: tree[path]?.replace('* 3', '* 5') ?? '' }
    const built = await buildBoth({ build: BUILD, baseline: tree, candidate: changed, environment })
    expect(built.candidate).toMatchObject({ status: 'built' })
    expect(built.identity).toMatchObject({ identical: false })
  })
})

describe('link-time optimisation is missing', () => {
  test.each([
    [
      'one object is compiled without the flags',
      'g++ -O2 -c part.cpp -o part.o\ng++ -O2 $CXXFLAGS main.cpp part.o $LDFLAGS -o tool',
      /part\.o/,
    ],
    [
      'such an object is deleted again',
      'g++ -O2 -c part.cpp -o part.o\ng++ -O2 $CXXFLAGS main.cpp part.o $LDFLAGS -o tool\nrm part.o',
      /part\.cpp/,
    ],
    [
      'and the program stripped of its symbols besides',
      'g++ -O2 -c part.cpp -o part.o\ng++ -O2 $CXXFLAGS main.cpp part.o $LDFLAGS -s -o tool\nrm part.o',
      /stripped/,
    ],
    ['no flag is used', 'g++ -O2 part.cpp main.cpp -o tool', /no sign/],
    [
      'the link leaves it aside',
      'g++ -O2 $CXXFLAGS -ffat-lto-objects part.cpp main.cpp $LDFLAGS -fno-lto -o tool',
      /no sign/,
    ],
    ['rustc is called without the flags', 'rustc -O main.rs -o tool', /no sign/],
    [
      'a thin archive names an object without it',
      'g++ -O2 -c part.cpp -o part.o\nar rcsT libpart.a part.o\ng++ -O2 $CXXFLAGS main.cpp libpart.a $LDFLAGS -o tool',
      /part\.o/,
    ],
  ])('when %s', async (_, script, named) => {
    const built = await buildCandidate({ build: BUILD, tree: project(script, RUST_SOURCE) })
    expect(built.candidate).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('link-time optimisation is missing'),
    })
    expect(built.candidate.reason).toMatch(named)
  })
})

test('an object in git was not built here: it is listed', async () => {
  const script = `${ARCHIVE}\nmv old/prebuilt.tmp old/prebuilt.o`
  const prebuild = `mkdir -p old\ng++ -O2 -c part.cpp -o old/prebuilt.tmp\n${script}`
  const built = await buildBoth({
    build: BUILD,
    baseline: project(prebuild, { 'bench/old/prebuilt.o': 'in git' }),
  })
  expect(built.candidate).toMatchObject({
    status: 'built',
    lto: { kind: 'verified', without: ['bench/old/prebuilt.o'] },
  })
})

test('the flags of the user come first, and ours after them', async () => {
  const built = await buildBoth({
    build: BUILD,
    baseline: project(ARCHIVE),
    environment: { CXXFLAGS: '-DOWN' },
  })
  expect(built.candidate.flags.CXXFLAGS).toMatch(/^-DOWN -flto/)
})
