import { z } from 'zod'

/** A path inside the checkout: relative, and never out of it. */
export const insidePath = z
  .string()
  .min(1)
  .refine(
    (path) => !path.startsWith('/') && !path.split('/').includes('..'),
    'a path relative to the root of the repository, without ".."',
  )
  .transform(normalised)

/** One spelling for each path: `./bench/` and `bench//` are `bench`. */
function normalised(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '.' : parts.join('/')
}
