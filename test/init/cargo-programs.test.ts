import { describe, expect, test } from 'vitest'
import { cargoPrograms } from '../../src/init/cargo-programs.ts'
import type { Program } from '../../src/init/program.ts'
import { treeOf } from './tree.ts'

type Files = Readonly<Record<string, string>>

const PACKAGE = '[package]\nname = "parser"\nversion = "0.1.0"\nedition = "2021"\n'
const BENCH = '[[bench]]\nname = "parse"\nharness = false\n'
const CRITERION = 'use criterion::{criterion_group, criterion_main, Criterion};\n'

/** A package whose bench `parse` is written with criterion, with more lines in its manifest. */
function withCriterion(lines = '', dependency = 'criterion = "0.5"'): Files {
  return {
    'Cargo.toml': `${PACKAGE}[dev-dependencies]\n${dependency}\n${BENCH}${lines}`,
    'benches/parse.rs': CRITERION,
  }
}

async function programsIn(files: Files): Promise<readonly Program[]> {
  return (await cargoPrograms(treeOf(files))).programs
}

async function reasonsIn(files: Files): Promise<string> {
  const { programs, notUnderstood } = await cargoPrograms(treeOf(files))
  expect(programs).toEqual([])
  return notUnderstood.map(({ place, reason }) => `${place}: ${reason}`).join('\n')
}

describe('a bench of criterion', () => {
  test('is one with harness = false that uses it', async () => {
    expect(await programsIn(withCriterion())).toEqual([
      {
        language: 'rust',
        name: 'parse',
        owner: 'parser',
        build: { driver: 'cargo', manifest: 'Cargo.toml', bench: 'parse' },
        harness: 'criterion',
        reasons: [
          'Cargo.toml has the bench parse with harness = false',
          'criterion: benches/parse.rs uses the crate criterion',
        ],
      },
    ])
  })

  test.each([
    ['renamed', 'crit = { version = "0.5", package = "criterion" }', 'use crit::Criterion;'],
    ['by codspeed', 'codspeed-criterion-compat = "4"', 'use codspeed_criterion_compat::*;'],
    [
      'by codspeed under its own name',
      'criterion = { package = "codspeed-criterion-compat", version = "2" }',
      '#[macro_use]\nextern crate criterion;',
    ],
  ])('may use it %s', async (_, dependency, source) => {
    const files = { ...withCriterion('', dependency), 'benches/parse.rs': source }
    expect(await programsIn(files)).toMatchObject([{ harness: 'criterion' }])
  })

  test('may depend on it for one platform alone', async () => {
    const files = {
      'Cargo.toml': `${PACKAGE}${BENCH}[target.'cfg(unix)'.dev-dependencies]\ncriterion = "0.5"\n`,
      'benches/parse.rs': CRITERION,
    }
    expect(await programsIn(files)).toMatchObject([{ harness: 'criterion' }])
  })

  test('may stand anywhere, and be generated', async () => {
    const files = {
      'Cargo.toml': `${PACKAGE}[dependencies]\ncriterion = "0.5"\n${BENCH}path = "spawn.rs"\n[[bench]]\nname = "made"\nharness = false\n`,
      'spawn.rs': CRITERION,
    }
    const found = await programsIn(files)
    expect(found.map(({ name }) => name)).toEqual(['parse', 'made'])
  })

  test('names the features that it requires', async () => {
    const [program] = await programsIn(withCriterion('required-features = ["simd", "std"]\n'))
    expect(program?.build).toMatchObject({ features: ['simd', 'std'] })
    expect(program?.reasons).toContain('parse requires the features simd, std')
  })

  test('is told from one of another framework in the same package by its source', async () => {
    const files = {
      ...withCriterion('[[bench]]\nname = "calls"\nharness = false\n', 'criterion = "0.5"\niai = "0.1"'),
      'benches/calls.rs': '// unlike criterion::Criterion\niai::main!(parse);\n',
    }
    const { programs, notUnderstood } = await cargoPrograms(treeOf(files))
    expect(programs.map(({ name }) => name)).toEqual(['parse'])
    expect(notUnderstood).toEqual([
      {
        place: 'benches/calls.rs',
        reason: expect.stringMatching(
          /^the bench calls of parser: it is written with iai, which pairgate cannot/,
        ),
      },
    ])
  })
})

