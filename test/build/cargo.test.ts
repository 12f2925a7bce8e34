import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildBoth, buildCandidate, removeAll, type Tree } from './two-revisions.ts'

afterAll(removeAll)

const BUILD = 'driver: cargo, manifest: bench/Cargo.toml, bin: suite-x'

const MANIFEST = `[package]
name = "suite-x"
version = "0.1.0"
edition = "2021"
`

/** A package with one dependency by path, whose panics carry the paths of their sources. */
function project(more: Tree = {}, factor = 3): Tree {
  return {
    'bench/Cargo.toml': `${MANIFEST}
[dependencies]
part = { path = "part" }
`,
    'bench/src/main.rs': 'fn main() { println!("{} {}", part::part(std::env::args().count()), file!()); }\n',
    'bench/part/Cargo.toml': '[package]\nname = "part"\nversion = "0.1.0"\nedition = "2021"\n',
    'bench/part/src/lib.rs': `pub fn part(x: usize) -> usize { assert!(x > 0, "{}", file!()); x * ${factor} }\n`,
    ...more,
  }
}

describe('a healthy package', () => {
  test('is built with proof of fat link-time optimisation, and equal sources give identical programs', async () => {
    const built = await buildBoth({ build: BUILD, baseline: project() })
    expect(built.candidate).toMatchObject({ status: 'built', reason: null, lto: { kind: 'verified' } })
    expect(built.identity).toMatchObject({ identical: true, project_changes: [] })
    expect(built.baseline.sha256).toBe(built.candidate.sha256)
    expect(built.candidate.toolchain).toMatchObject({
      rustc: expect.stringMatching(/^rustc 1\./),
      triple: expect.stringMatching(/linux/),
    })
    expect(JSON.stringify(built.candidate)).not.toContain(built.directory)
  })

  test('is another program after a change of one character', async () => {
    const built = await buildBoth({ build: BUILD, baseline: project(), candidate: project({}, 5) })
    expect(built.identity).toMatchObject({ identical: false, project_changes: [] })
  })

  test('has a procedural macro of its own, and is identical all the same', async () => {
    const tree = project({
      'bench/Cargo.toml': `${MANIFEST}
[dependencies]
part = { path = "part" }
made = { path = "made" }
`,
      'bench/made/Cargo.toml':
        '[package]\nname = "made"\nversion = "0.1.0"\nedition = "2021"\n[lib]\nproc-macro = true\n',
      'bench/made/src/lib.rs':
        'use proc_macro::TokenStream;\n#[proc_macro]\npub fn three(_: TokenStream) -> TokenStream { "3".parse().unwrap() }\n',
      'bench/src/main.rs': 'fn main() { println!("{}", part::part(made::three!())); }\n',
    })
    const built = await buildBoth({ build: BUILD, baseline: tree })
    expect(built.candidate).toMatchObject({ status: 'built', reason: null })
    expect(built.identity).toMatchObject({ identical: true })
  })

  test('is a bench target without the test harness, found by cargo’s messages', async () => {
    const built = await buildCandidate({
      build: 'driver: cargo, manifest: bench/Cargo.toml, bench: speed',
      tree: project({
        'bench/Cargo.toml': `${MANIFEST}
[dependencies]
part = { path = "part" }
[[bench]]
name = "speed"
harness = false
[profile.bench]
lto = "off"
codegen-units = 8
`,
        'bench/benches/speed.rs': 'fn main() { println!("{}", part::part(2)); }\n',
      }),
    })
    expect(built.candidate).toMatchObject({ status: 'built', reason: null, lto: { kind: 'verified' } })
    expect(built.programs.get('arm@candidate')?.path).toMatch(/\/release\/deps\/speed-[0-9a-f]+$/)
  })

  test('is a member of a workspace whose profile says otherwise, which is overridden', async () => {
    const built = await buildCandidate({
      build: `${BUILD}, package: suite-x`,
      tree: project({
        'Cargo.toml':
          '[workspace]\nmembers = ["bench", "bench/part"]\nresolver = "2"\n[profile.release]\nlto = "off"\ncodegen-units = 16\n',
      }),
    })
    expect(built.candidate).toMatchObject({ status: 'built', lto: { kind: 'verified' } })
  })
})

