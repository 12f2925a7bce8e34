import { z } from 'zod'

/** What a probe could not find. */
export const UNKNOWN = 'unknown'

/** What no probe can find: only someone outside the machine knows it, and can say it in the labels of an arm. */
export const EXTERNAL = 'external-metadata'

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type Facts = z.infer<typeof facts>

/** The environment as data: what changes results (semantic), what changes times (performance), where it came from (provenance). */
export const environmentSchema = z.object({ semantic: facts, performance: facts, provenance: facts })
export type Environment = z.infer<typeof environmentSchema>
