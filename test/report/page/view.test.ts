import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fragmentOf, type View, viewIn, WHOLE } from '../../../src/report/page/view.ts'

const text = fc.string({ unit: 'grapheme' })
const view: fc.Arbitrary<View> = fc.record({
  text,
  arm: fc.option(text),
  category: fc.option(text),
  verdicts: fc.array(text),
  sort: fc.option(fc.record({ key: fc.stringMatching(/^[a-z]+$/), descending: fc.boolean() })),
  open: fc.array(fc.stringMatching(/^\d+$/)),
})

test('every view is read back from its fragment as it was', () => {
  fc.assert(
    fc.property(view, (one) => {
      expect(viewIn(fragmentOf(one))).toEqual(one)
    }),
  )
})

test('the whole table has no fragment, and a place on the page is no view', () => {
  expect(fragmentOf(WHOLE)).toBe('')
  expect(viewIn('')).toEqual(WHOLE)
  expect(viewIn('#rules')).toBeNull()
})
