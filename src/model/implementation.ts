import { z } from 'zod'

/** The two commits of a run. */
export const revisionNames = ['baseline', 'candidate'] as const
export type RevisionName = (typeof revisionNames)[number]

/** An arm at a revision, written `cpp@baseline`. */
export type Implementation = `${string}@${RevisionName}`

export const implementationSchema = z.templateLiteral([z.string().min(1), '@', z.enum(revisionNames)])

/** The name of `arm` at `revision`. */
export function implementationOf(arm: string, revision: RevisionName): Implementation {
  return `${arm}@${revision}`
}

/** The arm and the revision that an implementation's name is made of. */
export function partsOf(implementation: string): { arm: string; revision: RevisionName } {
  const at = implementation.lastIndexOf('@')
  const revision = implementation.slice(at + 1) === 'baseline' ? 'baseline' : 'candidate'
  return { arm: implementation.slice(0, at), revision }
}