describe('the crate pairgate', () => {
  const SUITE = { 'src/main.rs': 'fn main() { let mut suite = pairgate::Suite::new(); suite.run() }' }
  const DEPENDENCY = '[dependencies]\npairgate = { path = "../pairgate" }\n'

  test('makes a benchmark program of the binary that uses it', async () => {
    expect(await programsIn({ 'Cargo.toml': `${PACKAGE}${DEPENDENCY}`, ...SUITE })).toMatchObject([
      { name: 'parser', harness: 'pairgate', build: { bin: 'parser' } },
    ])
  })

  test('makes one of the only binary, wherever it uses it', async () => {
    const files = {
      'Cargo.toml': `${PACKAGE}${DEPENDENCY}`,
      'src/main.rs': 'mod all; fn main() { all::run() }',
    }
    expect(await programsIn(files)).toMatchObject([{ build: { bin: 'parser' } }])
  })

  test('leaves the other binaries alone', async () => {
    const files = {
      'Cargo.toml': `${PACKAGE}${DEPENDENCY}[[bin]]\nname = "gate"\npath = "src/gate/main.rs"\n`,
      'src/gate/main.rs': 'use pairgate::Suite;',
      'src/main.rs': 'fn main() {}',
      'src/bin/tool.rs': 'fn main() {}',
    }
    expect((await programsIn(files)).map(({ name }) => name)).toEqual(['gate'])
  })

  test('may be used by a bench too', async () => {
    const files = {
      'Cargo.toml': `${PACKAGE}[dev-dependencies]\npairgate = "0.1"\n${BENCH}`,
      'benches/parse/main.rs': 'use pairgate::Suite;',
      // Binaries see no dev-dependencies.
      'src/main.rs': 'fn main() {}',
    }
    expect(await programsIn(files)).toMatchObject([{ harness: 'pairgate', build: { bench: 'parse' } }])
  })
})

describe('not understood', () => {
  test.each([
    ['the compiler’s harness', '', '#![feature(test)]\nextern crate test;', 'runs in the test harness'],
    ['divan', 'divan = "0.1"', 'fn main() { divan::main(); }', 'is written with divan'],
    ['no framework', '', 'fn main() { println!("1 ms") }', 'names no framework'],
  ])('%s', async (_, dependency, source, told) => {
    const bench = told.startsWith('runs') ? BENCH.replace('harness = false', '') : BENCH
    const files = {
      'Cargo.toml': `${PACKAGE}[dev-dependencies]\n${dependency}\n${bench}`,
      'benches/parse.rs': source,
    }
    expect(await reasonsIn(files)).toContain(`benches/parse.rs: the bench parse of parser: it ${told}`)
  })

  test('a bench that cargo finds by itself', async () => {
    const files = { 'Cargo.toml': PACKAGE, 'benches/quick.rs': '', 'benches/common/mod.rs': '' }
    expect(await reasonsIn(files)).toMatch(
      /^benches\/quick.rs: the bench quick of parser: it runs in [^\n]*$/,
    )
    expect(await reasonsIn({ ...files, 'Cargo.toml': `${PACKAGE}autobenches = false` })).toBe('')
  })

  test('criterion without harness = false, and how to mend it', async () => {
    const files = {
      'Cargo.toml': `${PACKAGE}[dev-dependencies]\ncriterion = "0.5"\n`,
      'benches/parse.rs': CRITERION,
    }
    expect(await reasonsIn(files)).toContain('it uses criterion, but without `harness = false`: add that')
  })

  test.each([
    ['"0.3"', '0.3'],
    ['{ version = "0.3.4", default-features = false }', '0.3.4'],
  ])('criterion = %s, which is too old, with the version that is needed', async (dependency, shown) => {
    expect(await reasonsIn(withCriterion('', `criterion = ${dependency}`))).toBe(
      `benches/parse.rs: the bench parse of parser: it uses criterion ${shown}, and pairgate needs 0.4 or newer: raise it in Cargo.toml`,
    )
  })

  test('an inherited criterion that is too old', async () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\ncriterion = "0.3"\n',
      'crates/parser/Cargo.toml': `${withCriterion('', 'criterion.workspace = true')['Cargo.toml']}`,
      'crates/parser/benches/parse.rs': CRITERION,
    }
    expect(await reasonsIn(files)).toContain('it uses criterion 0.3, and pairgate needs 0.4')
  })

  test.each([
    ['>=0.3', '0.3.6', 'run `cargo update criterion`'],
    ['0.3', '0.3.6', 'raise it in Cargo.toml'],
  ])('criterion %s where Cargo.lock has %s', async (requirement, version, how) => {
    const lock = `[[package]]\nname = "parser"\nversion = "0.1.0"\ndependencies = ["criterion"]\n[[package]]\nname = "criterion"\nversion = "${version}"\n`
    const files = { ...withCriterion('', `criterion = "${requirement}"`), 'Cargo.lock': lock }
    expect(await reasonsIn(files)).toContain(
      `it uses criterion ${version} (Cargo.lock), and pairgate needs 0.4 or newer: ${how}`,
    )
    expect(await programsIn({ ...files, 'Cargo.lock': lock.replace(version, '0.5.1') })).toHaveLength(1)
  })

  test('a generated bench of a package with two frameworks', async () => {
    const files = withCriterion('', 'criterion = "0.5"\ndivan = "0.1"')
    expect(await reasonsIn({ 'Cargo.toml': files['Cargo.toml'] ?? '' })).toContain(
      'may use criterion or divan',
    )
  })

  test('a manifest that cannot be read, by its line', async () => {
    expect(await reasonsIn({ 'Cargo.toml': '[package]\nname = parser' })).toMatch(
      /^Cargo.toml: it cannot be read: line 2: /,
    )
    expect(await reasonsIn({ 'Cargo.toml': '[package]\nname = 1' })).toContain('package.name')
  })
})