describe('flags that the project sets itself survive', () => {
  test.each([
    ['build.rustflags', '[build]\nrustflags = ["-C", "target-cpu=x86-64-v2"]\n'],
    ['build.rustflags, a string,', '[build]\nrustflags = "-C target-cpu=x86-64-v2"\n'],
    [
      'target.TRIPLE.rustflags',
      `[target.${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-gnu]\nrustflags = "-C target-cpu=x86-64-v2"\n`,
    ],
    ['target.CFG.rustflags', '[target."cfg(unix)"]\nrustflags = ["-Ctarget-cpu=x86-64-v2"]\n'],
  ])('in %s of .cargo/config.toml', async (_, config) => {
    const text = process.arch === 'arm64' ? config.replace('x86-64-v2', 'generic') : config
    const built = await buildCandidate({ build: BUILD, tree: project({ '.cargo/config.toml': text }) })
    const rustc = built.lines.filter((line) => line.includes('--crate-name suite_x'))
    expect(rustc).toHaveLength(1)
    for (const line of rustc) expect(line).toMatch(/target-cpu=(x86-64-v2|generic)/)
    expect(built.candidate).toMatchObject({ status: 'built', lto: { kind: 'verified' } })
  })

  test('and what changes in them and in the profile is named', async () => {
    const manifest = project()['bench/Cargo.toml']
    const target = '[target."cfg(unix)"]\nrustflags = ["--cfg=faster"]\n'
    const built = await buildBoth({
      build: BUILD,
      baseline: project({ '.cargo/config.toml': '[target."cfg(unix)"]\nrustflags = []\n' }),
      candidate: project({
        '.cargo/config.toml': target,
        'bench/Cargo.toml': `${manifest}\n[profile.release]\nopt-level = 2\n`,
      }),
    })
    const changes = built.identity?.project_changes.join('\n') ?? ''
    expect(changes).toContain('.cargo/config.toml changed')
    expect(changes).toMatch(/flags of suite_x lost .*opt-level=3.* gained .*opt-level=2.*--cfg=faster/)
  })

  test('beside which equal sources give identical programs', async () => {
    const target = '[target."cfg(unix)"]\nrustflags = ["--cfg=faster"]\n'
    const built = await buildBoth({ build: BUILD, baseline: project({ '.cargo/config.toml': target }) })
    expect(built.identity).toMatchObject({ identical: true, project_changes: [] })
  })
})

test('a target directory that the project shares between its checkouts is not used', async () => {
  const shared = '[build]\ntarget-dir = "../../shared"\nbuild-dir = "../../shared"\n'
  const built = await buildBoth({
    build: BUILD,
    baseline: project({ '.cargo/config.toml': shared }),
    candidate: project({ '.cargo/config.toml': shared }, 5),
  })
  expect(built.troubles).toEqual([])
  const paths = [...built.programs.values()].map(({ path }) => path)
  expect(paths).toEqual([
    join(built.directory, 'base/out/arm/release/suite-x'),
    join(built.directory, 'cand/out/arm/release/suite-x'),
  ])
  expect(built.baseline.sha256).not.toBe(built.candidate.sha256)
})

describe('link-time optimisation is missing', () => {
  const manifest = project()['bench/Cargo.toml'] ?? ''

  test.each([
    [
      'rustflags turn it off',
      { '.cargo/config.toml': '[build]\nrustflags = ["-C", "lto=off"]\n' },
      /lto=off/,
    ],
    [
      'the profile of one package has more codegen units',
      { 'bench/Cargo.toml': `${manifest}\n[profile.release.package.part]\ncodegen-units = 4\n` },
      /codegen-units=4 for part/,
    ],
    ['a build script compiles C without it', native('cc', '-O2'), /native\.o/],
    [
      'gcc’s intermediate code is left aside by the linker',
      native('gcc', '-O2 -flto -ffat-lto-objects'),
      /native\.c/,
    ],
  ])('when %s', async (_, more, named) => {
    const built = await buildCandidate({ build: BUILD, tree: project(more) })
    expect(built.candidate).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('link-time optimisation is missing'),
    })
    expect(built.candidate.reason).toMatch(named)
  })

  test('but not when a build script compiles C to bitcode', async () => {
    const built = await buildCandidate({ build: BUILD, tree: project(native('clang', '-O2 -flto')) })
    expect(built.candidate).toMatchObject({ status: 'built', reason: null, lto: { kind: 'verified' } })
  })
})

test('a build that fails shows the error of the compiler and no message meant for programs', async () => {
  const built = await buildBoth({
    build: BUILD,
    baseline: project(),
    candidate: project({ 'bench/src/main.rs': 'fn main() { no_such_function() }\n' }),
  })
  expect(built.baseline.status).toBe('built')
  expect(built.candidate).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('no_such_function'),
  })
  expect(built.candidate.reason).not.toContain('{"reason"')
  expect(built.candidate.commands.flat()).toContain('cargo')
  expect(built.identity).toBeUndefined()
})

test('a lockfile is held to', async () => {
  const first = await buildCandidate({ build: BUILD, tree: project() })
  const lock = readFileSync(join(first.directory, 'cand/src/bench/Cargo.lock'), 'utf8')
  const locked = await buildCandidate({ build: BUILD, tree: project({ 'bench/Cargo.lock': lock }) })
  expect(locked.candidate).toMatchObject({ status: 'built' })
  expect(locked.candidate.commands.flat()).toContain('--locked')
  const stale = await buildCandidate({
    build: BUILD,
    tree: project({ 'bench/Cargo.lock': lock.replace(/name = "part"/g, 'name = "other"') }),
  })
  expect(stale.candidate).toMatchObject({ status: 'failed', reason: expect.stringContaining('--locked') })
})

/** A package whose build script compiles one source of C. */
function native(compiler: string, flags: string): Tree {
  return {
    'bench/build.rs': `use std::process::Command;
fn run(command: &mut Command) { assert!(command.status().unwrap().success()) }
fn main() {
    let out = std::env::var("OUT_DIR").unwrap();
    let object = format!("{out}/native.o");
    run(Command::new("${compiler}").args("${flags} -c native.c -o".split(' ')).arg(&object));
    run(Command::new("ar").args(["rcs", &format!("{out}/libnative.a"), &object]));
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=native");
}
`,
    'bench/native.c': 'unsigned long native(unsigned long x) { return x * 7; }\n',
    'bench/src/main.rs':
      'extern "C" { fn native(x: usize) -> usize; }\nfn main() { println!("{}", part::part(unsafe { native(std::env::args().count()) })); }\n',
  }
}
