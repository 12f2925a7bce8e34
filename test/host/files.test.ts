import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFiles } from '../../src/host/files.ts'

const files = createFiles()
let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairgate-files-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('every regular file below a directory is listed in byte order, and links are not followed', async () => {
  await files.makeDirectory(join(directory, 'b/c'))
  await mkdir(join(directory, 'empty'))
  const names = ['b/c/deep', 'b.txt', 'a', 'Z', 'ü', '\u{1F600}', '\uFF5E']
  for (const name of names) await files.writeText(join(directory, name), name)
  await symlink(join(directory, 'b'), join(directory, 'linked-directory'))
  await symlink(join(directory, 'a'), join(directory, 'linked-file'))
  // '.' is 0x2e and '/' 0x2f; U+FF5E is EF BD 9E and U+1F600 is F0 9F 98 80, though its UTF-16 sorts first.
  const expected = ['Z', 'a', 'b.txt', 'b/c/deep', 'ü', '\uFF5E', '\u{1F600}']
  expect(await files.listRecursively(directory)).toEqual(expected.map((name) => join(directory, name)))
})

test('a text comes back as it was written', async () => {
  const path = join(directory, 'text')
  await files.writeText(path, 'µs €\n')
  expect(await files.readText(path)).toBe('µs €\n')
  expect(await files.size(path)).toBe(8)
  expect(await files.readBytes(path)).toEqual(Buffer.from('µs €\n'))
})

test('a digest is the one of sha256sum', async () => {
  const path = join(directory, 'abc')
  await writeFile(path, 'abc')
  expect(await files.sha256(path)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('what is not there does not exist, and reading it fails', async () => {
  const path = join(directory, 'nothing')
  expect(await files.exists(path)).toBe(false)
  expect(await files.exists(directory)).toBe(true)
  await expect(files.readText(path)).rejects.toThrow('ENOENT')
  await expect(files.sha256(path)).rejects.toThrow('ENOENT')
  await expect(files.listRecursively(path)).rejects.toThrow('ENOENT')
})

test('a real path has no links in it', async () => {
  await writeFile(join(directory, 'target'), '')
  await symlink('target', join(directory, 'link'))
  expect(await files.realPath(join(directory, 'link'))).toBe(await files.realPath(join(directory, 'target')))
})
