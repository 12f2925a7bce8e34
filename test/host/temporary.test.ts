import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../src/host/temporary.ts'

function place(): Disposable & { path: string; leave(name: string, pid?: string): string } {
  const path = mkdtempSync(join(tmpdir(), 'temporary-test-'))
  return {
    path,
    leave: (name, pid) => {
      mkdirSync(join(path, name, 'inside'), { recursive: true })
      if (pid !== undefined) writeFileSync(join(path, name, 'pid'), pid)
      return join(path, name)
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** The number of a process that has ended. */
function deadPid(): number {
  return spawnSync('true').pid
}

const namespace = existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid') : 'none'

test('what a dead process left is removed; what a living one has is kept', async () => {
  using temporary = place()
  const dead = temporary.leave('pairgate-dead', `${deadPid()} ${namespace}\n`)
  const living = temporary.leave('pairgate-living', `${process.pid} ${namespace}\n`)
  await using _own = await makeTemporaryDirectory({ TMPDIR: temporary.path })
  expect(existsSync(dead)).toBe(false)
  expect(existsSync(living)).toBe(true)
})

test.each([
  ['without the number of a process', 'pairgate-none', undefined],
  ['with something else in place of the number', 'pairgate-odd', 'mine\n'],
  ['of a process in another container', 'pairgate-far', `${deadPid()} pid:[1]\n`],
  ['of another program', 'other', `${deadPid()} ${namespace}\n`],
])('a directory %s is kept', async (_case, name, pid) => {
  using temporary = place()
  const kept = temporary.leave(name, pid)
  await using _own = await makeTemporaryDirectory({ TMPDIR: temporary.path })
  expect(existsSync(kept)).toBe(true)
})

test('a directory names the process that it belongs to, so that the next run can tell', async () => {
  using temporary = place()
  await using own = await makeTemporaryDirectory({ TMPDIR: temporary.path })
  expect(readFileSync(join(own.path, 'pid'), 'utf8')).toBe(`${process.pid} ${namespace}\n`)
  await using _next = await makeTemporaryDirectory({ TMPDIR: temporary.path })
  expect(existsSync(own.path)).toBe(true)
})

test('a temporary directory that is not there is an error that names TMPDIR', async () => {
  await expect(makeTemporaryDirectory({ TMPDIR: '/nowhere/at/all' })).rejects.toThrow(
    /\/nowhere\/at\/all.*TMPDIR/,
  )
})
