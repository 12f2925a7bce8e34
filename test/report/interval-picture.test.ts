import { expect, test } from 'vitest'
import { intervalPicture } from '../../src/report/interval-picture.ts'

test.each([
  [[0, 0, 0], '······┊··●··┊······'],
  [[2, 4, 6], '······┊··│·━━●━━···'],
  [[-0.4, 0.2, 0.4], '······┊··●··┊······'],
  [[8, 31, 40], '······┊··│··┊····━▸'],
  [[-40, -31, -20], '◂·····┊··│··┊······'],
  [[-40, 1, 40], '◂━━━━━━━━━●━━━━━━━▸'],
] as const)('%j', ([low, median, high], picture) => {
  expect(intervalPicture(low, median, high)).toBe(picture)
})
