import { expect, test } from 'vitest'
import { plainText } from '../../src/report/markdown-text.ts'

test.each([
  ['see GH-12', 'see GH&#8203;-12'],
  ['as of deadbeef1', 'as of dead&#8203;beef1'],
  ['expected 500000500000', 'expected 500000500000'],
  ['acme/fastlib@main', 'acme/fastlib&#64;&#8203;main'],
])('%s links to nothing', (text, inert) => {
  expect(plainText(text, 100)).toBe(inert)
})
