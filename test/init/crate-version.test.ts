import { expect, test } from 'vitest'
import { allows, isOlder, versionIn } from '../../src/init/crate-version.ts'

const OLDEST = { major: 0, minor: 4, patch: 0 }

test.each([
  ['0.3', false],
  ['^0.3.6', false],
  ['~0.3', false],
  ['=0.3.5', false],
  ['0.3.*', false],
  ['>=0.3, <0.4', false],
  ['< 0.4.0', false],
  ['<=0.3', false],
  ['0.0.9', false],
  ['0.4', true],
  ['0.5.1', true],
  ['=0.4.0', true],
  ['<=0.4', true],
  ['<0.4.1', true],
  ['<0.5', true],
  ['>=0.3', true],
  ['>0.3', true],
  ['*', true],
  ['0', true],
  ['~0', true],
  ['1', true],
  ['0.8.0-alpha.1', true],
  ['something else', true],
])('0.4 or newer by the requirement %j: %s', (requirement, may) => {
  expect(allows(requirement, OLDEST)).toBe(may)
})

test.each([
  ['0.3.9', true],
  ['0.4.0', false],
  ['0.10.0', false],
  ['1.0.0', false],
])('%s is older than 0.4: %s', (text, older) => {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number)
  expect(isOlder({ major, minor, patch }, OLDEST)).toBe(older)
})

const locked = (name: string, version: string, dependencies: readonly string[] = []) =>
  `[[package]]\nname = "${name}"\nversion = "${version}"\ndependencies = ${JSON.stringify(dependencies)}\n`

test('a lock tells the version of a crate that a package uses, also where it has several', () => {
  const one = locked('parser', '0.1.0', ['criterion']) + locked('criterion', '0.3.6')
  expect(versionIn(one, 'parser', 'criterion')).toEqual({ major: 0, minor: 3, patch: 6 })
  const two =
    locked('parser', '0.1.0', ['criterion 0.5.1']) +
    locked('other', '0.1.0', ['criterion 0.3.6']) +
    locked('criterion', '0.3.6') +
    locked('criterion', '0.5.1')
  expect(versionIn(two, 'parser', 'criterion')).toEqual({ major: 0, minor: 5, patch: 1 })
  expect(versionIn(two, 'other', 'criterion')).toEqual({ major: 0, minor: 3, patch: 6 })
})

test.each([
  ['is not there', ''],
  ['cannot be read', '[[package'],
  ['is of another shape', '[[package]]\nname = 1\n'],
  ['does not have the package', locked('criterion', '0.3.6')],
  [
    'has the crate twice for one package',
    locked('parser', '0.1.0', ['criterion 0.3.6', 'criterion 0.5.1']) + locked('criterion', '0.3.6'),
  ],
])('a lock that %s tells none', (_, lock) => {
  expect(versionIn(lock, 'parser', 'criterion')).toBeNull()
})
