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
  jobs: 2,
  env: { PATH: '/usr/bin' },
}

const defaults: CargoSettings = {
  driver: 'cargo',
  manifest: 'bench/Cargo.toml',
  features: [],
  default_features: true,
}

/** Files of which only these exist, manifests with the text of a package. */
function only(...present: readonly string[]): Files {
  return holding(Object.fromEntries(present.map((path) => [path, ''])))
}

/** Files of which only these exist, with these texts. */
function holding(texts: Readonly<Record<string, string>>): Files {
  const no = () => Promise.reject(new Error('not in this test'))
  return {
    exists: async (path) => path in texts,
    readBytes: no,
    readText: async (path) => texts[path] ?? no(),
    writeText: no,
    makeDirectory: no,
    listRecursively: no,
    remove: no,
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
    ['outside of the checkout', '/cand/Cargo.lock', false],
    ['above it, of what is no workspace', '/cand/src/Cargo.lock', false],
  ])('--locked where a lockfile stands %s: %s', async (_, path, locked) => {
    expect((await commandFor({ bin: 'suite' }, only(path))).args.includes('--locked')).toBe(locked)
  })

  test.each([
    ['at the root of its workspace', '[workspace]\nmembers = ["bench"]\n', '[package]\n', true],
    ['of a workspace that leaves it out', '[workspace]\nexclude = ["bench"]\n', '[package]\n', false],
    ['of a workspace above its own', '[workspace]\n', '[package]\n[workspace]\n', false],
    ['beside a package above it', '[package]\n', '[package]\n', false],
  ])('--locked by a lockfile %s', async (_, root, own, locked) => {
    const files = holding({
      '/cand/src/Cargo.toml': root,
      '/cand/src/Cargo.lock': '',
      '/cand/src/bench/Cargo.toml': own,
    })
    expect((await commandFor({ bin: 'suite' }, files)).args.includes('--locked')).toBe(locked)
  })

  test('no path to map that holds a space, and the user’s own flags stay', async () => {
    const at = async (checkout: string, env: Readonly<Record<string, string>>) => {
      const [step] = await cargo.steps({ ...defaults, bin: 'suite' }, { ...site, checkout, env }, only())
      return step?.command.env.CARGO_BUILD_RUSTFLAGS
    }
    expect(await at('/a b/src', {})).toBeUndefined()
    expect(await at('/cand/src', { CARGO_BUILD_RUSTFLAGS: '--cfg=own' })).toBe(
      '--cfg=own --remap-path-prefix=/cand/src=/src',
    )
  })

  test('profiles and directories in its environment, which outrank the project’s', async () => {
    const { cwd, env } = await commandFor({ bin: 'suite' })
    expect(cwd).toBe('/cand/src/bench')
    expect(env).toEqual({
      PATH: '/usr/bin',
      CARGO_BUILD_RUSTFLAGS: '--remap-path-prefix=/cand/src=/src',
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

test('two executables of one name are not chosen between', async () => {
  const artifact = (path: string) =>
    JSON.stringify({
      reason: 'compiler-artifact',
      target: { name: 'speed', kind: ['bench'] },
      executable: path,
      manifest_path: '/cand/src/bench/Cargo.toml',
    })
  const result = (...paths: readonly string[]) => {
    const command = { program: 'cargo', args: [], cwd: '/', env: {} }
    const stdout = `${paths.map(artifact).join('\n')}\n`
    const outcome = { kind: 'exited', code: 0, stdout, stderr: '', wallMs: 1 } as const
    return [{ step: { label: 'build', files: [], command }, outcome }]
  }
  const settings = { ...defaults, bench: 'speed' }
  expect(await cargo.program(settings, site, result('/a/speed-1', '/a/speed-1'), only())).toEqual({
    path: '/a/speed-1',
    directory: '/cand/src/bench',
  })
  await expect(cargo.program(settings, site, result('/a/speed-1', '/b/speed-2'), only())).rejects.toThrow(
    '2 executables of a bench speed: name the `package`',
  )
})
