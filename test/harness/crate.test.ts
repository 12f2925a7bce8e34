import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, run, scratch } from './programs.ts'

test("the crate's own tests pass, and it compiles without a warning", async () => {
  await using workplace = await scratch()
  const ended = await run('env', [
    `CARGO_TARGET_DIR=${workplace.path}`,
    'RUSTFLAGS=-D warnings',
    ...['cargo', 'test', '--offline', '--locked', '--manifest-path', join(root, 'harness/rust/Cargo.toml')],
  ])
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect(ended.stdout).toMatch(/test result: ok\. [1-9]\d* passed; 0 failed/)
})

test('the crate has no dependencies', async () => {
  const manifest = join(root, 'harness/rust/Cargo.toml')
  const args = ['metadata', '--offline', '--no-deps', '--format-version=1', '--manifest-path', manifest]
  const { packages }: { packages: { name: string; dependencies: unknown[] }[] } = JSON.parse(
    (await run('cargo', args)).stdout,
  )
  expect(packages.find(({ name }) => name === 'pairgate')?.dependencies).toEqual([])
})