describe('a workspace', () => {
  const member = (directory: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${directory}/${path}`, text]))

  test('has members by pattern, whose packages are named', async () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      ...member('crates/parser', withCriterion()),
    }
    const [program] = await programsIn(files)
    expect(program?.build).toEqual({
      driver: 'cargo',
      manifest: 'crates/parser/Cargo.toml',
      package: 'parser',
      bench: 'parse',
    })
    expect(program?.reasons).toContain('its package parser is a member of the workspace Cargo.toml')
  })

  test('says which crate an inherited dependency is', async () => {
    const files = {
      'Cargo.toml':
        '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nbencher = { package = "criterion", version = "0.5" }\n',
      ...member('crates/parser', withCriterion('', 'bencher.workspace = true')),
      'crates/parser/benches/parse.rs': 'use bencher::Criterion;',
    }
    const [program] = await programsIn(files)
    expect(program?.reasons).toContain(
      'criterion: crates/parser/benches/parse.rs uses the crate criterion, there called bencher',
    )
  })

  test.each([
    ['lists it', '[workspace]\nmembers = ["./bench/"]'],
    [
      'has it as a path dependency',
      '[workspace]\n[package]\nname = "p"\n[dependencies]\nparser = { path = "bench" }',
    ],
  ])('has a member where it %s', async (_, root) => {
    const files = { 'Cargo.toml': root, ...member('bench', withCriterion()) }
    expect(await programsIn(files)).toMatchObject([{ build: { package: 'parser' } }])
  })

  test('leaves alone what it excludes', async () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["*"]\nexclude = ["bench"]',
      ...member('bench', withCriterion()),
    }
    expect((await programsIn(files))[0]?.build).not.toHaveProperty('package')
  })

  test('keeps cargo from building a package below it that it does not list', async () => {
    const files = { 'Cargo.toml': '[workspace]\nmembers = ["crates/*"]', ...member('bench', withCriterion()) }
    expect(await reasonsIn(files)).toContain('Cargo.toml is a workspace that does not list its package')
  })

  test('may be named by its member', async () => {
    const files = {
      'main/Cargo.toml': '[workspace]\nmembers = ["../parser"]',
      ...member('parser', withCriterion()),
    }
    const manifest = `${files['parser/Cargo.toml' as keyof typeof files]}`.replace(
      '[package]',
      '[package]\nworkspace = "../main"',
    )
    expect(await programsIn({ ...files, 'parser/Cargo.toml': manifest })).toMatchObject([
      { build: { package: 'parser' } },
    ])
  })
})
