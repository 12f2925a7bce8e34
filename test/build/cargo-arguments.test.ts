import { describe, expect, test } from 'vitest'
import { cargo } from '../../src/build/cargo.ts'
import type { BuildSite } from '../../src/model/build.ts'
import type { CargoSettings } from '../../src/model/config.ts'
import type { Files } from '../../src/model/host.ts'

const site: BuildSite = {
  checkout: '/cand/src',
  buildDirectory: '/cand/out/arm',
  mappedCheckout: '/src',
  mappedBuildDirectory: '/build',
  trackedPaths: new Set(),
  env: { PATH: '/usr/bin' },
}

const defaults: CargoSettings = {
  driver: 'cargo',
  manifest: 'bench/Cargo.toml',
  features: [],
  default_features: true,
}

/** Files of which only these exist. */
function only(...present: readonly string[]): Files {
  const no = () => Promise.reject(new Error('not in this test'))
  return {
    exists: async (path) => present.includes(path),
    readBytes: no,
    readText: no,
    writeText: no,
    makeDirectory: no,
    listRecursively: no,
    size: no,
    realPath: no,
    sha256: no,
  }
}

async function commandFor(settings: Partial<CargoSettings>, files = only()) {
  const [step, ...more] = await cargo.steps({ ...defaults, ...settings }, site, files)
  expect(more).toEqual([])
  if (step === undefined) throw new Error('no step')
  return step.command
}

/** What every build of cargo is given, between its first words and those of the settings. */
const ALWAYS = [
  ...['--manifest-path', '/cand/src/bench/Cargo.toml', '--verbose'],
  ...['--message-format', 'json-render-diagnostics'],
  ...['--config', 'build.rustflags=["--remap-path-prefix=/cand/src=/src"]'],
]

describe('cargo is given', () => {
  test.each<[string, Partial<CargoSettings>, readonly string[], readonly string[]]>([
    ['a binary', { bin: 'suite' }, ['build', '--release'], ['--bin', 'suite']],
    ['an example', { example: 'speed' }, ['build', '--release'], ['--example', 'speed']],
    ['a benchmark', { bench: 'speed' }, ['bench', '--no-run'], ['--bench', 'speed']],
    [
      'a package of a workspace',
      { bin: 'suite', package: 'one' },
      ['build', '--release'],
      ['--package', 'one', '--bin', 'suite'],
    ],
    [
      'features',
      { bin: 'suite', features: ['simd', 'dep/fast'] },
      ['build', '--release'],
      ['--bin', 'suite', '--features', 'simd,dep/fast'],
    ],
    [
      'no default features',
      { bin: 'suite', default_features: false },
      ['build', '--release'],
      ['--bin', 'suite', '--no-default-features'],
    ],
  ])('%s', async (_, settings, first, last) => {
    expect((await commandFor(settings)).args).toEqual([...first, ...ALWAYS, ...last])
  })

  test.each([
    ['beside the manifest', '/cand/src/bench/Cargo.lock', true],
    ['at the root of the workspace', '/cand/src/Cargo.lock', true],
    ['outside of the checkout', '/cand/Cargo.lock', false],
  ])('--locked where a lockfile stands %s: %s', async (_, path, locked) => {
    expect((await commandFor({ bin: 'suite' }, only(path))).args.includes('--locked')).toBe(locked)
  })

  test('profiles and directories in its environment, which outrank the project’s', async () => {
    const { cwd, env } = await commandFor({ bin: 'suite' })
    expect(cwd).toBe('/cand/src/bench')
    expect(env).toEqual({
      PATH: '/usr/bin',
      CARGO_PROFILE_RELEASE_LTO: 'fat',
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '1',
      CARGO_PROFILE_RELEASE_STRIP: 'debuginfo',
      CARGO_PROFILE_BENCH_LTO: 'fat',
      CARGO_PROFILE_BENCH_CODEGEN_UNITS: '1',
      CARGO_PROFILE_BENCH_STRIP: 'debuginfo',
      CARGO_TARGET_DIR: '/cand/out/arm',
      CARGO_BUILD_BUILD_DIR: '/cand/out/arm',
      CARGO_INCREMENTAL: '0',
    })
  })
})
