import type { EarlierEnd } from './github.ts'
import { type Conclusion, conclusionSchema } from './verdict.ts'

/** What tells one comparison of a workflow from another, where the key is not the default one. */
export function titleOf(what: string, key: string): string {
  return key === 'default' ? `pairgate: ${what}` : `pairgate (${key}): ${what}`
}

/** The message of the annotation by which later runs know how this one ended. */
export function endMessage(headline: string, baseline: string, candidate: string): string {
  return `${headline} [${baseline}..${candidate}]`
}

/** How a run ended, read back from the title and the message of one of its annotations; null for any other. */
export function endIn(title: string, message: string, key: string): EarlierEnd | null {
  const conclusion = conclusionSchema.options.find((one: Conclusion) => title === titleOf(one, key))
  const commits = /\[([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})\]\s*$/.exec(message)
  if (conclusion === undefined || commits === null) return null
  return { conclusion, baseline: commits[1] ?? '', candidate: commits[2] ?? '' }
}
