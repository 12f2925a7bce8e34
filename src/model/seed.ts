import { z } from 'zod'

const LARGEST = 2n ** 64n - 1n

/** A 64-bit unsigned seed as a decimal string, as it stands in every file: JSON numbers would lose digits. */
export const seedSchema = z
  .string()
  .regex(/^\d{1,20}$/, {
    error: 'a whole number from 0 to 18446744073709551615, as a decimal string',
    abort: true,
  })
  .refine((text) => BigInt(text) <= LARGEST, 'at most 18446744073709551615')
