import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorkingTree } from '../../src/host/working-tree.ts'
import { UserError } from '../../src/model/failure.ts'
import { gitIn, realRepository } from './real-repository.ts'

const context = { environment: process.env, signal: new AbortController().signal }

test('tracked files are listed from the root, wherever in the repository one stands', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'a', 'sub/ü "b".txt': 'b', '.gitignore': 'ignored\n' })
  repository.write({ ignored: '', 'untracked.txt': '' })
  const tree = await openWorkingTree(join(repository.directory, 'sub'), context)
  expect(tree).toMatchObject({ root: repository.directory, paths: ['.gitignore', 'a.txt', 'sub/ü "b".txt'] })
})

test('files that were added and never committed are listed too', async () => {
  using repository = realRepository()
  repository.write({ 'a.txt': 'a' })
  repository.git('add', '--all')
  expect((await openWorkingTree(repository.directory, context)).paths).toEqual(['a.txt'])
})

test('texts are those on the disk; of a file that is gone, none', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'committed', 'gone.txt': 'committed' })
  repository.write({ 'a.txt': 'changed' })
  rmSync(join(repository.directory, 'gone.txt'))
  const tree = await openWorkingTree(repository.directory, context)
  expect([await tree.read('a.txt'), await tree.read('gone.txt')]).toEqual(['changed', ''])
})

test('submodules and symbolic links are left out', async () => {
  using library = realRepository('library')
  library.commit({ 'CMakeLists.txt': 'project(library)' })
  using repository = realRepository()
  symlinkSync('/etc/hostname', join(repository.directory, 'link'))
  repository.commit({ 'a.txt': '' })
  repository.git('submodule', 'add', '--quiet', library.directory, 'library')
  expect((await openWorkingTree(repository.directory, context)).paths).toEqual(['.gitmodules', 'a.txt'])
})

test('a bare repository and a plain directory are refused', async () => {
  using repository = realRepository()
  const bare = join(repository.temporary, 'bare')
  const plain = join(repository.temporary, 'plain')
  gitIn(repository.directory, 'init', '--quiet', '--bare', bare)
  mkdirSync(plain)
  await expect(openWorkingTree(bare, context)).rejects.toThrow(/bare repository/)
  await expect(openWorkingTree(plain, context)).rejects.toThrow(
    /not in a git repository: run pairgate inside one/,
  )
  await expect(openWorkingTree(join(plain, 'none'), context)).rejects.toThrow(UserError)
})
