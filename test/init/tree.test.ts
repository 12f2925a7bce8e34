import { expect, test } from 'vitest'
import { directoryOf, fileIn, ownTree } from '../../src/init/tree.ts'
import { treeOf } from './tree.ts'

test.each([
  'third_party/benchmark/CMakeLists.txt',
  'src/Vendor/x/Cargo.toml',
  'cmake-build-release/_deps/x/CMakeLists.txt',
  'out/_deps/x/CMakeLists.txt',
])('%s is the code of others', (path) => {
  expect(ownTree(treeOf({ [path]: '' })).paths).toEqual([])
})

test('a directory is left out where a build tool left its marks', () => {
  const tree = treeOf({
    'out/CMakeCache.txt': '',
    'out/deep/CMakeLists.txt': '',
    'target/CACHEDIR.TAG': '',
    'target/package/x/Cargo.toml': '',
    'CMakeLists.txt': '',
  })
  expect(ownTree(tree).paths).toEqual(['CMakeLists.txt'])
})

test('a directory called build that holds sources stays, as some projects have it', () => {
  expect(ownTree(treeOf({ 'build/cmake/CMakeLists.txt': '' })).paths).toEqual(['build/cmake/CMakeLists.txt'])
})

test('a file called like a foreign directory stays', () => {
  expect(ownTree(treeOf({ 'src/vendor': '' })).paths).toEqual(['src/vendor'])
})

test.each([
  ['CMakeLists.txt', '.'],
  ['a/b/CMakeLists.txt', 'a/b'],
])('%s stands in %s, and the other way round', (path, directory) => {
  expect(directoryOf(path)).toBe(directory)
  expect(fileIn(directory, 'CMakeLists.txt')).toBe(path)
})
