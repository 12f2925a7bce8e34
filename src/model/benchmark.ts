import { z } from 'zod'

/** A string or an integer in the program's output, kept as text. */
const text = z.union([z.string(), z.int().transform(String)])

/** One benchmark at one dataset, as a program lists it. */
export const listedSchema = z.object({
  benchmark: z.string().min(1),
  category: z.string(),
  dataset: text,
  scale: text,
  /** The source file that defines it, where the program knows. */
  source: z.string().optional(),
})
export type Listed = z.infer<typeof listedSchema>

/** What identifies a row in one arm: names may hold any character, so the key is JSON. */
export function caseKey(benchmark: string, dataset: string): string {
  return JSON.stringify([benchmark, dataset])
}

/** A row as people write it, `sort/1000`: just the benchmark where there is but one dataset without a name. */
export function caseName({
  benchmark,
  dataset,
}: {
  readonly benchmark: string
  readonly dataset: string
}): string {
  return dataset === '' ? benchmark : `${benchmark}/${dataset}`
}
