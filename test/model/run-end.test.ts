import { expect, test } from 'vitest'
import { endIn, endMessage, titleOf } from '../../src/model/run-end.ts'

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)]
const message = endMessage('no regression in 3 rows', OLD, NEW)

test.each(['default', 'release (arm64)'])('how a run ended is read back by its key %s', (key) => {
  expect(endIn(titleOf('pass', key), message, key)).toEqual({
    conclusion: 'pass',
    baseline: OLD,
    candidate: NEW,
  })
})

test.each([
  ['of another key', titleOf('pass', 'release'), message],
  ['of a row', titleOf('cpp/sort is slower', 'default'), message],
  ['of the uncommitted state', titleOf('pass', 'default'), endMessage('x', OLD, `worktree:${NEW}`)],
  ['without commits', titleOf('pass', 'default'), 'no regression'],
])('an annotation %s tells no end', (_, title, text) => {
  expect(endIn(title, text, 'default')).toBeNull()
})
