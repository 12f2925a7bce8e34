import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../src/model/version.ts'
import { nodes } from './command-line.ts'

const ROOT = resolve(import.meta.dirname, '..')

test('the recorded version is the version of the package', () => {
  expect(version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version)
})

test('the tarball of npm pack runs through npx, without any other package', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pairgate-pack-'))
  try {
    const run = (program: string, args: string[]) =>
      execFileSync(program, args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    run('npm', ['pack', ROOT, '--ignore-scripts', '--silent'])
    const tarball = readdirSync(directory).find((name) => name.endsWith('.tgz')) ?? ''
    run('npm', ['init', '--yes'])
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`])
    expect(run('npx', ['--no-install', 'pairgate', '--version'])).toBe(`pairgate ${version}\n`)
    expect(readdirSync(join(directory, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'pairgate',
    ])
    const shipped = join(directory, 'node_modules/pairgate')
    for (const path of [
      'harness/cpp/pairgate.hpp',
      'harness/rust/Cargo.toml',
      'examples/suite/plants/plants.json',
      'pairgate.yml',
    ]) {
      expect(statSync(join(shipped, path)).isFile(), path).toBe(true)
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test.each(nodes)('the command line starts on %s', (node) => {
  expect(execFileSync(node, [join(ROOT, 'dist/cli/index.js'), '--help'], { encoding: 'utf8' })).toContain(
    'pairgate run',
  )
})

test('the command line does not carry the github client', () => {
  const cli = statSync(join(ROOT, 'dist/cli/index.js')).size
  const action = statSync(join(ROOT, 'dist/action/index.js')).size
  expect(cli).toBeLessThan(action)
  expect(readFileSync(join(ROOT, 'dist/cli/index.js'), 'utf8')).not.toContain('octokit')
})
