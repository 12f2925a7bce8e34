import { z } from 'zod'

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** The environment as data: what changes results (semantic), what changes times (performance), where it came from (provenance). */
export const environmentSchema = z.object({ semantic: facts, performance: facts, provenance: facts })
export type Environment = z.infer<typeof environmentSchema>
